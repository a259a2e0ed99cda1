// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
package import FoundationEssentials

extension WebhookWriter {
    /// Has an event delivered to endpoints, after everything that waits in the same lanes already.
    ///
    /// - Parameters:
    ///   - number: The event, as ``append(_:)-(NewEvent)`` answered it.
    ///   - customer: Whom the event is about.
    ///   - endpoints: The endpoints that receive it.
    ///   - now: The instant.
    /// - Throws: `DatabaseError`.
    package func enqueueDeliveries(_ number: Int64, of customer: CustomerID?, to endpoints: [String], now: Date) throws
    {
        for endpoint in endpoints {
            let lane = WebhookLane(endpoint: endpoint, customer: customer?.rawValue ?? "")
            try post(
                """
                INSERT INTO webhook_deliveries (endpoint, lane, event, state, attempts, created)
                VALUES (\(endpoint), \(lane.customer), \(number), 'pending', 0, \(now))
                ON CONFLICT (endpoint, lane, event) DO UPDATE SET state = 'pending', attempts = 0
                """
            )
            try open(lane, due: now)
        }
    }

    /// The same of a new event by its identifier, as it was posted a moment ago.
    ///
    /// - Throws: `DatabaseError`.
    package func enqueueDeliveries(
        ofNew event: String,
        of customer: CustomerID?,
        to endpoints: [String],
        now: Date
    ) throws {
        for endpoint in endpoints {
            let lane = WebhookLane(endpoint: endpoint, customer: customer?.rawValue ?? "")
            try post(
                """
                INSERT INTO webhook_deliveries (endpoint, lane, event, state, attempts, created)
                SELECT CAST(\(endpoint) AS TEXT), CAST(\(lane.customer) AS TEXT), number, 'pending', 0,
                    CAST(\(now) AS BIGINT)
                FROM events WHERE id = \(event)
                """
            )
            try open(lane, due: now)
        }
    }

    /// Lends lanes that have something to tell to a worker, so that no two workers tell one customer's events.
    ///
    /// - Parameters:
    ///   - endpoint: Whose lanes; each endpoint has workers of its own, so that a slow one holds up no one else.
    ///   - owner: The worker, by a name that no other one has.
    ///   - now: The instant.
    ///   - leaseEnd: Until when they are lent; afterward they are lent again.
    ///   - limit: How many at most.
    /// - Returns: The lanes.
    /// - Throws: `DatabaseError`.
    package func leaseLanes(
        of endpoint: String,
        to owner: String,
        now: Date,
        until leaseEnd: Date,
        limit: Int
    ) throws -> [WebhookLane] {
        try rows(
            """
            UPDATE webhook_lanes SET lease_owner = \(owner), due = \(leaseEnd)
            WHERE endpoint = \(endpoint) AND lane IN (
                SELECT lane FROM webhook_lanes WHERE endpoint = \(endpoint) AND due <= \(now)
                ORDER BY due LIMIT \(limit) \(dialect.skippingLockedRows)
            )
            RETURNING lane
            """
        ) { WebhookLane(endpoint: endpoint, customer: try $0.next()) }
    }

    /// Records the result of a delivery attempt.
    ///
    /// - Returns: Whether the lane still belonged to the worker; if not, nothing is noted.
    /// - Throws: `DatabaseError`.
    package func complete(
        _ delivery: StoredWebhookDelivery,
        as state: StoredWebhookDelivery.State,
        answer: String,
        owner: String,
        now: Date
    ) throws -> Bool {
        let lane = delivery.lane
        return try execute(
            """
            UPDATE webhook_deliveries SET state = \(state.rawValue), attempts = attempts + 1,
                last_attempt = \(now), last_response = \(answer)
            WHERE endpoint = \(lane.endpoint) AND lane = \(lane.customer) AND event = \(delivery.event.number)
                AND EXISTS (SELECT 1 FROM webhook_lanes WHERE endpoint = \(lane.endpoint)
                    AND lane = \(lane.customer) AND lease_owner = \(owner))
            """
        ) > 0
    }

