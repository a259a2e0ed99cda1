// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce

/// What a list of customers is narrowed to; nothing where all are meant.
package struct CustomerFilter: Hashable, Sendable {
    /// A part of the identifier, whether its Latin letters are large or small; with fewer than three characters its beginning.
    package var text: String
    /// Only customers with a purchase in this app and environment.
    package var buyersIn: AppScope?

    /// How many customers are listed at most for a part of the identifier.
    package static let maximumMatches = 10_000

    /// Makes a filter.
    package init(text: String = "", buyersIn: AppScope? = nil) {
        self.text = text
        self.buyersIn = buyersIn
    }
}

/// Customers that a filter lets through, a page of them.
package struct CustomerListing: Hashable, Sendable {
    /// The customers, by their identifiers.
    package var customers: [StoredCustomer]
    /// How many there are on all pages, up to one more than ``CustomerFilter/maximumMatches``.
    package var count: Int
    /// Whether more match than are listed.
    package var isCut: Bool
}

extension CustomerReader {
    /// The customers that a filter lets through, by their identifiers, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func customerPage(
        _ filter: CustomerFilter,
        after last: CustomerID? = nil,
        limit: Int
    ) throws -> CustomerListing {
        if !filter.text.isEmpty {
            let matches = try customers(matching: filter)
            return try page(of: matches.ids, isCut: matches.isCut, after: last, limit: limit)
        }
        guard let scope = filter.buyersIn else {
            let page = try presentCustomers(after: last, limit: limit)
            return CustomerListing(customers: page, count: try count(), isCut: false)
        }
        guard let key = try number(of: scope) else { return CustomerListing(customers: [], count: 0, isCut: false) }
        let bound = CustomerFilter.maximumMatches + 1
        // Few purchases are read at once; of many the next customers are found by the index of their claims.
        let claimed = try number("SELECT COUNT(*) FROM (\(claims(in: key, limit: bound))) AS counted")
        if claimed < bound {
            let found: [CustomerID] = try rows(
                """
                SELECT DISTINCT id FROM customers WHERE erased IS NULL
                    AND id IN (SELECT customer FROM (\(claims(in: key, limit: bound))) AS claimed) ORDER BY id
                """
            ) { try $0.next() }
            return try page(of: found, isCut: false, after: last, limit: limit)
        }
        let ids: [CustomerID] = try rows(buyers(in: key, after: last, limit: limit)) { try $0.next() }
        // Ten thousand customers are looked up one by one only where they may be fewer.
        let claimants: Query = "SELECT DISTINCT customer FROM claims WHERE \(isClaimed(in: key)) LIMIT \(bound)"
        var count = try number("SELECT COUNT(*) FROM (\(claimants)) AS counted")
        if count < bound { count = try number("SELECT COUNT(*) FROM (\(buyers(in: key, limit: bound))) AS counted") }
        return CustomerListing(customers: try customers(ids), count: Int(count), isCut: false)
    }

    /// The next customers that a filter lets through, by their identifiers, without how many there are.
    ///
    /// - Throws: `DatabaseError`.
    package func customers(
        _ filter: CustomerFilter,
        after last: CustomerID?,
        limit: Int
    ) throws -> [StoredCustomer] {
        guard filter.text.isEmpty else { return try customerPage(filter, after: last, limit: limit).customers }
        guard let scope = filter.buyersIn else { return try presentCustomers(after: last, limit: limit) }
        guard let key = try number(of: scope) else { return [] }
        let ids: [CustomerID] = try rows(buyers(in: key, after: last, limit: limit)) { try $0.next() }
        return try customers(ids)
    }

    /// The identifiers that have a text in them, or begin with one of fewer than three characters, in their order.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - most: How many are found at most.
    /// - Returns: The identifiers, and whether there are more.
    /// - Throws: `DatabaseError`.
    package func customers(
        matching filter: CustomerFilter,
        upTo most: Int = CustomerFilter.maximumMatches
    ) throws -> (ids: [CustomerID], isCut: Bool) {
        let text = filter.text.asciiLowercased
        let parts = CustomerSearchIndex.parts(of: text, upTo: 10)
        let hasText: Query = "LOWER(customers.id) LIKE \(Self.pattern(of: text)) ESCAPE '!'"
        var sources: [CustomerSearchIndex.Source] = []
        var condition: Query = "AND customers.erased IS NULL"
        if parts.isEmpty {
            sources = Self.beginnings(text).map { ($0, "ORDER BY customers.id") }
        } else {
            condition = "\(condition) AND \(hasText)"
            if let scan = try frequentScan(hasText) {
                sources = [(scan.source, "")]
            } else {
                sources = dialect.customerSearch.candidates(parts)
            }
        }
        let limited = sources.map { source -> Query in
            let matching: Query =
                "\(source.query) \(condition) \(source.order) LIMIT \(most + 1)"
            return "SELECT id FROM (\(matching)) AS part"
        }
        let union = limited.dropFirst().reduce(limited[0]) { "\($0) UNION ALL \($1)" }
        var ids: [CustomerID] = try rows("SELECT id FROM (\(union)) AS matching ORDER BY id") { try $0.next() }
        let isCut = ids.count > most
        ids = Array(ids.prefix(most))
        if let scope = filter.buyersIn {
            let buyers = try buyers(among: ids, in: scope)
            ids = ids.filter(buyers.contains)
        }
        return (ids, isCut)
    }

    /// The scan that is quicker than the index, where at least each twentieth customer meets a condition.
    private func frequentScan(_ condition: Query) throws -> CustomerSearchIndex.Scan? {
        guard let scan = dialect.customerSearch.scan else { return nil }
        let matching: Query = "COUNT(CASE WHEN \(condition) THEN 1 END)"
        let counts = try first("SELECT COUNT(*), \(matching) FROM (\(scan.sample)) AS customers") { row in
            (all: try row.next(Int.self), matching: try row.next(Int.self))
        }
        guard let counts, counts.all >= 100, counts.matching * 20 >= counts.all else { return nil }
        _ = try first(scan.preparation) { try $0.next(String.self) }
        return scan
    }

    /// The customers of these identifiers, in their order.
    ///
    /// - Throws: `DatabaseError`.
    package func customers(_ ids: [CustomerID]) throws -> [StoredCustomer] {
        let values = ids.map { StoredValue.text($0.rawValue) }
        return try rows(
            "SELECT id, created, erased, body FROM customers WHERE id IN \(list: values) ORDER BY id"
        ) { row in
            StoredCustomer(
                id: try row.next(),
                createdDate: try row.next(),
                erasedDate: try row.next(),
                body: try row.next()
            )
        }
    }

    private func page(
        of ids: [CustomerID],
        isCut: Bool,
        after last: CustomerID?,
        limit: Int
    ) throws -> CustomerListing {
        // The last customer of the page before may be erased meanwhile.
        let place = last.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 }
        let beginning = (last?.rawValue ?? "").utf8
        let rest = ids.dropFirst(place ?? ids.count { $0.rawValue.utf8.lexicographicallyPrecedes(beginning) })
        let count = ids.count + (isCut ? 1 : 0)
        return CustomerListing(customers: try customers(Array(rest.prefix(limit))), count: count, isCut: isCut)
    }

    private func presentCustomers(after last: CustomerID?, limit: Int) throws -> [StoredCustomer] {
        let ids: [CustomerID] = try rows(
            """
            SELECT id FROM customers WHERE id > \(last?.rawValue ?? "") AND erased IS NULL ORDER BY id LIMIT \(limit)
            """
        ) { try $0.next() }
        return try customers(ids)
    }

    private func count() throws -> Int {
        let rows: Query =
            "SELECT 1 FROM customers WHERE erased IS NULL LIMIT \(CustomerFilter.maximumMatches + 1)"
        return Int(try number("SELECT COUNT(*) FROM (\(rows)) AS counted"))
    }

    private func claims(in scope: Int64, limit: Int) -> Query {
        "SELECT customer FROM claims WHERE scope = \(scope) LIMIT \(limit)"
    }

    /// Whether a claim is in a scope.
    ///
    /// Without statistics a sum keeps a database from the index by scope, whose rows it would have to sort all. With
    /// them it would hide how many rows there are.
    private func isClaimed(in scope: Int64) -> Query {
        dialect.plansByStatistics ? "claims.scope = \(scope)" : "claims.scope + 0 = \(scope)"
    }

    private func buyers(in scope: Int64, after last: CustomerID? = nil, limit: Int) -> Query {
        let after = last?.rawValue ?? ""
        // A plan for any customers merges the two tables, and would read all customers before these.
        let isAfter: Query = dialect.plansByStatistics ? "AND customers.id > \(after)" : ""
        return """
            SELECT DISTINCT claims.customer FROM claims JOIN customers ON customers.id = claims.customer
            WHERE \(isClaimed(in: scope)) AND claims.customer > \(after) \(isAfter) AND customers.erased IS NULL
            ORDER BY claims.customer LIMIT \(limit)
            """
    }

    private func buyers(among ids: [CustomerID], in scope: AppScope) throws -> Set<CustomerID> {
        guard let key = try number(of: scope) else { return [] }
        var found: Set<CustomerID> = []
        for start in stride(from: 0, to: ids.count, by: 500) {
            let values = ids[start..<min(start + 500, ids.count)].map { StoredValue.text($0.rawValue) }
            let claimed: [CustomerID] = try rows(
                "SELECT DISTINCT customer FROM claims WHERE customer IN \(list: values) AND scope = \(key)"
            ) { try $0.next() }
            found.formUnion(claimed)
        }
        return found
    }

    /// A query for each spelling of a beginning: what is compared letter by letter has an index in one case alone.
    private static func beginnings(_ text: String) -> [Query] {
        var spellings = [""]
        for letter in text.unicodeScalars {
            let small = String(Character(letter))
            let isLatin = ("a"..."z").contains(letter)
            let large = isLatin ? String(Character(Unicode.Scalar(UInt8(letter.value) - 32))) : small
            spellings = spellings.flatMap { small == large ? [$0 + small] : [$0 + large, $0 + small] }
        }
        return spellings.map { spelling in
            """
            SELECT customers.id FROM customers
            WHERE customers.id >= \(spelling) AND customers.id < \(spelling + "\u{10FFFF}")
            """
        }
    }

    /// A text as a pattern: what stands for others in patterns stands for itself.
    private static func pattern(of text: String) -> String {
        "%" + text.map { ["%", "_", "!"].contains($0) ? "!\($0)" : String($0) }.joined() + "%"
    }
}
