// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

extension WebhookReader {
    /// What a lane has to tell, in order.
    ///
    /// - Throws: `DatabaseError`.
    package func pendingDeliveries(in lane: DeliveryLane, limit: Int) throws -> [StoredWebhookDelivery] {
        try deliveries(
            """
            d.endpoint = \(lane.receiver) AND d.lane = \(lane.name) AND d.state = 'pending'
            ORDER BY d.event LIMIT \(limit)
            """
        )
    }

    /// An endpoint's deliveries, the newest events first, a page at a time.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - state: Only those that stand so.
    ///   - number: The event's number of the last one of the page before.
    ///   - limit: How many at most.
    /// - Returns: The deliveries.
    /// - Throws: `DatabaseError`.
    package func webhookDeliveries(
        of endpoint: String,
        state: DeliveryState? = nil,
        before number: Int64 = .max,
        limit: Int
    ) throws -> [StoredWebhookDelivery] {
        let states = state.map { [StoredValue.text($0.rawValue)] }
        let condition: Query =
            states.map { "d.state IN \(list: $0)" } ?? "d.state IN ('pending', 'delivered', 'failed')"
        return try deliveries(
            """
            d.endpoint = \(endpoint) AND \(condition) AND d.event < \(number) ORDER BY d.event DESC LIMIT \(limit)
            """
        )
    }

    /// How many deliveries of an endpoint stand how.
    ///
    /// - Throws: `DatabaseError`.
    package func webhookCounts(of endpoint: String) throws -> [DeliveryState: Int] {
        let counts = try rows(
            "SELECT state, COUNT(*) FROM webhook_deliveries WHERE endpoint = \(endpoint) GROUP BY state"
        ) { row in (DeliveryState(rawValue: try row.next(String.self)), try row.next(Int.self)) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// When an endpoint next has something to tell, or nothing when it has not.
    ///
    /// - Throws: `DatabaseError`.
    package func nextLaneDueDate(of endpoint: String) throws -> Date? {
        try first("SELECT MIN(due) FROM webhook_lanes WHERE endpoint = \(endpoint)") { try $0.next(Date?.self) } ?? nil
    }

    /// How some events were delivered, to every endpoint.
    ///
    /// - Throws: `DatabaseError`.
    package func webhookDeliveries(ofEvents numbers: [Int64]) throws -> [StoredWebhookDelivery] {
        guard !numbers.isEmpty else { return [] }
        return try deliveries(
            "d.event IN \(list: numbers.map(StoredValue.integer)) ORDER BY d.event DESC, d.endpoint LIMIT 10000"
        )
    }

    private func deliveries(_ condition: Query) throws -> [StoredWebhookDelivery] {
        try rows(
            """
            SELECT d.endpoint, d.lane, d.state, d.attempts, d.last_attempt, d.last_response, \(eventColumns)
            FROM webhook_deliveries d JOIN events ON events.number = d.event
                JOIN scopes ON scopes.id = events.scope
            WHERE \(condition)
            """
        ) { row in
            let lane = DeliveryLane(.webhooks, receiver: try row.next(), name: try row.next())
            let state = DeliveryState(rawValue: try row.next())
            let attempts = try row.next(Int.self)
            let lastAttempt = try row.next(Date?.self)
            let lastResponse = try row.next(String?.self)
            return StoredWebhookDelivery(
                lane: lane,
                event: try StoredEvent(&row),
                state: state,
                attempts: attempts,
                lastAttemptDate: lastAttempt,
                lastResponse: lastResponse
            )
        }
    }
}
