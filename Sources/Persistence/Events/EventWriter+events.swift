// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// An event for the team's backend, written in the transaction in which it happened.
package struct NewEvent: Hashable, Sendable {
    /// Its identifier, by which a receiver knows it again.
    package var id: String
    /// The app and environment.
    package var scope: AppScope
    /// Whom it is about; a customer's events are delivered in order.
    package var customer: CustomerID?
    /// What happened.
    package var kind: String
    /// When.
    package var instant: Date
    /// The event itself, in the server's own form.
    package var body: Data

    /// Makes an event.
    package init(
        id: String,
        scope: AppScope,
        customer: CustomerID?,
        kind: String,
        instant: Date,
        body: Data
    ) {
        self.id = id
        self.scope = scope
        self.customer = customer
        self.kind = kind
        self.instant = instant
        self.body = body
    }
}

/// An event as it is kept.
package struct StoredEvent: Hashable, Sendable {
    /// The number by which webhook deliveries name it.
    package let number: Int64
    /// Its place among all events, which is the cursor for reading on; nothing for the moment until it has one.
    package let position: Int64?
    /// Its place among the events of its customer: one, two, three and so on.
    package let customerSequence: Int64?
    /// The event.
    package let event: NewEvent
}

extension EventWriter {
    /// Writes an event.
    ///
    /// - Returns: The number by which webhook deliveries name it.
    /// - Throws: `DatabaseError`; with `constraint` when an event of this identifier is there.
    @discardableResult
    package func append(_ event: NewEvent) throws -> Int64 {
        let scope = try ensureNumber(of: event.scope)
        let sequence = try event.customer.map { try nextEventNumber(of: $0, now: event.instant) }
        let number = try first(
            """
            INSERT INTO events (id, scope, customer, customer_sequence, kind, instant, body)
            VALUES (\(event.id), \(scope), \(event.customer), \(sequence), \(event.kind), \(event.instant),
                \(event.body))
            RETURNING number
            """
        ) { try $0.next(Int64.self) }
        guard let number else {
            throw DatabaseError(code: .statement, message: "the number of a new event was not answered")
        }
        didAppendEvent()
        return number
    }

    /// Writes an event unless one of its identifier is there.
    ///
    /// - Returns: The number by which webhook deliveries name it, when it is new.
    /// - Throws: `DatabaseError`.
    package func appendIfNew(_ event: NewEvent) throws -> Int64? {
        let scope = try ensureNumber(of: event.scope)
        let sequence: Query =
            if let customer = event.customer {
                "(SELECT COALESCE(MAX(events), 0) + 1 FROM customers WHERE id = \(customer))"
            } else {
                "NULL"
            }
        let number = try first(
            """
            INSERT INTO events (id, scope, customer, customer_sequence, kind, instant, body)
            VALUES (\(event.id), \(scope), \(event.customer), \(sequence), \(event.kind), \(event.instant),
                \(event.body))
            ON CONFLICT (id) DO NOTHING RETURNING number
            """
        ) { try $0.next(Int64.self) }
        guard let number else { return nil }
        if let customer = event.customer { try post(eventNumbering(of: customer, now: event.instant)) }
        didAppendEvent()
        return number
    }

    /// Writes an event that has its place among its customer's, unless one of its identifier is there; the customer's
    /// count is raised by ``raiseEventCount(of:by:now:)`` afterward.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - sequence: Its place among its customer's.
    ///   - isUnknown: Whether it is known that none of its identifier is there, so that the outcome is not waited for.
    /// - Returns: Whether it is new.
    /// - Throws: `DatabaseError`.
    package func insert(_ event: NewEvent, sequence: Int64?, isUnknown: Bool) throws -> Bool {
        let scope = try ensureNumber(of: event.scope)
        let insertion: Query =
            """
            INSERT INTO events (id, scope, customer, customer_sequence, kind, instant, body)
            VALUES (\(event.id), \(scope), \(event.customer), \(sequence), \(event.kind), \(event.instant),
                \(event.body))
            """
        didAppendEvent()
        if isUnknown {
            try post(insertion)
            return true
        }
        return try execute("\(insertion) ON CONFLICT (id) DO NOTHING") > 0
    }

    /// Raises how many events there are about a customer.
    ///
    /// - Throws: `DatabaseError`.
    package func raiseEventCount(of customer: CustomerID, by number: Int64, now: Date) throws {
        try post(
            """
            INSERT INTO customers (id, created, events) VALUES (\(customer), \(now), \(number))
            ON CONFLICT (id) DO UPDATE SET events = customers.events + excluded.events
            """
        )
    }

    /// Removes events from before an instant that no endpoint is still waiting for, as the rule of how long they are
    /// kept says; the numbers of a customer's events continue from where they were.
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - number: The last event that was looked at.
    ///   - limit: How many events are looked at.
    /// - Returns: How many were removed, and the last one that was looked at; nothing when all that follow are younger.
    /// - Throws: `DatabaseError`.
    package func removeEvents(
        before instant: Date,
        after number: Int64 = 0,
        limit: Int
    ) throws -> (removed: Int, last: Int64?) {
        let page = try rows(
            "SELECT number, instant FROM events WHERE number > \(number) ORDER BY number LIMIT \(limit)"
        ) { (number: try $0.next(Int64.self), instant: try $0.next(Date.self)) }
        guard let last = page.last?.number, page.contains(where: { $0.instant < instant }) else { return (0, nil) }
        try execute(
            """
            DELETE FROM webhook_deliveries WHERE state <> 'pending' AND event IN (
                SELECT number FROM events WHERE number > \(number) AND number <= \(last) AND instant < \(instant))
            """
        )
        let removed = try execute(
            """
            DELETE FROM events WHERE number > \(number) AND number <= \(last) AND instant < \(instant)
                AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event = events.number)
            """
        )
        return (removed, page.count < limit ? nil : last)
    }

