// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Synchronization
import Testing

@testable import PurserServer

/// The server beside the simulated App Store, in one process and on its clock.
struct SimulatedShop {
    let appStore: SimulatorService
    let server: PurserService
    let controls: InProcessClient
    let sandboxControls: InProcessClient
    let client: InProcessClient
    let key: String
    let folder: URL
    let wire: RouterWire
    private let connection: WireConnection

    init(
        clockOffset: TimeOffset = TimeOffset(),
        store: (any Database)? = nil,
        seed: UInt64 = 7,
        catalog: AppStoreSimulator.Catalog = Self.catalog,
        configure: (inout ServiceConfiguration) -> Void = { _ in },
        stopwatch: @escaping @Sendable () -> Duration = { .zero }
    ) async throws {
        let app: BundleID = "com.example.coffee"
        let wire = RouterWire()
        var configuration = SimulatorConfiguration(catalog: catalog, seed: seed, start: Self.start)
        configuration.transport = wire
        configuration.production = nil
        configuration.sandbox = nil
        configuration.notificationURLs = [
            .production: "http://server/apple/notifications/production",
            .sandbox: "http://server/apple/notifications/sandbox",
        ]
        let simulator = try SimulatorService(configuration: configuration)
        appStore = simulator
        folder = FileManager.default.temporaryDirectory.appending(path: "purser-shop-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let credentials = try #require(simulator.apiKeys.first)
        var coffee = AppConfiguration(bundleID: app, appAppleID: AppAppleID(rawValue: 1))
        coffee.appStoreConnect = AppStoreConnectConfiguration(
            issuerID: credentials.issuerID,
            keyID: credentials.keyID,
            privateKeyPEM: credentials.privateKeyPEM,
            vendorNumber: "80000001",
            url: "http://app-store",
            reportBackfillDays: 90
        )
        coffee.appStoreServerAPI = AppStoreCredentials(
            issuerID: credentials.issuerID,
            keyID: credentials.keyID,
            privateKeyPEM: credentials.privateKeyPEM,
            productionURL: "http://app-store",
            sandboxURL: "http://sandbox"
        )
        var service = ServiceConfiguration(apps: [coffee])
        // The clock does not move while a test asks for thousands of numbers.
        service.requestBurst = 10_000
        configure(&service)
        let sqlite = store == nil ? try await SQLiteDatabase(.init(path: folder.appending(path: "db").path)) : nil
        server = try PurserService(
            configuration: service,
            database: try #require(store ?? sqlite),
            anchors: TrustAnchors(certificates: [simulator.rootCertificate]),
            transport: wire,
            clock: { simulator.now.addingTimeInterval(clockOffset.seconds) },
            pause: { _ in },
            stopwatch: stopwatch
        )
        key = try #require(try await server.createInitialKeys(of: app)).secretKey
        client = InProcessClient(server.router())
        controls = InProcessClient(simulator.router(for: .production))
        sandboxControls = InProcessClient(simulator.router(for: .sandbox))
        wire.serve(server.router(), at: "http://server")
        wire.serve(simulator.router(for: .production), at: "http://app-store") { simulator.now }
        wire.serve(simulator.router(for: .sandbox), at: "http://sandbox") { simulator.now }
        self.wire = wire
        connection = WireConnection(wire)
    }

    static let start = Date(timeIntervalSince1970: 1_772_366_400)

    static let catalog = AppStoreSimulator.Catalog(
        apps: [CatalogApp(bundleID: "com.example.coffee", appAppleID: AppAppleID(rawValue: 1), name: "Coffee")],
        products: [
            AppStoreSimulator.CatalogProduct(
                id: "coins",
                appleID: 11,
                bundleID: "com.example.coffee",
                type: .consumable,
                price: PriceList(base: 990)
            ),
            AppStoreSimulator.CatalogProduct(
                id: "forever",
                appleID: 12,
                bundleID: "com.example.coffee",
                type: .nonConsumable,
                price: PriceList(base: 49_990)
            ),
            club,
        ],
        groups: [AppStoreSimulator.CatalogGroup(id: "club", name: "Club")]
    )

    private static var club: AppStoreSimulator.CatalogProduct {
        var product = AppStoreSimulator.CatalogProduct(
            id: "club",
            appleID: 13,
            bundleID: "com.example.coffee",
            type: .autoRenewableSubscription,
            price: PriceList(base: 4990)
        )
        product.subscription = SubscriptionTerms(
            group: "club",
            level: 1,
            period: .month,
            introductoryOffer: AppStoreSimulator.CatalogOffer(id: "trial", mode: .freeTrial, period: .week)
        )
        return product
    }

    func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue) async throws -> JSONValue {
        let answer = try await controls.send(method, "/simulator/v1" + path, json: body)
        guard !answer.body.isEmpty else { return .null }
        return try answer.json()
    }

