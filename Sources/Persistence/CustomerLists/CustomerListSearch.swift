// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The queries that find the customers of a filter.
struct CustomerListSearch {
    /// What a customer must have: a row in a table that meets a condition.
    private struct Requirement {
        var table: Query
        var condition: Query
        /// Which requirement fewer customers meet than others, as far as that is known without counting.
        var rank: Int
    }

    let filter: CustomerListFilter
    let scope: Int64
    /// Whether the database plans by statistics of the tables' contents.
    let plansByStatistics: Bool
    /// What every customer of the list has, what fewer have first.
    private let requirements: [Requirement]
    /// What no customer of the list has.
    private let exclusions: [Requirement]
    /// The requirement of purchases, read in the order of customers.
    private let ordered: Query?

    init(filter: CustomerListFilter, scope: Int64, now: Date, plansByStatistics: Bool) {
        self.filter = filter
        self.scope = scope
        self.plansByStatistics = plansByStatistics
        ordered = Self.condition(onPurchases: filter, now, isOrdered: true)
        var requirements: [Requirement] = []
        if filter.isRefunded {
            requirements.append(Requirement(table: "customer_amounts", condition: "AND refunds > 0", rank: 1))
        }
        if let amount = filter.minimumSpent {
            requirements.append(Self.spent(amount.currency, atLeast: amount.milliunits))
        }
        let purchase = Self.condition(onPurchases: filter, now)
        if let purchase {
            let isRare = filter.status == .grace || filter.status == .retry || filter.renews == false
            requirements.append(
                Requirement(table: "purchase_summaries", condition: purchase, rank: isRare ? 0 : 3)
            )
        }
        if let seen = filter.seenFrom {
            requirements.append(Requirement(table: "customer_visits", condition: "AND seen >= \(seen)", rank: 4))
        }
        switch filter.order {
        case .identifier: break
        case .spent(let currency):
            if filter.minimumSpent?.currency != currency { requirements.append(Self.spent(currency, atLeast: nil)) }
        case .seen:
            if filter.seenFrom == nil {
                requirements.append(Requirement(table: "customer_visits", condition: "", rank: 5))
            }
        }
        if requirements.isEmpty || (filter.isBuyer && purchase == nil) {
            requirements.append(Requirement(table: "purchase_summaries", condition: "", rank: 6))
        }
        self.requirements = requirements.sorted { $0.rank < $1.rank }
        exclusions = Self.exclusions(filter, now)
    }

    private static func spent(_ currency: Currency, atLeast amount: Int64?) -> Requirement {
        let condition: Query = "AND currency = \(currency)"
        guard let amount else { return Requirement(table: "customer_amounts", condition: condition, rank: 5) }
        return Requirement(table: "customer_amounts", condition: "\(condition) AND net >= \(amount)", rank: 2)
    }

    /// What one purchase must be for all that the filter says of purchases.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - now: The instant at which states count.
    ///   - isOrdered: Whether rows are read in the order of customers, so that no index of rare states is used.
    /// - Returns: The condition; nothing where the filter says nothing of purchases.
    private static func condition(
        onPurchases filter: CustomerListFilter,
        _ now: Date,
        isOrdered: Bool = false
    ) -> Query? {
        var conditions: [Query] = []
        let nothing: Query = isOrdered ? "+ 0" : ""
        switch filter.status {
        case nil: break
        case .active: conditions.append("is_subscription = 1 AND service_end > \(now)")
        case .trial: conditions.append("is_trial \(nothing) = 1 AND service_end > \(now)")
        case .grace:
            conditions.append(
                "grace_end \(nothing) > \(now) AND grace_end \(nothing) > 0 AND service_end <= \(now)"
            )
        case .retry:
            conditions.append(
                """
                retry_end \(nothing) > \(now) AND retry_end \(nothing) > 0 AND service_end <= \(now)
                    AND grace_end <= \(now)
                """
            )
        case .ended:
            conditions.append(
                "is_subscription = 1 AND service_end <= \(now) AND grace_end <= \(now) AND retry_end <= \(now)"
            )
        }
        if let product = filter.product { conditions.append("product = \(product)") }
        if !filter.storefronts.isEmpty {
            conditions.append("storefront IN \(list: filter.storefronts.map { .text($0.rawValue) })")
        }
        if let renews = filter.renews {
            let isOff: Query = renews ? "= 0" : "= 1"
            conditions.append("is_subscription = 1 AND service_end > \(now) AND is_renewal_off \(nothing) \(isOff)")
        }
        guard !conditions.isEmpty else { return nil }
        return conditions.reduce("" as Query) { "\($0) AND \($1)" }
    }

