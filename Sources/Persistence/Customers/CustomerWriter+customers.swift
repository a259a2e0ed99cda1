// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
package import FoundationEssentials

/// A customer as the store knows one.
package struct StoredCustomer: Hashable, Sendable {
    /// The customer.
    package var id: CustomerID
    /// When the database first recorded them.
    package var createdDate: Date
    /// When they were erased; their facts stay, pseudonymous.
    package var erasedDate: Date?
    /// What the server keeps about them, in a form of its own.
    package var body: Data?

    /// Makes a customer.
    package init(id: CustomerID, createdDate: Date, erasedDate: Date? = nil, body: Data? = nil) {
        self.id = id
        self.createdDate = createdDate
        self.erasedDate = erasedDate
        self.body = body
    }
}

extension CustomerWriter {
    /// Adds a customer unless the store knows them.
    ///
    /// - Returns: Whether they are new.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func ensureCustomer(_ id: CustomerID, now: Date) throws -> Bool {
        try execute(
            """
            INSERT INTO customers (id, created, events) VALUES (\(id), \(now), 0) ON CONFLICT (id) DO NOTHING
            """
        ) > 0
    }

    /// Stores what is kept about a customer.
    ///
    /// - Throws: `DatabaseError`.
    package func upsert(_ customer: StoredCustomer) throws {
        try execute(
            """
            INSERT INTO customers (id, created, events, erased, body)
            VALUES (\(customer.id), \(customer.createdDate), 0, \(customer.erasedDate), \(customer.body))
            ON CONFLICT (id) DO UPDATE SET erased = excluded.erased, body = excluded.body
            """
        )
    }
}

extension CustomerReader {
    /// A customer, or nothing when the store does not know them.
    ///
    /// - Throws: `DatabaseError`.
    package func customer(_ id: CustomerID) throws -> StoredCustomer? {
        try first("SELECT created, erased, body FROM customers WHERE id = \(id)") { row in
            StoredCustomer(id: id, createdDate: try row.next(), erasedDate: try row.next(), body: try row.next())
        }
    }

    /// A customer with how many events there are about them, or nothing when the store does not know them.
    ///
    /// - Throws: `DatabaseError`.
    package func customerWithEventCount(_ id: CustomerID) throws -> (customer: StoredCustomer, events: Int64)? {
        try first("SELECT created, erased, body, events FROM customers WHERE id = \(id)") { row in
            let customer = StoredCustomer(
                id: id,
                createdDate: try row.next(),
                erasedDate: try row.next(),
                body: try row.next()
            )
            return (customer, try row.next())
        }
    }

    /// The customers whose identifiers begin so, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func customers(
        prefix: String = "",
        after last: CustomerID? = nil,
        limit: Int
    ) throws -> [StoredCustomer] {
        // One bound alone: of two a database may choose the one from which it reads half the table.
        let beginning: Query = if let last, last.rawValue >= prefix { "id > \(last)" } else { "id >= \(prefix)" }
        return try rows(
            """
            SELECT id, created, erased, body FROM customers
            WHERE \(beginning) AND id < \(prefix + "\u{10FFFF}") ORDER BY id LIMIT \(limit)
            """
        ) { row in
            StoredCustomer(
                id: try row.next(),
                createdDate: try row.next(),
                erasedDate: try row.next(),
                body: try row.next()
            )
        }
    }
}
