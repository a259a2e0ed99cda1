// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The list of an app's customers.
struct CustomerListFeature: Sendable {
    let summaries: CustomerSummaryFeature
    let visits: CustomerVisits
    let database: any Database

    var routes: [Route] { [listCustomers] }

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "customer visits", interval: .seconds(10)) { [visits] in try await visits.flush() }
        ] + summaries.backgroundJobs
    }

    /// A page of the list, with what is stored of its customers.
    struct Page: Sendable {
        var found: CustomerListPage
        var amounts: [CustomerID: [CustomerSummary.Amount]] = [:]
        var visits: [CustomerID: CustomerVisit] = [:]
        /// When what the list is narrowed by was derived; absent where it needs nothing derived, or nothing was yet.
        var computed: Date?
        /// Whether every customer is counted in.
        var isComplete = true
    }

    /// Reads a page of the list.
    ///
    /// - Parameters:
    ///   - filter: What it is narrowed to, and its order.
    ///   - scope: The app and environment.
    ///   - place: The customer after whom the page begins.
    ///   - limit: How many customers at most.
    ///   - now: The present instant.
    ///   - tolerance: How old what is read may be.
    /// - Returns: The page.
    /// - Throws: `DatabaseError`.
    func page(
        _ filter: CustomerListFilter,
        in scope: AppScope,
        after place: CustomerListPlace? = nil,
        limit: Int,
        now: Date,
        within tolerance: ReadStaleness = ReadStaleness()
    ) async throws -> Page {
        let state = try await summaries.refreshed(scope)
        return try await database.read(within: tolerance) { reader in
            let found = try reader.customerList(filter, in: scope, after: place, limit: limit, now: now)
            var page = Page(found: found)
            let ids = found.customers.map(\.id)
            page.amounts = try reader.customerAmounts(of: ids, in: scope)
            page.visits = try reader.visits(of: ids, in: scope)
            page.computed = state?.computed
            page.isComplete = state?.isComplete ?? false
            return page
        }
    }

    private var listCustomers: Route {
        Route(
            method: .get,
            path: "/v1/customers",
            name: "listCustomers",
            summary:
                "Lists the app's customers, narrowed by state, product, storefront, amount, refunds and last visit.",
            group: .customers,
            access: .backend,
            query: Self.parameters,
            answers: [.json(CustomerListBody.self, "The customers.")]
        ) { [self] call in
            var filter = try Self.filter(of: call)
            // Customers are those of all apps; a key learns of those of its app alone.
            if !filter.usesSummaries { filter.isBuyer = true }
            var place: CustomerListPlace?
            if let text = call.text("after") {
                guard let found = CustomerListPlace(text) else {
                    throw ServiceProblem.invalid("after", "the `nextCursor` of the page before")
                }
                place = found
            }
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let page = try await page(
                filter,
                in: try call.scope(),
                after: place,
                limit: limit,
                now: call.now,
                within: call.tolerance
            )
            return try .json(CustomerListBody(page))
        }
    }

    private static let parameters: [Route.Parameter] = [
        .environment, .limit,
        .init(name: "query", schema: .string(upTo: 200), summary: "Only IDs with this part, in any case."),
        .init(
            name: "bought",
            schema: .boolean,
            summary: "Only customers with a purchase; without another filter, always."
        ),
        .init(
            name: "status",
            schema: .oneOf(CustomerListFilter.Status.allCases.map(\.rawValue)),
            summary:
                "Only customers whose subscriptions are `active`, in a `trial`, in a `grace` period, in billing `retry` or `ended`."
        ),
        .init(name: "product", schema: .string(upTo: 200), summary: "Only customers who bought this product."),
        .init(
            name: "storefront",
            schema: .pattern("^[A-Z]{3}(,[A-Z]{3}){0,49}$", upTo: 199),
            summary: "Only customers who bought in these storefronts, with commas between."
        ),
        .init(
            name: "willRenew",
            schema: .boolean,
            summary: "Only customers with an active subscription that will renew, or that will not."
        ),
        .init(
            name: "spent",
            schema: .integer(from: -1_000_000_000_000_000, to: 1_000_000_000_000_000),
            summary: "Only customers who paid at least so many milliunits of `currency`, less refunds."
        ),
        .init(name: "currency", schema: .currency, summary: "The currency of `spent` and of the order by it."),
        .init(name: "refunded", schema: .boolean, summary: "Only customers with a refund."),
        .init(name: "seenSince", schema: .instant, summary: "Only customers who were seen from then on."),
        .init(name: "notSeenSince", schema: .instant, summary: "Only customers who were not seen from then on."),
        .init(
            name: "sort",
            schema: .oneOf(["customer", "-spent", "-seen"]),
            summary:
                "By ID, by the amount paid in `currency`, or by the last visit; descending with `-` (default: customer)."
        ),
        .init(name: "after", schema: .string(upTo: 230), summary: "`nextCursor` of the previous page."),
    ]

    private static func filter(of call: RequestContext) throws -> CustomerListFilter {
        var filter = CustomerListFilter()
        filter.text = call.text("query") ?? ""
        filter.isBuyer = try call.flag("bought") ?? false
        if let status = call.text("status") {
            guard let known = CustomerListFilter.Status(rawValue: status) else {
                throw ServiceProblem.invalid(
                    "status",
                    CustomerListFilter.Status.allCases.map(\.rawValue).joined(separator: ", ")
                )
            }
            filter.status = known
        }
        filter.product = call.text("product").map(ProductID.init(rawValue:))
        filter.storefronts = (call.text("storefront") ?? "").split(separator: ",")
            .map { StorefrontCountryCode(rawValue: String($0)) }
        filter.renews = try call.flag("willRenew")
        filter.isRefunded = try call.flag("refunded") ?? false
        filter.seenFrom = try call.instant("seenSince")
        filter.notSeenFrom = try call.instant("notSeenSince")
        let amount = try call.integer("spent", in: -1_000_000_000_000_000...1_000_000_000_000_000)
        let order = call.text("sort") ?? "customer"
        guard amount != nil || order == "-spent" else {
            if order == "-seen" { filter.order = .seen }
            return filter
        }
        guard let code = call.text("currency"), code.utf8.count == 3 else {
            throw ServiceProblem.invalid("currency", "the ISO 4217 code of the amounts, such as USD")
        }
        let currency = Currency(rawValue: code.uppercased())
        filter.minimumSpent = amount.map { Money(milliunits: $0, currency: currency) }
        switch order {
        case "-spent": filter.order = .spent(currency)
        case "-seen": filter.order = .seen
        default: break
        }
        return filter
    }
}