    private func eventNumbering(of customer: CustomerID, now: Date) -> Query {
        """
        INSERT INTO customers (id, created, events) VALUES (\(customer), \(now), 1)
        ON CONFLICT (id) DO UPDATE SET events = customers.events + 1
        """
    }

    private func nextEventNumber(of customer: CustomerID, now: Date) throws -> Int64 {
        let number = try first("\(eventNumbering(of: customer, now: now)) RETURNING events") { try $0.next(Int64.self) }
        guard let number else {
            throw DatabaseError(code: .statement, message: "the number of a customer's event was not answered")
        }
        return number
    }
}

extension EventReader {
    /// The events after a cursor, in the order in which they were written.
    ///
    /// - Parameters:
    ///   - position: The position of the last event read before, or zero.
    ///   - limit: How many at most.
    /// - Returns: The events.
    /// - Throws: `DatabaseError`.
    package func events(after position: Int64, limit: Int) throws -> [StoredEvent] {
        let column = dialect.eventPosition
        return try events("events.\(column) > \(position) ORDER BY events.\(column) LIMIT \(limit)")
    }

    /// A customer's events after one of them, in order.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - app: Only those of this app.
    ///   - sequence: The last event's place among the customer's.
    ///   - limit: How many at most.
    /// - Returns: The events.
    /// - Throws: `DatabaseError`.
    package func events(
        of customer: CustomerID,
        in app: BundleID? = nil,
        after sequence: Int64 = 0,
        limit: Int
    ) throws -> [StoredEvent] {
        let own: Query = app.map { "AND scopes.bundle_id = \($0)" } ?? ""
        return try events(
            """
            events.customer = \(customer) \(own) AND events.customer_sequence > \(sequence)
            ORDER BY events.customer_sequence LIMIT \(limit)
            """
        )
    }

    /// A customer's events, the newest first.
    ///
    /// - Throws: `DatabaseError`.
    package func newestEvents(of customer: CustomerID, limit: Int) throws -> [StoredEvent] {
        try events("events.customer = \(customer) ORDER BY events.customer_sequence DESC LIMIT \(limit)")
    }

    /// The newest events, whoever they are about.
    ///
    /// - Throws: `DatabaseError`.
    package func newestEvents(limit: Int) throws -> [StoredEvent] {
        try events("events.number > 0 ORDER BY events.number DESC LIMIT \(limit)")
    }

    /// The events of some types in a scope, the newest first, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func events(
        ofKinds kinds: [String],
        in scope: AppScope,
        before number: Int64 = .max,
        limit: Int
    ) throws -> [StoredEvent] {
        guard let scope = try self.number(of: scope) else { return [] }
        // One look-up in the index for each type.
        let found = try kinds.flatMap { kind in
            try events(
                """
                events.scope = \(scope) AND events.kind = \(kind) AND events.number < \(number)
                ORDER BY events.number DESC LIMIT \(limit)
                """
            )
        }
        return Array(found.sorted { $0.number > $1.number }.prefix(limit))
    }

    /// Which of some identifiers are those of stored events.
    ///
    /// - Throws: `DatabaseError`.
    package func storedEvents(_ ids: [String]) throws -> Set<String> {
        guard !ids.isEmpty else { return [] }
        return Set(
            try rows("SELECT id FROM events WHERE id IN \(list: ids.map(\.storedValue))") { try $0.next(String.self) }
        )
    }

    /// How many events there are about a customer.
    ///
    /// - Throws: `DatabaseError`.
    package func eventCount(of customer: CustomerID) throws -> Int64 {
        try number("SELECT COALESCE(MAX(events), 0) FROM customers WHERE id = \(customer)")
    }

    /// An event, or nothing when there is none of this identifier.
    ///
    /// - Throws: `DatabaseError`.
    package func event(_ id: String) throws -> StoredEvent? {
        try events("events.id = \(id)").first
    }

    /// The columns that make a ``StoredEvent``, of `events` and `scopes`.
    var eventColumns: Query {
        """
        events.number, events.\(dialect.eventPosition), events.customer_sequence, events.id, scopes.bundle_id,
        scopes.environment, events.customer, events.kind, events.instant, events.body
        """
    }

    private func events(_ condition: Query) throws -> [StoredEvent] {
        try rows(
            """
            SELECT \(eventColumns) FROM events JOIN scopes ON scopes.id = events.scope WHERE \(condition)
            """
        ) { try StoredEvent(&$0) }
    }
}

extension StoredEvent {
    init(_ row: inout Row) throws {
        number = try row.next()
        position = try row.next()
        customerSequence = try row.next()
        event = NewEvent(
            id: try row.next(),
            scope: AppScope(bundleID: try row.next(), environment: try row.next()),
            customer: try row.next(),
            kind: try row.next(),
            instant: try row.next(),
            body: try row.next()
        )
    }
}
