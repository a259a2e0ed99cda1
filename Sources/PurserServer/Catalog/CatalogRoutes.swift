// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The products that apps sell, and whether Apple sells the same.
struct CatalogFeature: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let clock: @Sendable () -> Date
    let endpoints: WebhookEndpointCache
    let log: @Sendable (ServiceLogEntry) -> Void
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "catalog", interval: .seconds(86_400)) { [self] in await checkCatalogs() }]
    }

    var routes: [Route] {
        [
            listProducts, readCatalog, putCatalog, importStoreKitFile, putProduct, removeProduct, readWarnings,
            checkNow,
        ]
    }

    private var listProducts: Route {
        Route(
            method: .get,
            path: "/v1/products",
            name: "listProducts",
            summary: "Lists the products to show, in order.",
            group: .catalog,
            access: .app,
            query: [
                .init(
                    name: "language",
                    schema: .string(upTo: 100),
                    summary: "The language of the texts, such as en or zh-Hans."
                ),
                .init(name: "storefront", schema: .storefront, summary: "The storefront whose prices are shown."),
                .init(name: "promoted", schema: .boolean, summary: "Only promoted products."),
            ],
            answers: [.json(ProductList.self, "The products.")]
        ) { [self] call in
            let catalog = try await self.catalog.catalog(of: try call.app.bundleID, now: call.now)
            let storefront = call.text("storefront").map(StorefrontCountryCode.init(rawValue:))
            let language = call.text("language") ?? "en"
            let promoted = try call.flag("promoted") ?? false
            let shown = catalog.ordered.filter { item in
                item.product.isShown && (!promoted || item.promotionOrder != nil)
                    && (storefront.map { item.product.isSold(in: $0) } ?? true)
            }
            let products = shown.map { item in
                ListedProduct(
                    item,
                    entitlements: catalog.rules.entitlements(of: item.product.id),
                    language: language,
                    storefront: storefront
                )
            }
            return try .json(ProductList(products: products))
        }
    }

    private var readCatalog: Route {
        Route(
            method: .get,
            path: "/v1/catalog",
            name: "getCatalog",
            summary: "Returns the whole catalog.",
            group: .catalog,
            access: .backend,
            answers: [.json(CatalogBody.self, "The catalog.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let catalog = try await database.read { try $0.catalog(of: app) }
            return try .json(
                CatalogBody(
                    products: catalog.ordered,
                    groups: catalog.rules.groups,
                    entitlements: catalog.rules.entitlements
                )
            )
        }
    }

    private var putCatalog: Route {
        Route(
            method: .put,
            path: "/v1/catalog",
            name: "updateCatalog",
            summary: "Adds products, and replaces those with the same ID.",
            group: .catalog,
            access: .backend,
            body: .json(CatalogBody.self, limits: .catalog),
            answers: [.json(CatalogWarnings.self, "The warnings about the catalog.")]
        ) { [self] call in
            try await replaceCatalog(try call.body(CatalogBody.self), call: call, action: "catalog.update")
        }
    }

    private var importStoreKitFile: Route {
        Route(
            method: .post,
            path: "/v1/catalog/storekit",
            name: "importStoreKitFile",
            summary: "Imports the products of a StoreKit configuration file.",
            group: .catalog,
            access: .backend,
            query: [
                .init(
                    name: "currency",
                    schema: .currency,
                    summary: "The currency of the file's prices (default: that of its storefront)."
                )
            ],
            body: .init(schema: .any, limits: .catalog),
            answers: [.json(CatalogWarnings.self, "The warnings about the catalog.")]
        ) { [self] call in
            let file: StoreKitFile
            do { file = try StoreKitFile(contents: call.request.body) } catch {
                throw ServiceProblem(.malformedBody, "The body is not a StoreKit configuration file.")
            }
            let storefront = StorefrontCountryCode(rawValue: file.settings.storefront)
            let currency =
                try call.text("currency").map { Currency(rawValue: $0) }
                ?? StorefrontTable.shipped()[storefront]?.currency
            guard let currency else {
                throw ServiceProblem.invalid(
                    "currency",
                    "the currency of the prices, for the storefront \(storefront) is unknown"
                )
            }
            return try await replaceCatalog(
                CatalogBody(file, currency: currency),
                call: call,
                action: "catalog.import"
            )
        }
    }

    private var putProduct: Route {
        Route(
            method: .put,
            path: "/v1/catalog/products/{product}",
            name: "updateProduct",
            summary: "Adds a product or replaces it.",
            group: .catalog,
            access: .backend,
            body: .json(StoredCatalogProduct.self, limits: .catalog),
            answers: [.json(CatalogWarnings.self, "The warnings about the catalog.")]
        ) { [self] call in
            var item = try call.body(StoredCatalogProduct.self)
            item.product.id = ProductID(rawValue: try call.path("product"))
            return try await replaceCatalog(CatalogBody(products: [item]), call: call, action: "catalog.update")
        }
    }

    private var removeProduct: Route {
        Route(
            method: .delete,
            path: "/v1/catalog/products/{product}",
            name: "deleteProduct",
            summary: "Removes a product. Its purchases stay.",
            group: .catalog,
            access: .backend,
            answers: [.empty("The product is removed.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let product = try call.path("product")
            let audit = AuditRecord(call, "product.delete", target: product)
            let existed = try await database.write { writer in
                let id = ProductID(rawValue: product)
                guard try writer.removeProduct(id, of: app, now: call.now) else { return false }
                try writer.record(audit)
                return true
            }
            self.catalog.invalidate(app)
            guard existed else { throw ServiceProblem.notFound("product") }
            return HTTPResponse(status: .noContent)
        }
    }

    private var readWarnings: Route {
        Route(
            method: .get,
            path: "/v1/catalog/warnings",
            name: "getCatalogWarnings",
            summary: "Lists missing, unapproved and incomplete products.",
            group: .catalog,
            access: .backend,
            answers: [.json(CatalogWarnings.self, "The warnings.")]
        ) { [self] call in
            try .json(try await catalogWarnings(of: try call.app.bundleID))
        }
    }

    private var checkNow: Route {
        Route(
            method: .post,
            path: "/v1/catalog/check",
            name: "checkCatalog",
            summary:
                "Checks in App Store Connect whether each product is ready for sale, as the daily job does.",
            group: .catalog,
            access: .backend,
            answers: [.json(CatalogWarnings.self, "The warnings about the catalog.")],
            problems: [.notConfigured, .appStoreUnavailable, .appStoreRefused]
        ) { [self] call in
            let app = try call.app
            try await checkCatalog(of: app)
            let audit = AuditRecord(call, "catalog.check", target: app.bundleID.rawValue)
            try await database.write { try $0.record(audit) }
            return try .json(try await catalogWarnings(of: app.bundleID))
        }
    }

    private func replaceCatalog(_ body: CatalogBody, call: RequestContext, action: String) async throws -> HTTPResponse
    {
        let app = try call.app.bundleID
        try await replaceCatalog(body, of: app, audit: AuditRecord(call, action, target: app.rawValue), now: call.now)
        return try .json(CatalogWarnings(warnings: body.products.flatMap(\.warnings)))
    }

    /// Puts products, groups and entitlements into an app's catalog.
    func replaceCatalog(_ body: CatalogBody, of app: BundleID, audit: AuditRecord, now: Date) async throws {
        let names = body.products.map(\.product.id.rawValue)
        guard names.allSatisfy({ (1...200).contains($0.utf8.count) }), names.count <= 10_000 else {
            throw ServiceProblem.invalid("products", "at most 10000 products with identifiers of 1 to 200 bytes")
        }
        if let refused = body.products.first(where: { !$0.product.hasSupportedDuration }) {
            throw ServiceProblem.invalid(
                "period",
                "a duration the App Store offers (P1W, P1M, P2M, P3M, P6M or P1Y): the product \(refused.product.id) "
                    + "has \(refused.product.period?.description ?? "none")"
            )
        }
        for item in body.products {
            guard let ratios = item.product.credit?.storeRatios else { continue }
            let unknown = ratios.keys.filter { !Store.all.contains(Store(rawValue: $0)) }.sorted().first
            guard unknown == nil, ratios[Store.appStore.rawValue] != nil, ratios.values.allSatisfy({ $0 > 0 }) else {
                throw ServiceProblem.invalid(
                    "storeRatios",
                    "a ratio above zero for app-store and for some of \(Store.stated.map(\.rawValue).joined(separator: ", ")): "
                        + "the product \(item.product.id) has \(unknown.map { "'\($0)'" } ?? "none for app-store")"
                )
            }
        }
        try await database.write { writer in
            // The first catalog of an app changes none.
            let isFirst = try writer.catalogVersion(of: app) == 0
            let changes = try body.products.flatMap { try writer.upsert($0, of: app, now: now) }
            if !isFirst { try writer.record(changes, of: app, now: now) }
            for group in body.groups ?? [] { try writer.upsert(group, of: app, now: now) }
            for entitlement in body.entitlements ?? [] { try writer.upsert(entitlement, of: app, now: now) }
            try writer.record(audit)
        }
        self.catalog.invalidate(app)
    }
}
