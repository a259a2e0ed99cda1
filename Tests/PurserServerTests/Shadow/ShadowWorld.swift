// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import Testing

@testable import PurserServer

/// The server beside the simulated App Store and another provider.
struct ShadowWorld {
    let shop: SimulatedShop
    let provider: ForeignProvider

    static let window = 3600
    private static let app: BundleID = "com.example.coffee"

    init(configure: (inout ServiceConfiguration) -> Void = { _ in }) async throws {
        shop = try await SimulatedShop(catalog: Self.sold) { configuration in
            configuration.apps[0].appStoreConnect = nil
            configuration.allowsPrivateWebhookTargets = true
            configure(&configuration)
        }
        shop.wire.reachOutside(by: try CurlTransport())
        provider = try ForeignProvider(
            shop.appStore,
            products: ["club": ["monthly", "yearly"], "week": ["weekly"], "all": ["forever"]]
        )
        let now = shop.appStore.now
        try await shop.server.catalogFeature.replaceCatalog(
            Self.catalog,
            of: Self.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: now),
            now: now
        )
        let grace: JSONValue = ["grace": ["days": 16, "onlyAfterPaidPeriods": false]]
        let set = try await shop.controls.send(.put, "/simulator/v1/settings/production", json: grace)
        try #require(set.status == 200 || set.status == 204, "\(set.text)")
    }

    /// Runs a body in a world, and closes the socket afterward.
    static func with(
        configure: (inout ServiceConfiguration) -> Void = { _ in },
        _ body: (ShadowWorld) async throws -> Void
    ) async throws {
        let world = try await ShadowWorld(configure: configure)
        defer { try? FileManager.default.removeItem(at: world.shop.folder) }
        do {
            try await body(world)
        } catch {
            await world.provider.stop()
            throw error
        }
        await world.provider.stop()
    }

    private static let sold: AppStoreSimulator.Catalog = {
        func item(_ id: ProductID, _ type: ProductType, _ price: Int64) -> AppStoreSimulator.CatalogProduct {
            AppStoreSimulator.CatalogProduct(
                id: id,
                appleID: Int64(100 + id.rawValue.utf8.count),
                bundleID: app,
                type: type,
                price: PriceList(base: price),
                isFamilyShareable: true
            )
        }
        func plan(
            _ id: ProductID,
            _ group: SubscriptionGroupID,
            level: Int,
            _ period: BillingPeriod,
            _ price: Int64
        ) -> AppStoreSimulator.CatalogProduct {
            var product = item(id, .autoRenewableSubscription, price)
            product.subscription = SubscriptionTerms(group: group, level: level, period: period)
            return product
        }
        return AppStoreSimulator.Catalog(
            apps: [CatalogApp(bundleID: app, appAppleID: AppAppleID(rawValue: 1), name: "Coffee")],
            products: [
                item("forever", .nonConsumable, 49_990), plan("monthly", "club", level: 2, .month, 4990),
                plan("yearly", "club", level: 1, .year, 49_990), plan("weekly", "week", level: 1, .week, 1990),
            ],
            groups: [
                AppStoreSimulator.CatalogGroup(id: "club", name: "Club"),
                AppStoreSimulator.CatalogGroup(id: "week", name: "Week"),
            ]
        )
    }()

    private static let catalog: CatalogBody = {
        func plan(
            _ id: ProductID,
            _ group: SubscriptionGroupID,
            level: Int,
            _ entitlement: Commerce.EntitlementID
        ) -> StoredCatalogProduct {
            StoredCatalogProduct(
                product: Commerce.CatalogProduct(
                    id: id,
                    type: .autoRenewableSubscription,
                    groupID: group,
                    level: level,
                    entitlements: [entitlement]
                )
            )
        }
        return CatalogBody(products: [
            StoredCatalogProduct(
                product: Commerce.CatalogProduct(id: "forever", type: .nonConsumable, entitlements: ["all"])
            ),
            plan("monthly", "club", level: 2, "club"), plan("yearly", "club", level: 1, "club"),
            plan("weekly", "week", level: 1, "week"),
        ])
    }()

    // MARK: - What happens

    /// Makes a customer on both sides.
    func add(_ customers: String...) async throws {
        for customer in customers {
            _ = try await shop.control(.post, "/customers", ["id": .string(customer)])
            try await know(customer)
        }
    }

    /// Lets the server know a customer who may have bought nothing.
    func know(_ customer: String) async throws {
        let now = shop.appStore.now
        _ = try await shop.server.database.write {
            try $0.ensureCustomer(Commerce.CustomerID(rawValue: customer), now: now)
        }
    }

    /// A purchase; returns its transaction.
    @discardableResult
    func buy(_ product: String, _ customer: String, shows: Bool = true) async throws -> String {
        let answer = try await shop.buy(product, customer, shows: shows)
        await shop.appStore.runUntilIdle()
        return answer["transactionId"]?.string ?? ""
    }

    func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue = [:]) async throws {
        _ = try await shop.control(method, path, body)
        await shop.appStore.runUntilIdle()
    }

    func advance(_ span: String) async throws { try await shop.advance(span) }

    // MARK: - Shadow mode

    /// Starts shadow mode; members of the body replace those of the test.
    @discardableResult
    func start(_ settings: JSONValue = [:]) async throws -> ShadowStatusBody {
        var body: JSONValue = [
            "url": .string(provider.url), "authorization": "Bearer sk_foreign", "requestsPerMinute": 480,
            "graceWindowSeconds": .integer(Int64(Self.window)), "minimumDays": 0,
        ]
        for (name, value) in settings.members ?? [:] { body = body.with(name, value) }
        return try await shop.ask(.patch, "/v1/shadow", body).json()
    }

    /// Compares for some hours, as the running server does; nothing else happens on the server.
    func compare(minutes: Int) async throws {
        for _ in 0..<(minutes / 5) {
            try await shop.server.shadow.rounds.compareDue()
            try await advance("PT5M")
        }
        try await shop.server.shadow.rounds.compareDue()
    }

    func status() async throws -> ShadowStatusBody { try await shop.ask(.get, "/v1/shadow").json() }

    func report() async throws -> ShadowReportBody { try await shop.ask(.get, "/v1/shadow/report").json() }

    func differences(_ query: String = "?state=confirmed") async throws -> [ShadowDifferenceBody] {
        let list: ShadowDifferenceList = try await shop.ask(.get, "/v1/shadow/differences" + query).json()
        return list.differences
    }
}
