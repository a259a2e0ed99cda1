// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence
import Synchronization

/// The list of customers: narrowed, page by page, and as a file.
struct CustomerListPages: Sendable {
    let accounts: EntitlementReader
    let catalog: CatalogCache
    let lists: CustomerListFeature
    let pages: ConsoleFrame
    let database: any Database

    /// How many customers of a file are in memory at once.
    private static let exportStep = 200

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/customers", .viewer, handler: renderList),
            // A file of many persons is for those who may see them.
            ConsoleRoute(.get, "/customers.csv", .support, handler: export),
        ]
    }

    /// What the list's address asks for.
    struct Query: Hashable, Sendable {
        var text = ""
        var buyersOnly = false
        var status: CustomerListFilter.Status?
        var product: String?
        var storefronts: [String] = []
        var renews: Bool?
        /// The least amount, as it was written.
        var spent: String?
        var currency: String?
        var refundedOnly = false
        /// Within how many days they were seen, or not seen.
        var seen: String?
        var order: Order = .identifier
        var after: CustomerListPlace?
        var size = 50

        enum Order: String, Hashable, Sendable, CaseIterable {
            case identifier = "id"
            case spent = "-spent"
            case seen = "-seen"
        }

        static let sizes = [25, 50, 100, 200]
        static let visits: [String: (days: Int, isSeen: Bool)] = [
            "1d": (1, true), "7d": (7, true), "30d": (30, true), "90d": (90, true), "not-7d": (7, false),
            "not-30d": (30, false), "not-90d": (90, false),
        ]
    }

    private func renderList(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let query = Query(call.request.query)
        let currencies = try await database.read(within: call.tolerance) { try $0.spentCurrencies(in: scope) }
        let filter = query.filter(currencies: currencies, now: call.now)
        let found = try await lists.page(
            filter,
            in: scope,
            after: query.after,
            limit: query.size,
            now: call.now,
            within: call.tolerance
        )
        let catalog = try await self.catalog.catalog(of: scope.bundleID, now: call.now)
        let view = CustomerListView(
            rows: try await rows(found, in: scope, call),
            count: found.found.count,
            isCut: found.found.isCut,
            query: query,
            next: found.found.next,
            products: catalog.rules.products.map(\.id.rawValue).sorted(),
            currencies: currencies,
            computed: filter.usesSummaries ? found.computed : nil,
            isComplete: found.isComplete || !filter.usesSummaries
        )
        return pages.show(view.page(in: frame), in: frame)
    }

    private func rows(
        _ page: CustomerListFeature.Page,
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> [CustomerListView.Row] {
        var rows: [CustomerListView.Row] = []
        for customer in page.found.customers {
            let decisions = try await accounts.entitlements(
                of: customer.id,
                in: scope,
                at: nil,
                now: call.now,
                within: call.tolerance
            )
            let known = decisions.filter { $0.isActive || $0.reason.rule != .neverBought }
            let best =
                known.first(where: \.isActive)
                ?? known.max { ($0.endDate ?? .distantPast) < ($1.endDate ?? .distantPast) }
            rows.append(
                CustomerListView.Row(
                    id: customer.id.rawValue,
                    created: customer.createdDate,
                    entitlements: known.filter(\.isActive).map(\.entitlement.rawValue),
                    isActive: best?.isActive,
                    rule: best?.reason.rule,
                    product: best?.reason.productID?.rawValue,
                    ends: best?.endDate,
                    willRenew: best?.isActive == true && best?.endDate != nil ? best?.willRenew : nil,
                    amounts: page.amounts[customer.id] ?? [],
                    visit: page.visits[customer.id]
                )
            )
        }
        return rows
    }

    /// The same rows as a file; its columns never change, and new ones come last.
    private func export(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let scope = try pages.scope(of: call)
        let query = Query(call.request.query)
        let audit = AuditRecord(
            actor: try call.signedIn.actor,
            action: "console.export",
            target: "customers",
            instant: call.now,
            detail: call.request.query.rawValue,
            app: scope.bundleID
        )
        try await database.write { try $0.record(audit) }
        let currencies = try await database.read(within: call.tolerance) { try $0.spentCurrencies(in: scope) }
        let filter = query.filter(currencies: currencies, now: call.now)
        // Nothing after the last page.
        let place = Mutex<(place: CustomerListPlace?, isOver: Bool)>((nil, false))
        return ConsoleExport.csv(
            [
                "customer", "created", "state", "reason", "entitlements", "product", "ends", "will_renew", "spent",
                "refunded", "last_seen", "app_version", "system",
            ],
            name: "customers"
        ) {
            let (after, isOver) = place.withLock(\.self)
            guard !isOver else { return [] }
            let found = try await lists.page(
                filter,
                in: scope,
                after: after,
                limit: Self.exportStep,
                now: call.now,
                within: call.tolerance
            )
            place.withLock { $0 = (found.found.next, found.found.next == nil) }
            return try await rows(found, in: scope, call).map(Self.cells)
        }
    }

    private static func cells(_ row: CustomerListView.Row) -> [String] {
        [
            row.id, row.created.formatted(.iso8601), row.isActive.map { $0 ? "active" : "inactive" } ?? "",
            row.rule?.rawValue ?? "", row.entitlements.joined(separator: " "), row.product ?? "",
            row.ends.map { $0.formatted(.iso8601) } ?? "", row.willRenew.map { String($0) } ?? "",
            row.amounts.map { amount(of: $0.net, $0.currency) }.joined(separator: " "),
            row.amounts.filter { $0.refunds > 0 }.map { amount(of: $0.refunded, $0.currency) }.joined(separator: " "),
            row.visit.map { $0.seen.formatted(.iso8601) } ?? "", row.visit?.appVersion ?? "", row.visit?.system ?? "",
        ]
    }

    /// An amount as a decimal with its currency, such as `12.99 USD`.
    private static func amount(of milliunits: Int64, _ currency: Currency) -> String {
        "\(ChartNumber.decimal(milliunits)) \(currency)"
    }
}

