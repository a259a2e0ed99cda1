// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension ShadowWriter {
    /// Stores a difference instead of the one of its identifier.
    ///
    /// - Throws: `DatabaseError`, or an `EncodingError`.
    package func upsert(_ difference: StoredShadowDifference) throws {
        let observed = difference.observed
        let amount = observed.divergence.atStake
        let limit = StoredShadowDifference.maximumAmount
        let milliunits = amount.map { min(max($0.milliunits, -limit), limit) }
        let changed = observed.resolvedDate ?? observed.confirmedDate ?? observed.firstSeenDate
        try execute(
            """
            INSERT INTO shadow_differences (id, app, customer, kind, state, due, changed, currency, amount, body)
            VALUES (\(difference.id), \(difference.app), \(difference.customer), \(observed.divergence.kind),
                \(observed.state.rawValue), \(difference.dueDate), \(changed), \(amount?.currency), \(milliunits),
                \(try AppStoreJSON.encode(observed)))
            ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, state = excluded.state, due = excluded.due,
                changed = excluded.changed, currency = excluded.currency, amount = excluded.amount,
                body = excluded.body
            """
        )
    }

    /// Removes a difference.
    ///
    /// - Throws: `DatabaseError`.
    package func removeShadowDifference(_ id: String) throws {
        try execute("DELETE FROM shadow_differences WHERE id = \(id)")
    }

    /// Removes all differences of an app.
    ///
    /// - Throws: `DatabaseError`.
    package func removeShadowDifferences(of app: BundleID) throws {
        try execute("DELETE FROM shadow_differences WHERE app = \(app)")
    }

    /// Removes all differences of a customer.
    ///
    /// - Throws: `DatabaseError`.
    package func removeShadowDifferences(of customer: CustomerID) throws {
        try execute("DELETE FROM shadow_differences WHERE customer = \(customer)")
    }

    /// Removes the differences that were resolved before a date.
    ///
    /// - Throws: `DatabaseError`.
    package func removeShadowDifferences(of app: BundleID, resolvedBefore date: Date) throws {
        try execute(
            """
            DELETE FROM shadow_differences
            WHERE app = \(app) AND state = \(ObservedDivergence.State.resolved.rawValue) AND changed < \(date)
            """
        )
    }

    /// Removes the differences that were resolved longest ago.
    ///
    /// - Returns: How many: at most `limit`.
    /// - Throws: `DatabaseError`.
    package func removeOldestResolvedShadowDifferences(of app: BundleID, limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM shadow_differences WHERE number IN (
                SELECT number FROM shadow_differences
                WHERE app = \(app) AND state = \(ObservedDivergence.State.resolved.rawValue)
                ORDER BY changed, number LIMIT \(limit))
            """
        )
    }
}

extension ShadowReader {
    /// The open differences of a customer: pending and confirmed ones.
    ///
    /// - Throws: `DatabaseError`.
    package func openShadowDifferences(of customer: CustomerID, in app: BundleID) throws -> [StoredShadowDifference] {
        try differences(
            """
            customer = \(customer) AND app = \(app) AND state <> \(ObservedDivergence.State.resolved.rawValue)
            ORDER BY number
            """
        )
    }

    /// The customers with an open difference that is to be looked at again, the most overdue first.
    ///
    /// - Throws: `DatabaseError`.
    package func dueShadowCustomers(of app: BundleID, asOf date: Date, limit: Int) throws -> [CustomerID] {
        try rows(
            """
            SELECT customer FROM shadow_differences
            WHERE app = \(app) AND due <= \(date) AND state <> \(ObservedDivergence.State.resolved.rawValue)
            GROUP BY customer ORDER BY MIN(due), customer LIMIT \(limit)
            """
        ) { try $0.next() }
    }

    /// The differences of an app, the newest first, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func shadowDifferences(
        of app: BundleID,
        _ filter: ShadowFilter = ShadowFilter(),
        before number: Int64 = .max,
        limit: Int
    ) throws -> [StoredShadowDifference] {
        try differences(
            "app = \(app) AND \(filter.condition) AND number < \(number) ORDER BY number DESC LIMIT \(limit)"
        )
    }

    /// A difference, or `nil` when there is none of this identifier.
    ///
    /// - Throws: `DatabaseError`.
    package func shadowDifference(_ id: String, of app: BundleID) throws -> StoredShadowDifference? {
        try differences("id = \(id) AND app = \(app)").first
    }

    /// How many differences of an app are stored.
    ///
    /// - Throws: `DatabaseError`.
    package func shadowDifferenceCount(of app: BundleID) throws -> Int {
        Int(try number("SELECT COUNT(*) FROM shadow_differences WHERE app = \(app)"))
    }

    /// How many differences of an app there are, by class and state.
    ///
    /// - Throws: `DatabaseError`.
    package func shadowCounts(of app: BundleID) throws -> [ShadowCount] {
        try rows(
            """
            SELECT kind, state, COUNT(*), COUNT(DISTINCT customer) FROM shadow_differences WHERE app = \(app)
            GROUP BY kind, state ORDER BY kind, state
            """
        ) { row in
            let kind = DivergenceKind(rawValue: try row.next())
            let name = try row.next(String.self)
            guard let state = ObservedDivergence.State(rawValue: name) else {
                throw DatabaseError(code: .damaged, message: "the state '\(name)' of a difference is damaged")
            }
            return ShadowCount(kind: kind, state: state, count: try row.next(), customers: try row.next())
        }
    }

    /// The charges that an app's confirmed differences are about, by class and currency.
    ///
    /// - Throws: `DatabaseError`.
    package func shadowAmounts(of app: BundleID) throws -> [(kind: DivergenceKind, amount: Money)] {
        try rows(
            """
            SELECT kind, currency, CAST(SUM(amount) AS BIGINT) FROM shadow_differences
            WHERE app = \(app) AND state = \(ObservedDivergence.State.confirmed.rawValue) AND amount IS NOT NULL
                AND currency IS NOT NULL
            GROUP BY kind, currency ORDER BY kind, currency
            """
        ) { row in
            let kind = DivergenceKind(rawValue: try row.next())
            let currency = Currency(rawValue: try row.next())
            return (kind, Money(milliunits: try row.next(), currency: currency))
        }
    }

    private func differences(_ condition: Query) throws -> [StoredShadowDifference] {
        try rows("SELECT number, id, app, customer, due, body FROM shadow_differences WHERE \(condition)") { row in
            let number = try row.next(Int64.self)
            let id = try row.next(String.self)
            let (app, customer) = (try row.next(BundleID.self), try row.next(CustomerID.self))
            let due = try row.next(Date.self)
            let body = try row.next(Data.self)
            guard let observed = try? AppStoreJSON.decode(ObservedDivergence.self, from: body) else {
                throw DatabaseError(
                    code: .damaged,
                    message: "the difference '\(id)' is damaged. Remove it by starting the comparison again"
                )
            }
            var difference = StoredShadowDifference(
                id: id,
                app: app,
                customer: customer,
                observed: observed,
                dueDate: due
            )
            difference.number = number
            return difference
        }
    }
}
