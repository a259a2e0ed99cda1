// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
package import FoundationEssentials

/// Which deliveries of an endpoint are meant; all where nothing narrows them.
package struct WebhookDeliveryFilter: Hashable, Sendable {
    /// Only those in this state.
    package var state: DeliveryState?
    /// Only events of these types; of all when empty.
    package var types: [String]
    /// Only events about this customer.
    package var customer: CustomerID?
    /// Only events from this instant on.
    package var since: Date?
    /// Only events before this instant.
    package var until: Date?

    /// Makes a filter.
    package init(
        state: DeliveryState? = nil,
        types: [String] = [],
        customer: CustomerID? = nil,
        since: Date? = nil,
        until: Date? = nil
    ) {
        self.state = state
        self.types = types
        self.customer = customer
        self.since = since
        self.until = until
    }

    /// Whether it lets all deliveries through.
    package var isEmpty: Bool { self == WebhookDeliveryFilter() }

    /// The condition of its deliveries; `isOrdered` where a page in the order of events is read.
    fileprivate func condition(of endpoint: String, isOrdered: Bool) -> Query {
        var condition: Query = "d.endpoint = \(endpoint)"
        if let state {
            condition = "\(condition) AND d.state = \(state.rawValue)"
        } else if customer == nil, isOrdered {
            // Events are read in their order until the page is full, and not all of the endpoint to sort them.
            condition = "d.endpoint || '' = \(endpoint)"
        }
        if !types.isEmpty { condition = "\(condition) AND events.kind IN \(list: types.map(StoredValue.text))" }
        if let customer { condition = "\(condition) AND d.lane = \(customer)" }
        if let since { condition = "\(condition) AND events.instant >= \(since)" }
        if let until { condition = "\(condition) AND events.instant < \(until)" }
        return condition
    }
}

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
    ///   - filter: Which of them.
    ///   - number: The event's number of the last one of the page before.
    ///   - limit: How many at most.
    /// - Returns: The deliveries.
    /// - Throws: `DatabaseError`.
    package func webhookDeliveries(
        of endpoint: String,
        _ filter: WebhookDeliveryFilter = WebhookDeliveryFilter(),
        before number: Int64 = .max,
        limit: Int
    ) throws -> [StoredWebhookDelivery] {
        let condition = filter.condition(of: endpoint, isOrdered: true)
        return try deliveries("\(condition) AND d.event < \(number) ORDER BY d.event DESC LIMIT \(limit)")
    }

    /// The events of an endpoint's deliveries, the oldest first, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func deliveredEvents(
        of endpoint: String,
        _ filter: WebhookDeliveryFilter,
        after number: Int64,
        through last: Int64,
        limit: Int
    ) throws -> [StoredEvent] {
        let condition = filter.condition(of: endpoint, isOrdered: true)
        return try deliveries(
            "\(condition) AND d.event > \(number) AND d.event <= \(last) ORDER BY d.event LIMIT \(limit)"
        ).map(\.event)
    }

    /// How many deliveries of an endpoint a filter lets through, up to a bound.
    ///
    /// - Throws: `DatabaseError`.
    package func webhookDeliveryCount(
        of endpoint: String,
        _ filter: WebhookDeliveryFilter,
        upTo limit: Int
    ) throws -> Int {
        let matching: Query = """
            SELECT 1 FROM webhook_deliveries d JOIN events ON events.number = d.event
            WHERE \(filter.condition(of: endpoint, isOrdered: false)) LIMIT \(limit)
            """
        return Int(try number("SELECT COUNT(*) FROM (\(matching)) AS matching"))
    }

    /// The number of the newest event of an endpoint's deliveries; zero without one.
    ///
    /// - Throws: `DatabaseError`.
    package func newestDeliveredEvent(of endpoint: String) throws -> Int64 {
        let newest = try ["pending", "delivered", "failed"].map { state in
            let own: Query = "endpoint = \(endpoint) AND state = \(state)"
            return try number("SELECT COALESCE(MAX(event), 0) FROM webhook_deliveries WHERE \(own)")
        }
        return newest.max() ?? 0
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
