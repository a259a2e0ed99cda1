// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import Persistence

/// Finds everything by its identifier, and customers, products, entitlements, endpoints and pages by a part of it.
struct ConsoleSearch {
    let text: String
    let scopes: [AppScope]
    let scope: AppScope
    let catalog: Catalog
    let endpoints: [WebhookEndpoint]
    let frame: PageContext

    /// How many of each kind are found at most.
    static let maximumHits = 20
    /// How many customers are counted, and ranked by where the text is in their identifiers.
    static let maximumMatches = SearchPage.maximumCount
    /// From how many characters on a part within an identifier is looked for: below, it would match nearly all.
    static let minimumPart = 2

    struct Result {
        var hits: [SearchPage.Hit] = []
        var customers = 0
    }

    func result(_ reader: any DatabaseReader) throws -> Result {
        var result = Result()
        let (found, named) = (try identified(reader), named(reader))
        // What is the whole identifier of one object opens its page: no one reads in which others it is a part.
        let exact = try exactCustomer(reader).map { [SearchPage.Hit.customer($0.id, since: $0.createdDate)] } ?? []
        if Self.jump(text, exact + found + named) != nil {
            result.hits = exact + found + named
            return result
        }
        try addCustomers(to: &result, reader)
        result.hits += found
        result.hits += named
        var seen: Set<SearchPage.Hit> = []
        result.hits = result.hits.filter { seen.insert($0).inserted }
        return result
    }

    /// The page of the one thing that has exactly this identifier.
    static func jump(_ text: String, _ hits: [SearchPage.Hit]) -> String? {
        let exact = hits.filter { hit in
            hit.name == text || (hit.kind == .notification && hit.name.lowercased() == text.lowercased())
        }
        // A page of the console is not an object, so its name does not open it.
        let objects = exact.filter { $0.kind != .page }
        return objects.count == 1 ? objects[0].path : nil
    }

    /// The one customer of what has exactly this identifier.
    static func customer(_ text: String, _ hits: [SearchPage.Hit]) -> String? {
        let customers = Set(hits.filter { $0.name == text }.compactMap { $0.kind == .customer ? $0.name : $0.customer })
        return customers.count == 1 ? customers.first : nil
    }

    private func exactCustomer(_ reader: any DatabaseReader) throws -> StoredCustomer? {
        try reader.customer(CustomerID(rawValue: text)).flatMap { $0.erasedDate == nil ? $0 : nil }
    }