    private static func exclusions(_ filter: CustomerListFilter, _ now: Date) -> [Requirement] {
        var exclusions: [Requirement] = []
        func exclude(_ condition: Query) {
            exclusions.append(
                Requirement(table: "purchase_summaries", condition: "AND is_subscription = 1 AND \(condition)", rank: 0)
            )
        }
        switch filter.status {
        case nil, .active, .trial: break
        case .grace: exclude("service_end > \(now)")
        case .retry: exclude("(service_end > \(now) OR grace_end > \(now))")
        case .ended: exclude("(service_end > \(now) OR grace_end > \(now) OR retry_end > \(now))")
        }
        if let instant = filter.notSeenFrom {
            exclusions.append(Requirement(table: "customer_visits", condition: "AND seen >= \(instant)", rank: 0))
        }
        return exclusions
    }

    // MARK: Queries

    /// At most so many of the customers that the filter lets through, in any order.
    ///
    /// Without statistics a database would read all purchases in the order of customers, to tell customers apart at no cost.
    /// A sum keeps it from that: an index leads to those in a rare state.
    func matches(limit: Int) -> Query {
        let first = requirements[0]
        let customer: Query = plansByStatistics ? "customer" : "customer || ''"
        return """
            SELECT DISTINCT \(customer) FROM \(first.table) AS source
            WHERE scope = \(scope) \(first.condition) \(conditions(on: "source.customer", besides: 0)) LIMIT \(limit)
            """
    }

    /// Those of some customers that the filter lets through.
    func matches(among ids: [StoredValue]) -> Query {
        """
        SELECT customers.id FROM customers
        WHERE customers.id IN \(list: ids) AND customers.erased IS NULL \(conditions(on: "customers.id"))
        """
    }

    /// The next customers in the order of the list, each with the value that it is sorted by.
    func next(after place: CustomerListPlace?, limit: Int) -> Query {
        let index = orderingIndex
        let source = requirements[index]
        let others = conditions(on: "source.customer", besides: index)
        guard let column = sortingColumn else {
            // An index of what is rare would have to be sorted; who is let through is frequent here.
            let condition = source.table.text == "purchase_summaries" ? ordered ?? "" : source.condition
            return """
                SELECT DISTINCT 0, customer FROM \(source.table) AS source
                WHERE scope = \(scope) AND customer > \(place?.customer.rawValue ?? "") \(condition) \(others)
                ORDER BY customer LIMIT \(limit)
                """
        }
        let beginning: Query =
            place.map { place in
                """
                AND \(column) <= \(place.value)
                AND (\(column) < \(place.value) OR customer > \(place.customer))
                """
            } ?? ""
        return """
            SELECT \(column), customer FROM \(source.table) AS source
            WHERE scope = \(scope) \(source.condition) \(beginning) \(others)
            ORDER BY \(column) DESC, customer LIMIT \(limit)
            """
    }

    /// The values that all customers are sorted by; nothing where they are sorted by their identifiers.
    var values: Query? {
        switch filter.order {
        case .identifier: nil
        case .spent(let currency):
            "SELECT net, customer FROM customer_amounts WHERE scope = \(scope) AND currency = \(currency)"
        case .seen: "SELECT seen, customer FROM customer_visits WHERE scope = \(scope)"
        }
    }

    private var sortingColumn: Query? {
        switch filter.order {
        case .identifier: nil
        case .spent: "net"
        case .seen: "seen"
        }
    }

    /// The requirement whose table is read in the order of the list.
    private var orderingIndex: Int {
        let table =
            switch filter.order {
            case .identifier: "purchase_summaries"
            case .spent: "customer_amounts"
            case .seen: "customer_visits"
            }
        // Of two about amounts, the one about refunds says nothing of a currency.
        return requirements.lastIndex { $0.table.text == table } ?? 0
    }

    private func conditions(on customer: Query, besides index: Int? = nil) -> Query {
        var conditions: Query = ""
        for (place, requirement) in requirements.enumerated() where place != index {
            conditions = "\(conditions) AND EXISTS (\(rows(of: requirement, customer)))"
        }
        for exclusion in exclusions { conditions = "\(conditions) AND NOT EXISTS (\(rows(of: exclusion, customer)))" }
        return conditions
    }

    private func rows(of requirement: Requirement, _ customer: Query) -> Query {
        """
        SELECT 1 FROM \(requirement.table) AS own
        WHERE own.scope = \(scope) AND own.customer = \(customer) \(requirement.condition)
        """
    }
}