extension CustomerListPages.Query {
    init(_ query: HTTPQuery) {
        func name(_ key: String) -> String? { query[key].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil } }
        text = String(ConsoleRequest.trimmed(query["q"] ?? "").prefix(200))
        buyersOnly = query["bought"] == "yes"
        status = query["status"].flatMap(CustomerListFilter.Status.init(rawValue:))
        product = name("product")
        storefronts = Self.storefronts(query["country"] ?? "")
        renews = query["renews"].flatMap { ["yes": true, "no": false][$0] }
        spent = name("spent").flatMap { Money(decimal: $0, currency: "USD") == nil ? nil : $0 }
        currency = name("cur").map { $0.uppercased() }.flatMap { $0.utf8.count == 3 ? $0 : nil }
        refundedOnly = query["refunded"] == "yes"
        seen = query["seen"].flatMap { Self.visits[$0] == nil ? nil : $0 }
        order = query["sort"].flatMap(Order.init(rawValue:)) ?? .identifier
        after = query["after"].flatMap(CustomerListPlace.init)
        size = query["size"].flatMap { Int($0) }.flatMap { Self.sizes.contains($0) ? $0 : nil } ?? 50
    }

    /// The codes of a list such as `deu, JPN`.
    private static func storefronts(_ text: String) -> [String] {
        let codes = text.uppercased().split { !("A"..."Z").contains($0) }.map(String.init)
        return Array(codes.filter { $0.utf8.count == 3 }.prefix(50))
    }

    /// The currency of amounts: the chosen one, or one in which customers paid.
    func amountCurrency(among currencies: [Currency]) -> Currency {
        if let currency { return Currency(rawValue: currency) }
        return currencies.contains("USD") ? "USD" : currencies.first ?? "USD"
    }

    func filter(currencies: [Currency], now: Date) -> CustomerListFilter {
        var filter = CustomerListFilter()
        let currency = amountCurrency(among: currencies)
        filter.text = text
        filter.isBuyer = buyersOnly
        filter.status = status
        filter.product = product.map(ProductID.init(rawValue:))
        filter.storefronts = storefronts.map(StorefrontCountryCode.init(rawValue:))
        filter.renews = renews
        filter.minimumSpent = spent.flatMap { Money(decimal: $0, currency: currency) }
        filter.isRefunded = refundedOnly
        if let seen = seen.flatMap({ Self.visits[$0] }) {
            let instant = now.addingTimeInterval(-Double(seen.days) * 86_400)
            if seen.isSeen { filter.seenFrom = instant } else { filter.notSeenFrom = instant }
        }
        switch order {
        case .identifier: break
        case .spent: filter.order = .spent(currency)
        case .seen: filter.order = .seen
        }
        return filter
    }

    /// What narrows the list, as addresses have it.
    var filters: [(name: String, value: String?)] {
        [
            ("q", text.isEmpty ? nil : text), ("bought", buyersOnly ? "yes" : nil), ("status", status?.rawValue),
            ("product", product), ("country", storefronts.isEmpty ? nil : storefronts.joined(separator: ",")),
            ("renews", renews.map { $0 ? "yes" : "no" }), ("spent", spent), ("refunded", refundedOnly ? "yes" : nil),
            ("seen", seen),
        ]
    }

    /// The address without the place in the list.
    var items: [(name: String, value: String?)] {
        filters + [
            ("cur", currency), ("sort", order == .identifier ? nil : order.rawValue),
            ("size", size == 50 ? nil : String(size)),
        ]
    }

    var isNarrowed: Bool { filters.contains { $0.value != nil } }

    /// The same list without one of its filters.
    func without(_ filter: String) -> Self {
        var query = self
        query.after = nil
        switch filter {
        case "q": query.text = ""
        case "bought": query.buyersOnly = false
        case "status": query.status = nil
        case "product": query.product = nil
        case "country": query.storefronts = []
        case "renews": query.renews = nil
        case "spent": query.spent = nil
        case "refunded": query.refundedOnly = false
        case "seen": query.seen = nil
        default: break
        }
        return query
    }
}
