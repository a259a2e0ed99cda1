// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

extension Dialect {
    /// SQLite: strict tables, those found by their key alone kept in its order.
    static let sqlite = Dialect(
        name: "SQLite",
        integer: "INTEGER",
        text: "TEXT",
        bytes: "BLOB",
        identity: "INTEGER PRIMARY KEY AUTOINCREMENT",
        partitionedIdentity: "INTEGER PRIMARY KEY AUTOINCREMENT",
        partitionedTableEnd: "\n) STRICT",
        surroundings: (before: [], after: CustomerSearchIndex.sqliteTables),
        tableEnd: " STRICT",
        clusteredTableEnd: " STRICT, WITHOUT ROWID",
        eventPosition: "number",
        skippingLockedRows: "",
        indexesAccounts: "substr(content, 1, 2) <> x'\(CompactContent.orderSteps)'",
        sparesRoundTrips: false,
        plansByStatistics: false,
        customerSearch: .sqlite
    )
}

extension CustomerSearchIndex {
    /// How many new customers wait until they are indexed together: alone each would cost a purchase several pages.
    private static let batch = 256

    /// FTS5's index of all customers up to a number, and the triggers that continue it; the few after are read one by one.
    static let sqliteTables = [
        """
        CREATE VIRTUAL TABLE customer_search USING fts5(
            id, content = 'customers', content_rowid = 'number', tokenize = 'trigram', detail = 'none', columnsize = 0
        )
        """,
        "CREATE TABLE customer_search_progress (number INTEGER NOT NULL PRIMARY KEY) STRICT",
        "INSERT INTO customer_search_progress (number) VALUES (0)",
        """
        CREATE TRIGGER customer_search_batch AFTER INSERT ON customers
        WHEN NEW.number >= (SELECT number FROM customer_search_progress) + \(batch) BEGIN
            INSERT INTO customer_search (rowid, id) SELECT number, id FROM customers
            WHERE number > (SELECT number FROM customer_search_progress) AND number <= NEW.number;
            UPDATE customer_search_progress SET number = NEW.number;
        END
        """,
        // The number of the last customer is given again after the customer was erased.
        """
        CREATE TRIGGER customer_search_again AFTER INSERT ON customers
        WHEN NEW.number <= (SELECT number FROM customer_search_progress) BEGIN
            INSERT INTO customer_search (rowid, id) VALUES (NEW.number, NEW.id);
        END
        """,
        """
        CREATE TRIGGER customer_search_removal AFTER DELETE ON customers
        WHEN OLD.number <= (SELECT number FROM customer_search_progress) BEGIN
            INSERT INTO customer_search (customer_search, rowid, id) VALUES ('delete', OLD.number, OLD.id);
        END
        """,
    ]

    /// The newest customers first, which stand last in the index.
    fileprivate static let sqlite = CustomerSearchIndex(
        keyColumns: "number INTEGER PRIMARY KEY,\n    id TEXT NOT NULL UNIQUE",
        candidates: { parts in
            let recent: Query = """
                SELECT customers.id FROM customers
                WHERE customers.number > (SELECT number FROM customer_search_progress)
                """
            let indexed: Query = """
                SELECT customers.id FROM customer_search
                CROSS JOIN customers ON customers.number = customer_search.rowid
                WHERE customer_search MATCH \(match(parts))
                """
            return [(recent, ""), (indexed, "ORDER BY customer_search.rowid DESC")]
        },
        lookUp: { customer, parts in
            """
            SELECT 1 FROM customers WHERE id = \(customer) AND (
                number > (SELECT number FROM customer_search_progress)
                OR EXISTS (SELECT 1 FROM customer_search WHERE customer_search MATCH \(match(parts))
                    AND customer_search.rowid = customers.number))
            """
        },
        rebuilding: [
            "INSERT INTO customer_search (customer_search) VALUES ('rebuild')",
            "UPDATE customer_search_progress SET number = (SELECT COALESCE(MAX(number), 0) FROM customers)",
        ]
    )

    private static func match(_ parts: [String]) -> String {
        parts.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: " AND ")
    }
}