struct CustomerListBody: Codable, Sendable, SchemaDescribed {
    struct Amount: Codable, Hashable, Sendable {
        var currency: Currency
        var net: Int64
        var refunded: Int64
        var payments: Int64
        var refunds: Int64
    }

    struct Customer: Codable, Hashable, Sendable {
        var customer: CustomerID
        var createdAt: Date
        var amounts: [Amount]
        var lastSeenAt: Date?
        var appVersion: String?
        var system: String?
    }

    var customers: [Customer]
    /// How many there are on all pages.
    var count: Int
    /// Whether there are more than the count says.
    var isCut: Bool
    var isComplete: Bool
    var computed: Date?
    var next: String?

    private enum CodingKeys: String, CodingKey {
        case customers, count, isCut, isComplete
        case computed = "computedAt"
        case next = "nextCursor"
    }

    static let schemaName = "CustomerList"
    static let schema = Schema.object(
        [
            "customers": .array(
                of: .object(
                    [
                        "customer": .string, "createdAt": .instant,
                        "amounts": .array(
                            of: .object([
                                "currency": .string.described("The ISO 4217 code."),
                                "net": .integer.described("The amount paid less refunds, in milliunits."),
                                "refunded": .integer.described("The refunded amount, in milliunits."),
                                "payments": .integer, "refunds": .integer,
                            ])
                        ),
                    ],
                    optional: [
                        "lastSeenAt": .instant,
                        "appVersion": .string.described("The app's version at the last visit."),
                        "system": .string.described("The device's system at the last visit."),
                    ]
                )
            ),
            "count": .integer.described("The number of customers on all pages, at most 10,000."),
            "isCut": .boolean.described("Whether there are more than `count`."),
            "isComplete": .boolean.described(
                "False while the first summaries are computed: then states and amounts of some customers are missing."
            ),
        ],
        optional: [
            "computedAt": .instant.described("When states and amounts were last updated."),
            "nextCursor": .string.described("The cursor of the next page; absent on the last page."),
        ]
    )

    init(_ page: CustomerListFeature.Page) {
        customers = page.found.customers.map { stored in
            let visit = page.visits[stored.id]
            return Customer(
                customer: stored.id,
                createdAt: stored.createdDate,
                amounts: (page.amounts[stored.id] ?? []).map { amount in
                    Amount(
                        currency: amount.currency,
                        net: amount.net,
                        refunded: amount.refunded,
                        payments: amount.payments,
                        refunds: amount.refunds
                    )
                },
                lastSeenAt: visit?.seen,
                appVersion: visit.flatMap { $0.appVersion.isEmpty ? nil : $0.appVersion },
                system: visit.flatMap { $0.system.isEmpty ? nil : $0.system }
            )
        }
        let maximum = CustomerFilter.maximumMatches
        count = min(page.found.count, maximum)
        isCut = page.found.isCut || page.found.count > maximum
        isComplete = page.isComplete
        computed = page.computed
        next = page.found.next?.text
    }
}
