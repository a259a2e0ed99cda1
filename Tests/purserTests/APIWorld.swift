// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService

@testable import purser

/// A simulator on two free ports with a customer and a tester, and `purser api` pointed at it.
struct APIWorld {
    let folder: TemporaryFolder
    let service: SimulatorService
    let key: ServerAPIKey
    let keyPath: String

    /// Alice's subscription.
    let transaction: String

    /// The tester's purchase in the sandbox.
    let sandboxTransaction: String

    /// The root certificate's file.
    let root: String

    /// Files with the receipts of both, and the secret for them.
    let receipt: String
    let sandboxReceipt: String
    let secret: String

    private struct Purchase: Decodable { var transactionId: TransactionID }

    private struct Receipt: Decodable {
        var receipt: String
        var sharedSecret: String
    }

    /// Starts a world, runs a body in it and stops it.
    static func with(_ body: (APIWorld) async throws -> Void) async throws {
        let world = try await APIWorld()
        do {
            try await body(world)
        } catch {
            try await world.service.stop()
            throw error
        }
        try await world.service.stop()
    }

    private init() async throws {
        folder = try TemporaryFolder()
        var configuration = SimulatorConfiguration(
            catalog: Self.catalog,
            seed: 7,
            start: Date(millisecondsSince1970: Date().millisecondsSince1970)
        )
        configuration.production = SimulatorConfiguration.Listener(port: 0)
        configuration.sandbox = SimulatorConfiguration.Listener(port: 0)
        service = try SimulatorService(configuration: configuration)
        try await service.start()
        key = service.apiKeys[0]
        keyPath = try folder.write("key.p8", Data(key.privateKeyPEM.utf8))
        root = try folder.write("root.pem", Data(service.rootCertificate.pem.utf8))
        let production = InProcessClient(service.router(for: .production))
        let sandbox = InProcessClient(service.router(for: .sandbox))
        for client in [production, sandbox] {
            let url = ["url": "http://127.0.0.1:1/no one"]
            _ = try await client.send(.put, "/simulator/v1/notifications/url", json: url)
        }
        transaction = try await Self.buy("silver", by: "alice", production)
        sandboxTransaction = try await Self.buy("coins", by: "tester", sandbox)
        let alice: Receipt = try await production.send(.get, "/simulator/v1/customers/alice/receipt").json()
        let tester: Receipt = try await sandbox.send(.get, "/simulator/v1/customers/tester/receipt").json()
        receipt = try folder.write("alice.receipt", Data(alice.receipt.utf8))
        sandboxReceipt = try folder.write("tester.receipt", Data(base64Encoded: tester.receipt) ?? Data())
        secret = alice.sharedSecret
    }

    /// Buys something more for Alice.
    func buy(_ product: String) async throws {
        _ = try await Self.buy(product, by: "alice", InProcessClient(service.router(for: .production)))
    }

    private static func buy(_ product: String, by customer: String, _ client: InProcessClient) async throws -> String {
        let request = ["customer": customer, "product": product]
        let answer = try await client.send(.post, "/simulator/v1/purchases", json: request)
        return try answer.json(Purchase.self).transactionId.rawValue
    }

    /// Runs `purser api` with these words against the simulator.
    func api(_ arguments: String...) async -> (code: Int32, output: [String], errors: [String]) { await api(arguments) }

    /// Runs `purser api` with these words against the simulator.
    func api(_ arguments: [String]) async -> (code: Int32, output: [String], errors: [String]) {
        let terminal = TestTerminal()
        let places = [
            ("--url", "http://127.0.0.1:\(service.productionPort ?? 0)"),
            ("--sandbox-url", "http://127.0.0.1:\(service.sandboxPort ?? 0)"),
        ]
        let addresses = places.flatMap { arguments.contains($0.0) ? [] : [$0.0, $0.1] }
        let environment = [
            "PURSER_API_KEY": keyPath, "PURSER_API_KEY_ID": key.keyID, "PURSER_API_ISSUER": key.issuerID,
            "PURSER_API_BUNDLE_ID": key.bundleID.rawValue,
        ]
        let code = await terminal.run(["api"] + arguments + addresses, environment: environment)
        return (code, terminal.output, terminal.errors)
    }

    private static let catalog: Catalog = {
        var silver = CatalogProduct(
            id: "silver",
            appleID: 2,
            bundleID: "com.example.app",
            type: .autoRenewableSubscription,
            price: PriceList(base: 4990)
        )
        silver.subscription = SubscriptionTerms(group: "group", level: 1, period: BillingPeriod(1, .month))
        let coins = CatalogProduct(
            id: "coins",
            appleID: 1,
            bundleID: "com.example.app",
            type: .consumable,
            price: PriceList(base: 990)
        )
        let app = CatalogApp(bundleID: "com.example.app", appAppleID: AppAppleID(rawValue: 1_234_567_890), name: "App")
        return Catalog(apps: [app], products: [coins, silver], groups: [CatalogGroup(id: "group", name: "Club")])
    }()
}
