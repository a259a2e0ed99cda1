// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// That a customer's app or the team's backend asked for the customer.
package struct CustomerVisit: Hashable, Sendable {
    /// The app and environment.
    package var scope: AppScope
    /// The customer.
    package var customer: CustomerID
    /// When it asked.
    package var seen: Date
    /// The app's version; empty where it is not known, as when the backend asked.
    package var appVersion: String
    /// The device's system, such as `iOS 27.0`; empty where it is not known.
    package var system: String

    /// How many bytes the texts have at most.
    package static let maximumLength = 60

    /// Makes a value; texts that are too long are cut.
    package init(scope: AppScope, customer: CustomerID, seen: Date, appVersion: String = "", system: String = "") {
        self.scope = scope
        self.customer = customer
        self.seen = seen
        self.appVersion = String(appVersion.prefix(Self.maximumLength))
        self.system = String(system.prefix(Self.maximumLength))
    }

    /// The Pacific day.
    var day: CivilDay { ReportingZone.pacific.day(of: seen) }
}

/// How many customers were seen on a day whom the app saw on another day before, and on none in between.
package struct CustomerDayCount: Hashable, Comparable, Sendable {
    /// The Pacific day.
    package var day: CivilDay
    /// The last day before it on which they were seen; 1 January 1970 for those who were never seen before.
    package var dayBefore: CivilDay
    /// The storefront of their newest purchase then; empty without any.
    package var storefront: StorefrontCountryCode
    /// How many customers.
    package var number: Int64

    /// Makes a value.
    package init(day: CivilDay, dayBefore: CivilDay, storefront: StorefrontCountryCode = "", number: Int64) {
        self.day = day
        self.dayBefore = dayBefore
        self.storefront = storefront
        self.number = number
    }

    /// Orders by the days, then by the storefront.
    package static func < (left: Self, right: Self) -> Bool {
        (left.day.daysSince1970, left.dayBefore.daysSince1970, left.storefront.rawValue)
            < (right.day.daysSince1970, right.dayBefore.daysSince1970, right.storefront.rawValue)
    }
}

extension CustomerListReader {
    /// When customers were last seen, by their identifiers.
    ///
    /// - Throws: `DatabaseError`.
    package func visits(of customers: [CustomerID], in scope: AppScope) throws -> [CustomerID: CustomerVisit] {
        guard let number = try number(of: scope) else { return [:] }
        let values = customers.map { StoredValue.text($0.rawValue) }
        let visits = try rows(
            """
            SELECT customer, seen, app_version, system FROM customer_visits
            WHERE scope = \(number) AND customer IN \(list: values)
            """
        ) { row in
            CustomerVisit(
                scope: scope,
                customer: try row.next(),
                seen: try row.next(),
                appVersion: try row.next(),
                system: try row.next()
            )
        }
        return Dictionary(uniqueKeysWithValues: visits.map { ($0.customer, $0) })
    }

    /// How many customers were seen on each day of a range, by the day before on which they were seen.
    ///
    /// - Parameters:
    ///   - days: The Pacific days.
    ///   - scope: The app and environment.
    /// - Returns: The numbers, in their order; zeros are left out.
    /// - Throws: `DatabaseError`.
    package func customerDayCounts(
        of days: ClosedRange<CivilDay>,
        in scope: AppScope
    ) throws -> [CustomerDayCount] {
        guard let number = try number(of: scope) else { return [] }
        return try rows(
            """
            SELECT day, day_before, storefront, number FROM customer_day_counts
            WHERE scope = \(number) AND day >= \(days.lowerBound.daysSince1970)
                AND day <= \(days.upperBound.daysSince1970)
            ORDER BY day, day_before, storefront
            """,
            CustomerDayCount.init(row:)
        )
    }

    /// The same numbers, counted from the days of each customer.
    ///
    /// - Throws: `DatabaseError`.
    package func countedCustomerDays(
        of days: ClosedRange<CivilDay>,
        in scope: AppScope
    ) throws -> [CustomerDayCount] {
        guard let number = try number(of: scope) else { return [] }
        return try rows(
            """
            SELECT day, day_before, storefront, COUNT(*) FROM customer_days
            WHERE scope = \(number) AND day >= \(days.lowerBound.daysSince1970)
                AND day <= \(days.upperBound.daysSince1970)
            GROUP BY day, day_before, storefront ORDER BY day, day_before, storefront
            """,
            CustomerDayCount.init(row:)
        )
    }

