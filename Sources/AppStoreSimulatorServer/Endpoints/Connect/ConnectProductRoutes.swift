// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

/// The products of the App Store Connect API: groups, subscriptions, other purchases, and their price points.
///
/// <https://developer.apple.com/documentation/appstoreconnectapi/in-app-purchase>
struct ConnectProductRoutes: Sendable {
    let engine: SimulatorEngine
    let gate: ServerAPIAuthenticator

    private typealias Resource = ConnectResourcePage.Resource

    /// Adds the routes.
    func add(to router: inout Router) {
        on("/v1/apps/{id}/subscriptionGroups", &router) { request, catalog in
            let app = try app(request, catalog)
            let groups = catalog.groups.filter { group in
                catalog.products.contains { $0.bundleID == app && $0.subscription?.group == group.id }
            }
            return try ConnectResourcePage(groups, of: request) { group($0, request) }
        }
        on("/v1/subscriptionGroups/{id}/subscriptions", &router) { request, catalog in
            let id = SubscriptionGroupID(rawValue: try request.parameter("id"))
            guard catalog.groups.contains(where: { $0.id == id }) else { throw ConnectError.noResource }
            let products = catalog.products.filter { $0.subscription?.group == id }
            return try ConnectResourcePage(products, of: request) { subscription($0, request) }
        }
        on("/v1/apps/{id}/inAppPurchasesV2", &router) { request, catalog in
            let app = try app(request, catalog)
            let products = catalog.products.filter { $0.bundleID == app && $0.subscription == nil }
            return try ConnectResourcePage(products, of: request) { purchase($0, request) }
        }
        on("/v1/subscriptions/{id}/pricePoints", &router) { request, catalog in
            let product = try product(request, catalog) { $0.subscription != nil }
            return try points(of: product, catalog, "subscriptionPricePoints", request)
        }
        on("/v2/inAppPurchases/{id}/pricePoints", &router) { request, catalog in
            let product = try product(request, catalog) { $0.subscription == nil }
            return try points(of: product, catalog, "inAppPurchasePricePoints", request)
        }
        on("/v1/subscriptionPricePoints/{id}/equalizations", &router) { request, catalog in
            guard let point = PricePoint(id: try request.parameter("id")),
                let product = catalog.products.first(where: { String($0.appleID) == point.product }),
                let home = Storefront.of(point.territory)
            else { throw ConnectError.noResource }
            let equal = Storefront.all.filter { $0.countryCode != home.countryCode }.map { storefront in
                point.equal(in: storefront, from: home)
            }
            return try page(equal, product, "subscriptionPricePoints", request)
        }
    }

    private func on(
        _ path: String,
        _ router: inout Router,
        _ answer: @escaping @Sendable (HTTPRequest, Catalog) async throws -> ConnectResourcePage
    ) {
        router.on(.get, path) { request in
            do {
                try gate.admitTeam(request)
                return try .apple(try await answer(request, await engine.catalog))
            } catch is Unauthenticated {
                return ConnectError.notAuthorized.response
            } catch let error as ConnectError {
                return error.response
            }
        }
    }

    private func app(_ request: HTTPRequest, _ catalog: Catalog) throws -> BundleID {
        let id = try request.parameter("id")
        guard let app = catalog.apps.first(where: { String($0.appAppleID.rawValue) == id }) else {
            throw ConnectError.noResource
        }
        return app.bundleID
    }

    private func product(
        _ request: HTTPRequest,
        _ catalog: Catalog,
        _ isMeant: (CatalogProduct) -> Bool
    ) throws -> CatalogProduct {
        let id = try request.parameter("id")
        guard let product = catalog.products.first(where: { String($0.appleID) == id && isMeant($0) }) else {
            throw ConnectError.noResource
        }
        return product
    }

    // MARK: - Resources

    private func group(_ group: CatalogGroup, _ request: HTTPRequest) -> Resource {
        Resource(
            type: "subscriptionGroups",
            id: group.id.rawValue,
            attributes: ["referenceName": .string(group.name)],
            links: link("/v1/subscriptionGroups/\(group.id)", request)
        )
    }

