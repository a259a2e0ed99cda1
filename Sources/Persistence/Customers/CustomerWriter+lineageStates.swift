// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// What was derived about one purchase's transaction history; it can be dropped and derived again.
package struct StoredLineageState: Hashable, Sendable {
    /// The app and environment.
    package var scope: AppScope
    /// The purchase.
    package var lineage: OriginalTransactionID
    /// When it should be looked at again, such as at its expiry.
    package var dueDate: Date?
    /// The state, in the server's own form: equal states have equal bytes.
    package var body: Data

    /// Makes a state.
    package init(scope: AppScope, lineage: OriginalTransactionID, dueDate: Date?, body: Data) {
        self.scope = scope
        self.lineage = lineage
        self.dueDate = dueDate
        self.body = body
    }
}

extension CustomerWriter {
    /// Stores what was derived about a purchase, instead of what was there.
    ///
    /// - Throws: `DatabaseError`.
    package func upsert(_ state: StoredLineageState) throws {
        let number = try ensureNumber(of: state.scope)
        try post(
            """
            INSERT INTO lineage_states (scope, lineage, due, body)
            VALUES (\(number), \(state.lineage), \(state.dueDate), \(state.body))
            ON CONFLICT (scope, lineage) DO UPDATE SET due = excluded.due, body = excluded.body
            """
        )
    }
}

extension CustomerReader {
    /// How many purchases of a scope are known; it reads an index of all of them.
    ///
    /// - Throws: `DatabaseError`.
    package func lineageCount(in scope: AppScope) throws -> Int {
        guard let number = try number(of: scope) else { return 0 }
        return Int(try self.number("SELECT COUNT(*) FROM lineage_states WHERE scope = \(number)"))
    }

    /// Whether a scope has at most so many purchases; it reads no more of an index than that.
    ///
    /// - Throws: `DatabaseError`.
    package func hasLineages(in scope: AppScope, atMost limit: Int) throws -> Bool {
        guard let number = try number(of: scope) else { return true }
        let rows: Query = "SELECT 1 FROM lineage_states WHERE scope = \(number) LIMIT \(max(0, limit) + 1)"
        return try self.number("SELECT COUNT(*) FROM (\(rows)) AS counted") <= limit
    }

    /// What was derived about a purchase, or nothing.
    ///
    /// - Throws: `DatabaseError`.
    package func lineageState(
        of lineage: OriginalTransactionID,
        in scope: AppScope
    ) throws -> StoredLineageState? {
        guard let number = try number(of: scope) else { return nil }
        return try first("SELECT due, body FROM lineage_states WHERE scope = \(number) AND lineage = \(lineage)") {
            StoredLineageState(scope: scope, lineage: lineage, dueDate: try $0.next(), body: try $0.next())
        }
    }

    /// The purchases that should be looked at by now, the most overdue first.
    ///
    /// - Throws: `DatabaseError`.
    package func dueLineages(asOf now: Date, limit: Int) throws -> [StoredLineageState] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, lineage_states.lineage, lineage_states.due,
                lineage_states.body
            FROM lineage_states JOIN scopes ON scopes.id = lineage_states.scope
            WHERE lineage_states.due <= \(now) ORDER BY lineage_states.due LIMIT \(limit)
            """
        ) { row in
            StoredLineageState(
                scope: AppScope(bundleID: try row.next(), environment: try row.next()),
                lineage: try row.next(),
                dueDate: try row.next(),
                body: try row.next()
            )
        }
    }

    /// The purchases of a scope that should be looked at by an instant, the most overdue first, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func dueLineages(
        in scope: AppScope,
        asOf instant: Date,
        after last: StoredLineageState?,
        limit: Int
    ) throws -> [StoredLineageState] {
        guard let number = try number(of: scope) else { return [] }
        let (due, lineage) = (last?.dueDate ?? .distantPast, last?.lineage ?? "")
        // The sum keeps a database from the index by scope, whose rows it would have to sort all.
        return try rows(
            """
            SELECT lineage, due, body FROM lineage_states
            WHERE scope + 0 = \(number) AND due >= \(due) AND due <= \(instant)
                AND (due > \(due) OR lineage > \(lineage))
            ORDER BY due, lineage LIMIT \(limit)
            """
        ) { row in
            StoredLineageState(scope: scope, lineage: try row.next(), dueDate: try row.next(), body: try row.next())
        }
    }

    /// The purchases of a scope whose state time changes from an instant on, the soonest first, a page at a time.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - range: When the state changes.
    ///   - last: The last purchase of the page before.
    ///   - limit: How many at most.
    /// - Returns: The purchases.
    /// - Throws: `DatabaseError`.
    package func changingLineages(
        in scope: AppScope,
        during range: ClosedRange<Date>,
        after last: (due: Date, lineage: OriginalTransactionID)?,
        limit: Int
    ) throws -> [StoredLineageState] {
        guard let number = try number(of: scope) else { return [] }
        let (due, lineage) = last ?? (range.lowerBound, "")
        // The sum keeps a database from the index by scope, whose rows it would have to sort all.
        return try rows(
            """
            SELECT lineage, due, body FROM lineage_states
            WHERE scope + 0 = \(number) AND due >= \(due) AND due <= \(range.upperBound)
                AND (due > \(due) OR lineage > \(lineage))
            ORDER BY due, lineage LIMIT \(limit)
            """
        ) { row in
            StoredLineageState(scope: scope, lineage: try row.next(), dueDate: try row.next(), body: try row.next())
        }
    }
}