    func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil
    ) async throws -> InProcessClient.Response {
        let headers: HTTPHeaders = ["Authorization": "Bearer " + key, "Content-Type": "application/json"]
        let bytes = try body.map { try AppStoreJSON.encode($0) } ?? Data()
        return try await client.send(method, path, headers: headers, body: bytes)
    }

    /// Sells in ten storefronts, takes one sale back, and lets the reports come.
    func sell() async throws -> [String] {
        let countries = ["USA", "CHN", "JPN", "DEU", "FRA", "GBR", "KOR", "BRA", "HKG", "AUS"]
        var sold: [String] = []
        for (number, country) in countries.enumerated() {
            let id = JSONValue.string("customer-\(number)")
            _ = try await control(.post, "/customers", ["id": id, "storefront": .string(country)])
            for product in ["coins", "coins", "forever"] {
                let answer = try await control(
                    .post,
                    "/purchases",
                    ["customer": id, "product": .string(product)]
                )
                if let id = answer["transactionId"]?.string { sold.append(id) }
            }
            _ = try await control(.post, "/clock/advance", ["by": "P1D"])
        }
        _ = try await control(.post, "/transactions/\(sold[4])/refund", [:])
        _ = try await control(.post, "/clock/advance", ["by": "P40D"])
        await appStore.runUntilIdle()
        return sold
    }

    func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        var headers: HTTPHeaders = ["Authorization": "Bearer " + key]
        headers["Content-Type"] = "application/json"
        let answer = try await client.send(.post, path, headers: headers, body: try ServiceJSON.encode(body))
        return answer.body.isEmpty ? .null : try answer.json()
    }

    /// Puts what the App Store sells into the server's catalog.
    func replaceCatalog() async throws {
        let now = appStore.now
        let products = [
            StoredCatalogProduct(product: CatalogProduct(id: "coins", type: .consumable, itemID: "11")),
            StoredCatalogProduct(
                product: CatalogProduct(id: "forever", type: .nonConsumable, itemID: "12", entitlements: ["all"])
            ),
            StoredCatalogProduct(
                product: CatalogProduct(
                    id: "club",
                    type: .autoRenewableSubscription,
                    itemID: "13",
                    groupID: "club",
                    level: 1,
                    period: .month,
                    entitlements: ["club"]
                )
            ),
        ]
        try await server.catalogFeature.replaceCatalog(
            CatalogBody(products: products),
            of: "com.example.coffee",
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: now),
            now: now
        )
    }
}

/// How far a clock is off.
final class TimeOffset: Sendable {
    private let offset = Mutex<TimeInterval>(0)

    var seconds: TimeInterval {
        get { offset.withLock(\.self) }
        set { offset.withLock { $0 = newValue } }
    }
}

/// Disconnects a shop's servers from each other once no one uses the shop: otherwise its files stay open.
private final class WireConnection: Sendable {
    private let wire: RouterWire

    init(_ wire: RouterWire) { self.wire = wire }

    deinit { wire.disconnect() }
}
