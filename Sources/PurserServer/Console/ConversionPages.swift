// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService

/// Moving a customer from one plan to another.
struct ConversionPages: Sendable {
    let accounts: EntitlementReader
    let actions: ConsoleActions
    let apps: Apps
    let catalog: CatalogCache
    let pages: ConsoleFrame

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/customers/{customer}/conversion", .viewer, handler: renderConversion),
            actions.perform("convert", .support, convert),
        ]
    }

    /// Shows what a conversion into a plan would give, without changing anything.
    func renderConversion(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let value = call.request.query["scope"] ?? frame.scope.value
        let scope = try pages.scope(value)
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let customer = CustomerID(rawValue: try call.path("customer"))
        let catalog = try await self.catalog.catalog(of: app.bundleID, now: call.now)
        var page = ConversionPage(
            customer: customer.rawValue,
            scope: value,
            products: catalog.rules.products.map(\.id.rawValue).sorted(),
            product: call.request.query["product"],
            quote: nil,
            problem: nil
        )
        if let product = page.product, !product.isEmpty {
            let account = try await accounts.account(of: customer, in: scope, app: app, now: call.now)
            do {
                let request = ConversionRequest(product: ProductID(rawValue: product))
                page.quote = ConversionPage.Quote(try request.quote(account, in: scope, asOf: call.now))
            } catch let problem as ServiceProblem {
                page.problem = problem.message
            }
        }
        return pages.show(page.page(in: frame), in: frame)
    }

    /// Converts as the preview said; another result than the one that was shown changes nothing.
    func convert(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let customer = try call.field("customer", upTo: 200)
        let product = try call.field("product", upTo: 200)
        let shown = try call.number("days", in: 0...1_000_000)
        let scope = try pages.scope(call.form["scope"])
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let account = try await accounts.account(
            of: CustomerID(rawValue: customer),
            in: scope,
            app: app,
            now: call.now
        )
        let request = ConversionRequest(product: ProductID(rawValue: product))
        let quote = try request.quote(account, in: scope, asOf: call.now)
        guard quote.gainedDays == shown, quote.warnings.isEmpty || call.form["warnings"] == "yes" else {
            throw ServiceProblem(
                .conversionRefused,
                visitor.session.language(
                    "The preview is no longer true: it would be \(quote.gainedDays) days now. Look at it again."
                )
            )
        }
        let codes = Set(quote.warnings.map(\.code.rawValue)).sorted()
        try await actions.perform(
            "convertPlan",
            path: ["customer": customer],
            body: ["productId": .string(product), "acknowledges": .array(codes.map { .string($0) })],
            in: scope,
            call,
            visitor
        )
        return visitor.session.language("\(customer) has \(shown) days of \(product) now.")
    }
}

extension ConversionPage.Quote {
    init(_ quote: ConversionQuote) {
        self.init(
            sources: quote.sources.map { source in
                let name: String =
                    switch source.holding {
                    case .transaction(_, let id): source.productID?.rawValue ?? id.rawValue
                    case .conversion(let id): id.rawValue
                    }
                return ConversionPage.Source(
                    name: name,
                    days: Int(source.remainingMilliseconds / 86_400_000),
                    value: source.remainingValue.description
                )
            },
            value: quote.value.description,
            price: quote.targetPrice.description,
            days: quote.gainedDays,
            ends: quote.endDate,
            warnings: quote.warnings.map { warning in
                ConversionPage.Warning(
                    product: warning.productID.rawValue,
                    lineage: warning.lineage.rawValue,
                    date: warning.nextChargeDate,
                    isCertain: warning.isCertain
                )
            }
        )
    }
}
