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
        let lanes = endpoints.map { DeliveryLane(.webhooks, receiver: $0, name: customer?.rawValue ?? "") }
        for lane in lanes {
            try post(
                """
                INSERT INTO webhook_deliveries (endpoint, lane, event, state, attempts, created)
                VALUES (\(lane.receiver), \(lane.name), \(number), 'pending', 0, \(now))
                ON CONFLICT (endpoint, lane, event) DO UPDATE SET state = 'pending', attempts = 0
                """
            )
        }
        try open(lanes, in: .webhooks, due: now)
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
        let lanes = endpoints.map { DeliveryLane(.webhooks, receiver: $0, name: customer?.rawValue ?? "") }
        for lane in lanes {
            try post(
                """
                INSERT INTO webhook_deliveries (endpoint, lane, event, state, attempts, created)
                SELECT CAST(\(lane.receiver) AS TEXT), CAST(\(lane.name) AS TEXT), number, 'pending', 0,
                    CAST(\(now) AS BIGINT)
                FROM events WHERE id = \(event)
                """
            )
        }
        try open(lanes, in: .webhooks, due: now)
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
}