    /// Gives a lane back; it is lent again at an instant if it still has something to tell.
    ///
    /// - Returns: Whether it still belonged to the worker.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func release(_ lane: WebhookLane, owner: String, due: Date) throws -> Bool {
        let isOurs =
            try execute(
                """
                UPDATE webhook_lanes SET lease_owner = NULL, due = \(due)
                WHERE endpoint = \(lane.endpoint) AND lane = \(lane.customer) AND lease_owner = \(owner)
                """
            ) > 0
        guard isOurs else { return false }
        try execute(
            """
            DELETE FROM webhook_lanes WHERE endpoint = \(lane.endpoint) AND lane = \(lane.customer)
                AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE endpoint = \(lane.endpoint)
                    AND lane = \(lane.customer) AND state = 'pending')
            """
        )
        return true
    }

    /// Has everything that waits for an endpoint told now, whatever its next try was to be: the endpoint is up again.
    ///
    /// - Returns: How many lanes.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func hurryLanes(of endpoint: String, now: Date) throws -> Int {
        try execute(
            """
            UPDATE webhook_lanes SET due = \(now)
            WHERE endpoint = \(endpoint) AND due > \(now) AND lease_owner IS NULL
            """
        )
    }

    /// Frees all lanes that others than a worker hold, because they are dead.
    ///
    /// - Returns: How many lanes.
    /// - Throws: `DatabaseError`.
    package func freeLanes(notOf owner: String, now: Date) throws -> Int {
        try execute(
            """
            UPDATE webhook_lanes SET lease_owner = NULL, due = \(now)
            WHERE lease_owner IS NOT NULL AND lease_owner <> \(owner)
            """
        )
    }

    /// Has lanes told now that wait for an instant which only a clock that was ahead can have set.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - now: The instant.
    ///   - maximumLease: The longest that a lane is lent for, in seconds.
    ///   - maximumDelay: The longest that a lane waits between two tries, in seconds.
    /// - Returns: How many lanes.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func returnDistantLanes(
        of endpoint: String,
        now: Date,
        maximumLease: TimeInterval,
        maximumDelay: TimeInterval
    ) throws -> Int {
        let lent = now.addingTimeInterval(maximumLease)
        let waiting = now.addingTimeInterval(maximumDelay)
        return try execute(
            """
            UPDATE webhook_lanes SET lease_owner = NULL, due = \(now)
            WHERE endpoint = \(endpoint) AND due > \(lent) AND (lease_owner IS NOT NULL OR due > \(waiting))
            """
        )
    }

    /// Removes what was settled before an instant, as the rule of how long deliveries are kept says.
    ///
    /// - Returns: How many.
    /// - Throws: `DatabaseError`.
    package func removeCompletedDeliveries(before instant: Date) throws -> Int {
        try execute("DELETE FROM webhook_deliveries WHERE created < \(instant) AND state <> 'pending'")
    }

    /// Forgets everything about an endpoint that is no more.
    ///
    /// - Throws: `DatabaseError`.
    package func removeWebhookDeliveries(of endpoint: String) throws {
        try execute("DELETE FROM webhook_deliveries WHERE endpoint = \(endpoint)")
        try execute("DELETE FROM webhook_lanes WHERE endpoint = \(endpoint)")
    }

    private func open(_ lane: WebhookLane, due: Date) throws {
        // A lane that waits after a failure keeps its instant: a new event must not hurry the one before it.
        try post(
            """
            INSERT INTO webhook_lanes (endpoint, lane, due) VALUES (\(lane.endpoint), \(lane.customer), \(due))
            ON CONFLICT (endpoint, lane) DO NOTHING
            """
        )
        // A worker who has delivered everything in the lane closes it, and does not see yet what is enqueued here.
        guard let holdingRows = dialect.holdingRows else { return }
        try post(
            """
            SELECT 1 FROM webhook_lanes WHERE endpoint = \(lane.endpoint) AND lane = \(lane.customer) \(holdingRows)
            """
        )
    }
}
