// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension CustomerListReader {
    /// The customers of an app and environment that a filter lets through, a page at a time.
    ///
    /// Few customers are found at once and sorted. Where there are more than ``CustomerFilter/maximumMatches``, at least one
    /// in a few hundred is let through, so the next ones are found quickly in the order of the list.
    ///
    /// - Parameters:
    ///   - filter: What the list is narrowed to, and its order.
    ///   - scope: The app and environment.
    ///   - place: The customer after whom the page begins; `nil` for the first page.
    ///   - limit: How many customers the page has at most.
    ///   - bound: How many customers are found at once and sorted.
    ///   - now: The instant at which states count.
    /// - Returns: The page.
    /// - Throws: `DatabaseError`.
    package func customerList(
        _ filter: CustomerListFilter,
        in scope: AppScope,
        after place: CustomerListPlace? = nil,
        limit: Int,
        sortedAtOnce bound: Int = CustomerFilter.maximumMatches,
        now: Date
    ) throws -> CustomerListPage {
        guard filter.usesSummaries else {
            let found = try customerPage(filter.base(in: scope), after: place?.customer, limit: limit + 1)
            return page(of: found.customers, found.count, found.isCut, limit: limit)
        }
        guard let number = try number(of: scope) else { return CustomerListPage(customers: [], count: 0, isCut: false) }
        let search = CustomerListSearch(
            filter: filter,
            scope: number,
            now: now,
            plansByStatistics: dialect.plansByStatistics
        )
        var (ids, isCut): ([CustomerID], Bool)
        if filter.text.isEmpty {
            ids = try rows(search.matches(limit: bound + 1)) { try $0.next() }
            isCut = false
            guard ids.count <= bound else {
                let next = try rows(search.next(after: place, limit: limit + 1)) { row in
                    CustomerListPlace(value: try row.next(), customer: try row.next())
                }
                return try page(of: next, bound + 1, false, limit: limit)
            }
        } else {
            (ids, isCut) = try customers(matching: filter.base(in: scope))
            ids = try parts(of: ids).flatMap { part in try rows(search.matches(among: part)) { try $0.next() } }
        }
        let places = try self.places(of: ids, search).sorted { search.filter.precedes($0, $1) }
        let rest = place.map { place in places.filter { search.filter.precedes(place, $0) } } ?? places
        return try page(of: Array(rest.prefix(limit + 1)), places.count + (isCut ? 1 : 0), isCut, limit: limit)
    }

    private func page(
        of places: [CustomerListPlace],
        _ count: Int,
        _ isCut: Bool,
        limit: Int
    ) throws -> CustomerListPage {
        let shown = places.prefix(limit)
        let known = Dictionary(uniqueKeysWithValues: try customers(shown.map(\.customer)).map { ($0.id, $0) })
        return CustomerListPage(
            customers: shown.compactMap { known[$0.customer] },
            count: count,
            isCut: isCut,
            next: places.count > limit ? shown.last : nil
        )
    }

    private func page(
        of customers: [StoredCustomer],
        _ count: Int,
        _ isCut: Bool,
        limit: Int
    ) -> CustomerListPage {
        let shown = Array(customers.prefix(limit))
        return CustomerListPage(
            customers: shown,
            count: count,
            isCut: isCut,
            next: customers.count > limit ? shown.last.map { CustomerListPlace(customer: $0.id) } : nil
        )
    }

    /// The places of customers in the order of the list.
    private func places(of ids: [CustomerID], _ search: CustomerListSearch) throws -> [CustomerListPlace] {
        guard let query = search.values else { return ids.map { CustomerListPlace(customer: $0) } }
        return try parts(of: ids).flatMap { part in
            try rows("\(query) AND customer IN \(list: part)") { row in
                CustomerListPlace(value: try row.next(), customer: try row.next())
            }
        }
    }

    private func parts(of ids: [CustomerID]) -> [[StoredValue]] {
        stride(from: 0, to: ids.count, by: 500).map { start in
            ids[start..<min(start + 500, ids.count)].map { .text($0.rawValue) }
        }
    }
}

extension CustomerListFilter {
    /// Whether a place comes before another one.
    fileprivate func precedes(_ left: CustomerListPlace, _ right: CustomerListPlace) -> Bool {
        if left.value != right.value { return left.value > right.value }
        return left.customer.rawValue.utf8.lexicographicallyPrecedes(right.customer.rawValue.utf8)
    }
}