    private func subscription(_ product: CatalogProduct, _ request: HTTPRequest) -> Resource {
        Resource(
            type: "subscriptions",
            id: String(product.appleID),
            attributes: [
                "name": .string(product.referenceName), "productId": .string(product.id.rawValue),
                "familySharable": .bool(product.isFamilyShareable), "state": .string(product.reviewState),
                "subscriptionPeriod": .string(product.subscription?.period.connectName ?? ""),
                "groupLevel": .integer(Int64(product.subscription?.level ?? 1)), "reviewNote": .null,
            ],
            links: link("/v1/subscriptions/\(product.appleID)", request)
        )
    }

    private func purchase(_ product: CatalogProduct, _ request: HTTPRequest) -> Resource {
        Resource(
            type: "inAppPurchases",
            id: String(product.appleID),
            attributes: [
                "name": .string(product.referenceName), "productId": .string(product.id.rawValue),
                "inAppPurchaseType": .string(product.connectType), "state": .string(product.reviewState),
                "familySharable": .bool(product.isFamilyShareable), "reviewNote": .null,
                "contentHosting": .bool(false),
            ],
            links: link("/v2/inAppPurchases/\(product.appleID)", request)
        )
    }

    private func points(
        of product: CatalogProduct,
        _ catalog: Catalog,
        _ type: String,
        _ request: HTTPRequest
    ) throws -> ConnectResourcePage {
        let wanted = request.query["filter[territory]"].map { Set($0.split(separator: ",").map(String.init)) }
        if let wanted, !wanted.allSatisfy({ Storefront.of(StorefrontCountryCode(rawValue: $0)) != nil }) {
            throw ConnectError.parameter("filter[territory]")
        }
        let storefronts = Storefront.all.filter { wanted?.contains($0.countryCode.rawValue) ?? true }
        let points = storefronts.flatMap { PricePoint.all(of: product, in: $0, catalog) }
        return try page(points, product, type, request)
    }

    private func page(
        _ points: [PricePoint],
        _ product: CatalogProduct,
        _ type: String,
        _ request: HTTPRequest
    ) throws -> ConnectResourcePage {
        let includes = request.query["include"]?.split(separator: ",").contains("territory") ?? false
        return try ConnectResourcePage(
            points,
            included: { page in
                guard includes else { return nil }
                let shown = Set(page.compactMap { $0.relationships?["territory"]?.data.id })
                return Storefront.all.filter { shown.contains($0.countryCode.rawValue) }.map {
                    ConnectResourcePage.Included(
                        type: "territories",
                        id: $0.countryCode.rawValue,
                        attributes: ["currency": .string($0.currency.rawValue)]
                    )
                }
            },
            of: request,
            resource: { point in
                Resource(
                    type: type,
                    id: point.id,
                    attributes: point.attributes,
                    relationships: includes
                        ? [
                            "territory": ConnectResourcePage.Relationship(
                                data: .init(type: "territories", id: point.territory.rawValue)
                            )
                        ] : nil,
                    links: link("/v1/\(type)/\(point.id)", request)
                )
            }
        )
    }

    private func link(_ path: String, _ request: HTTPRequest) -> ConnectResourcePage.Links {
        ConnectResourcePage.Links(self: request.origin + path)
    }
}

extension CatalogProduct {
    /// Where the product stands with Apple's review and on sale.
    fileprivate var reviewState: String {
        guard isApproved else { return "WAITING_FOR_REVIEW" }
        return isForSale ? "APPROVED" : "DEVELOPER_REMOVED_FROM_SALE"
    }

    fileprivate var connectType: String {
        switch type {
        case .consumable: "CONSUMABLE"
        case .nonConsumable: "NON_CONSUMABLE"
        default: "NON_RENEWING_SUBSCRIPTION"
        }
    }
}

extension BillingPeriod {
    fileprivate var connectName: String {
        switch (months, days) {
        case (0, 7): "ONE_WEEK"
        case (1, _): "ONE_MONTH"
        case (2, _): "TWO_MONTHS"
        case (3, _): "THREE_MONTHS"
        case (6, _): "SIX_MONTHS"
        case (12, _): "ONE_YEAR"
        default: ""
        }
    }
}