    /// The first day from which on all days of customers are kept; nothing where there are none.
    ///
    /// - Throws: `DatabaseError`.
    package func firstCustomerDay(in scope: AppScope) throws -> CivilDay? {
        guard let number = try number(of: scope) else { return nil }
        return try first(
            "SELECT day FROM customer_days WHERE scope = \(number) ORDER BY scope, day LIMIT 1"
        ) { CivilDay(daysSince1970: try $0.next()) }
    }
}

extension CustomerDayCount {
    fileprivate init(row: inout Row) throws {
        self.init(
            day: CivilDay(daysSince1970: try row.next()),
            dayBefore: CivilDay(daysSince1970: try row.next()),
            storefront: try row.next(),
            number: try row.next()
        )
    }
}

extension CustomerListWriter {
    /// Stores that customers were seen; of customers who do not exist, nothing.
    ///
    /// - Throws: `DatabaseError`.
    package func record(_ visits: [CustomerVisit]) throws {
        for visit in visits {
            let number = try ensureNumber(of: visit.scope)
            let isKnown = try first("SELECT 1 FROM customers WHERE id = \(visit.customer) AND erased IS NULL") {
                try $0.next(Int64.self)
            }
            guard isKnown != nil else { continue }
            try storeVisit(visit, number)
            try addDay(visit.day.daysSince1970, of: visit.customer, number, storefront: nil)
        }
    }

    /// Gives the days of an anonymous customer to an account.
    ///
    /// - Throws: `DatabaseError`.
    package func moveListRows(of alias: CustomerID, to customer: CustomerID) throws {
        for scope in try scopes() {
            guard let number = try number(of: scope) else { continue }
            let own = "scope = \(number) AND customer = \(alias)" as Query
            try execute(
                """
                UPDATE purchase_summaries SET customer = \(customer) WHERE \(own) AND NOT EXISTS (
                    SELECT 1 FROM purchase_summaries AS other WHERE other.scope = \(number)
                        AND other.lineage = purchase_summaries.lineage AND other.customer = \(customer))
                """
            )
            try execute("DELETE FROM purchase_summaries WHERE \(own)")
            for amount in try customerSummary(of: alias, in: scope).amounts {
                try add(amount, to: customer, number)
            }
            try execute("DELETE FROM customer_amounts WHERE \(own)")
            if var visit = try visits(of: [alias], in: scope)[alias] {
                visit.customer = customer
                try storeVisit(visit, number)
                try execute("DELETE FROM customer_visits WHERE \(own)")
            }
            let days = try rows("SELECT day, day_before, storefront FROM customer_days WHERE \(own) ORDER BY day") {
                (day: try $0.next(Int.self), before: try $0.next(Int.self), storefront: try $0.next(String.self))
            }
            try execute("DELETE FROM customer_days WHERE \(own)")
            for day in days {
                try count(-1, day.day, day.before, day.storefront, number)
                try addDay(day.day, of: customer, number, storefront: day.storefront)
            }
        }
    }

    /// Forgets what lists know of a customer; the days stay under a pseudonym, so that the numbers of customers do.
    ///
    /// - Throws: `DatabaseError`.
    package func removeListRows(of customer: CustomerID, pseudonym: CustomerID) throws {
        for scope in try scopes() {
            guard let number = try number(of: scope) else { continue }
            let own = "scope = \(number) AND customer = \(customer)" as Query
            try execute("DELETE FROM purchase_summaries WHERE \(own)")
            try execute("DELETE FROM customer_amounts WHERE \(own)")
            try execute("DELETE FROM customer_visits WHERE \(own)")
            try execute("UPDATE customer_days SET customer = \(pseudonym) WHERE \(own)")
        }
    }