    private func addCustomers(to result: inout Result, _ reader: any DatabaseReader) throws {
        let exact = try exactCustomer(reader)
        // An alias has no row of its own: it leads to its account.
        if let alias = try reader.alias(CustomerID(rawValue: text)) { result.hits.append(.alias(alias)) }
        let matches = try reader.customers(matching: CustomerFilter(text: text), upTo: Self.maximumMatches)
        result.customers = matches.ids.count + (matches.isCut ? 1 : 0)
        // Of very many that match only a part is ranked, so those that begin with the text are read for themselves.
        let first = try reader.customers(prefix: text, limit: Self.maximumHits).filter { $0.erasedDate == nil }
        var ids = (exact.map { [$0.id] } ?? []) + first.map(\.id)
        var seen = Set(ids)
        let small = Array(text.lowercased().utf8)
        // What begins with the text stands before the beginning of a word, and that before any other part.
        let ranked = matches.ids.map { (id: $0, rank: Self.rank(of: small, in: $0)) }
        for rank in 0...2 {
            for (id, own) in ranked where own == rank && ids.count < Self.maximumHits && seen.insert(id).inserted {
                ids.append(id)
            }
        }
        let places = Dictionary(ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let found = try reader.customers(Array(places.keys)).sorted { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
        for customer in found.prefix(Self.maximumHits) {
            result.hits.append(.customer(customer.id, since: customer.createdDate))
        }
    }

    /// Zero where an identifier begins with a text, one where a word of it does, otherwise two.
    private static func rank(of text: [UInt8], in id: CustomerID) -> Int {
        let letters = Array(id.rawValue.lowercased().utf8)
        var rank = 2
        for start in letters.indices where letters[start...].starts(with: text) {
            if start == 0 { return 0 }
            let before = letters[start - 1]
            if before < 128, !UnicodeScalar(before).properties.isAlphabetic, !(48...57).contains(before) { rank = 1 }
        }
        return rank
    }

    /// What has exactly this identifier; each kind is one look-up in an index.
    private func identified(_ reader: any DatabaseReader) throws -> [SearchPage.Hit] {
        var hits: [SearchPage.Hit] = []
        if let order = try reader.order(OrderID(rawValue: text)) { hits.append(.order(order)) }
        hits += try reader.orders(reference: text, limit: Self.maximumHits).map(SearchPage.Hit.order)
        if let uuid = UUID(uuidString: Self.hyphenated(text)) {
            hits += try reader.orders(token: AppAccountToken(rawValue: uuid), limit: Self.maximumHits)
                .map(SearchPage.Hit.order)
            for scope in scopes {
                let notification = NotificationUUID(rawValue: uuid)
                if let date = try reader.receivedDate(of: notification, in: scope) {
                    hits.append(.notification(text, scope, date))
                }
                for lineage in try reader.lineages(ofToken: uuid, in: scope) {
                    hits.append(try .purchase(lineage, in: scope, reader))
                }
            }
        } else {
            for scope in scopes {
                var lineages = try reader.lineages(ofAppleOrder: text, in: scope)
                if let lineage = try reader.lineage(of: TransactionID(rawValue: text), in: scope) {
                    lineages.append(lineage)
                }
                for lineage in Set(lineages).sorted() {
                    var hit = try SearchPage.Hit.purchase(lineage, in: scope, reader)
                    // What was searched for is one of its names.
                    if hit.name != text { (hit.name, hit.detail) = (text, "\(lineage) · " + hit.detail) }
                    hits.append(hit)
                }
            }
        }
        if text.hasPrefix("evt_"), let event = try reader.event(text) { hits.append(.event(event)) }
        return hits
    }

    /// What has the text in its name.
    private func named(_ reader: any DatabaseReader) -> [SearchPage.Hit] {
        guard text.count >= Self.minimumPart else { return [] }
        let small = text.lowercased()
        func matches(_ names: String...) -> Bool { names.contains { $0.lowercased().contains(small) } }
        var hits: [SearchPage.Hit] = []
        for product in catalog.products where matches(product.id.rawValue) {
            let given = catalog.entitlements(of: product.id).map(\.rawValue).joined(separator: ", ")
            let path = frame.path(to: "/console/charts/revenue", [("product", product.id.rawValue)])
            hits.append(SearchPage.Hit(kind: .product, name: product.id.rawValue, detail: given, path: path))
        }
        let entitlements = Set(catalog.products.flatMap { catalog.entitlements(of: $0.id) }.map(\.rawValue)).sorted()
        for entitlement in entitlements where matches(entitlement) {
            hits.append(SearchPage.Hit(kind: .entitlement, name: entitlement, detail: "", path: nil))
        }
        for endpoint in endpoints where matches(endpoint.id, endpoint.url) {
            let path = frame.path(to: "/console/webhooks/" + HTML.escapeSegment(endpoint.id))
            hits.append(SearchPage.Hit(kind: .endpoint, name: endpoint.id, detail: endpoint.url, path: path))
        }
        for place in Page.NavigationItem.allCases where matches(frame.name(of: place)) {
            guard frame.maySee(place) else { continue }
            hits.append(
                SearchPage.Hit(kind: .page, name: frame.name(of: place), detail: "", path: frame.path(to: place.path))
            )
        }
        return hits
    }

    /// A UUID as it is stored, also where it was copied without its hyphens.
    private static func hyphenated(_ text: String) -> String {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
            return text
        }
        var (parts, rest) = ([Substring](), text[...])
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }
}
