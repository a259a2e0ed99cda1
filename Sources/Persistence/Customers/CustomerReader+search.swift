// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce

/// What a list of customers is narrowed to; nothing where all are meant.
package struct CustomerFilter: Hashable, Sendable {
    /// A part of the identifier, whether its Latin letters are large or small.
    package var text: String
    /// Only customers with a purchase in this app and environment.
    package var buyersIn: AppScope?

    /// Makes a filter.
    package init(text: String = "", buyersIn: AppScope? = nil) {
        self.text = text
        self.buyersIn = buyersIn
    }
}

extension CustomerReader {
    /// The customers that a filter lets through, by their identifiers, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func customers(
        _ filter: CustomerFilter,
        after last: CustomerID? = nil,
        limit: Int
    ) throws -> [StoredCustomer] {
        let beginning: Query = last.map { "id > \($0)" } ?? "id >= ''"
        return try rows(
            """
            SELECT id, created, erased, body FROM customers
            WHERE \(beginning) \(filter.condition) ORDER BY id LIMIT \(limit)
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

    /// How many customers a filter lets through, up to a bound.
    ///
    /// - Throws: `DatabaseError`.
    package func customerCount(_ filter: CustomerFilter, upTo limit: Int) throws -> Int {
        let rows: Query = "SELECT 1 FROM customers WHERE id >= '' \(filter.condition) LIMIT \(limit)"
        return try first("SELECT COUNT(*) FROM (\(rows)) AS counted") { try $0.next(Int.self) } ?? 0
    }
}

extension CustomerFilter {
    fileprivate var condition: Query {
        var condition: Query = "AND erased IS NULL"
        if !text.isEmpty { condition = "\(condition) AND LOWER(id) LIKE \(pattern) ESCAPE '!'" }
        if let scope = buyersIn {
            condition = """
                \(condition) AND EXISTS (SELECT 1 FROM claims JOIN scopes ON scopes.id = claims.scope
                WHERE claims.customer = customers.id AND scopes.bundle_id = \(scope.bundleID)
                AND scopes.environment = \(scope.environment))
                """
        }
        return condition
    }

    /// The text as a pattern: what stands for others in patterns stands for itself.
    private var pattern: String {
        let spelled = text.lowercased().map { ["%", "_", "!"].contains($0) ? "!\($0)" : String($0) }.joined()
        return "%" + spelled + "%"
    }
}