    /// Removes the days of customers before a day; the numbers of customers stay.
    ///
    /// - Returns: How many.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func removeCustomerDays(in scope: AppScope, before day: CivilDay) throws -> Int {
        guard let number = try number(of: scope) else { return 0 }
        return try execute("DELETE FROM customer_days WHERE scope = \(number) AND day < \(day.daysSince1970)")
    }

    /// Stores the numbers of customers as their days give them.
    ///
    /// - Throws: `DatabaseError`.
    package func repairCustomerDayCounts(of days: ClosedRange<CivilDay>, in scope: AppScope) throws {
        let counted = try countedCustomerDays(of: days, in: scope)
        let number = try ensureNumber(of: scope)
        try execute(
            """
            DELETE FROM customer_day_counts WHERE scope = \(number) AND day >= \(days.lowerBound.daysSince1970)
                AND day <= \(days.upperBound.daysSince1970)
            """
        )
        for row in counted {
            let (day, before) = (row.day.daysSince1970, row.dayBefore.daysSince1970)
            try count(row.number, day, before, row.storefront.rawValue, number)
        }
    }

    private func storeVisit(_ visit: CustomerVisit, _ number: Int64) throws {
        // The backend says nothing of the app: what is known of it stays.
        try post(
            """
            INSERT INTO customer_visits (scope, customer, seen, app_version, system)
            VALUES (\(number), \(visit.customer), \(visit.seen), \(visit.appVersion), \(visit.system))
            ON CONFLICT (scope, customer) DO UPDATE SET seen = excluded.seen,
                app_version = CASE WHEN excluded.app_version = '' THEN customer_visits.app_version
                    ELSE excluded.app_version END,
                system = CASE WHEN excluded.system = '' THEN customer_visits.system ELSE excluded.system END
            WHERE excluded.seen > customer_visits.seen
            """
        )
    }

    /// Adds in the program, not in the database: the sums stop at the ends of 64 bits.
    private func add(_ amount: CustomerSummary.Amount, to customer: CustomerID, _ number: Int64) throws {
        let own = "scope = \(number) AND customer = \(customer) AND currency = \(amount.currency)" as Query
        let stored = try first(
            "SELECT currency, net, refunded, payments, refunds FROM customer_amounts WHERE \(own)"
        ) { try CustomerSummary.Amount(row: &$0) }
        let net = BoundedSum(amount.net) + BoundedSum(stored?.net ?? 0)
        let refunded = BoundedSum(amount.refunded) + BoundedSum(stored?.refunded ?? 0)
        try execute("DELETE FROM customer_amounts WHERE \(own)")
        try execute(
            """
            INSERT INTO customer_amounts (scope, customer, currency, net, refunded, payments, refunds)
            VALUES (\(number), \(customer), \(amount.currency), \(net.value), \(refunded.value),
            \(amount.payments + (stored?.payments ?? 0)), \(amount.refunds + (stored?.refunds ?? 0)))
            """
        )
    }

    private func addDay(_ day: Int, of customer: CustomerID, _ number: Int64, storefront: String?) throws {
        let own = "scope = \(number) AND customer = \(customer)" as Query
        let before = try first(
            "SELECT day FROM customer_days WHERE \(own) AND day <= \(day) ORDER BY day DESC LIMIT 1"
        ) { try $0.next(Int.self) }
        guard before != day else { return }
        let country = try storefront ?? newestStorefront(own)
        let inserted = try execute(
            """
            INSERT INTO customer_days (scope, customer, day, day_before, storefront)
            VALUES (\(number), \(customer), \(day), \(before ?? 0), \(country)) ON CONFLICT DO NOTHING
            """
        )
        guard inserted == 1 else { return }
        try count(1, day, before ?? 0, country, number)
        let next = try first(
            "SELECT day, storefront FROM customer_days WHERE \(own) AND day > \(day) ORDER BY day LIMIT 1"
        ) { (day: try $0.next(Int.self), storefront: try $0.next(String.self)) }
        guard let next else { return }
        try execute("UPDATE customer_days SET day_before = \(day) WHERE \(own) AND day = \(next.day)")
        try count(-1, next.day, before ?? 0, next.storefront, number)
        try count(1, next.day, day, next.storefront, number)
    }

    private func newestStorefront(_ own: Query) throws -> String {
        try first(
            """
            SELECT storefront FROM purchase_summaries WHERE \(own) AND storefront <> ''
            ORDER BY service_end DESC, lineage DESC LIMIT 1
            """
        ) { try $0.next(String.self) } ?? ""
    }

    private func count(_ change: Int64, _ day: Int, _ before: Int, _ storefront: String, _ scope: Int64) throws {
        try post(
            """
            INSERT INTO customer_day_counts (scope, day, day_before, storefront, number)
            VALUES (\(scope), \(day), \(before), \(storefront), \(change))
            ON CONFLICT (scope, day, day_before, storefront)
            DO UPDATE SET number = customer_day_counts.number + excluded.number
            """
        )
        guard change < 0 else { return }
        try post(
            """
            DELETE FROM customer_day_counts WHERE scope = \(scope) AND day = \(day) AND day_before = \(before)
                AND storefront = \(storefront) AND number = 0
            """
        )
    }
}
