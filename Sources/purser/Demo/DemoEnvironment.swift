// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import PurserServer

/// A whole world in one process: the App Store, the server, an app and its customer, on one clock that the story turns.
struct DemoEnvironment: Sendable {
    static let app: BundleID = "com.example.coffee"
    static let customer: Commerce.CustomerID = "alice"
    static let product: ProductID = "coffee.club.gold.monthly"

    let appStore: SimulatorService
    let server: PurserService
    let database: any Database
    let transport: InProcessTransport
    let keys: InitialKeys

    private let appStoreClient: InProcessClient
    private let serverClient: InProcessClient

    /// Builds the world in a folder that does not outlive it.
    init(catalog: CatalogFile, folder: URL, start: Date) async throws {
        transport = InProcessTransport()
        var configuration = SimulatorConfiguration(catalog: try catalog.catalog(), seed: 1, start: start)
        configuration.transport = transport
        configuration.production = nil
        configuration.sandbox = nil
        configuration.notificationURLs = [.production: "http://server/apple/notifications/production"]
        let simulator = try SimulatorService(configuration: configuration)
        appStore = simulator
        self.database = try await SQLiteDatabase(.init(path: folder.appending(path: "purser.sqlite").path))
        server = try PurserService(
            configuration: Self.configuration(catalog, simulator),
            database: self.database,
            anchors: TrustAnchors(certificates: simulator.rootCertificates),
            transport: transport,
            clock: { simulator.now }
        )
        guard let keys = try await server.createInitialKeys(of: Self.app) else {
            throw Failure("the demo's database is not empty")
        }
        self.keys = keys
        serverClient = InProcessClient(server.router())
        appStoreClient = InProcessClient(simulator.router(for: .production))
        transport.respond(server.router(), at: "http://server")
        transport.respond(simulator.router(for: .production), at: "http://app-store")
        transport.respond(simulator.router(for: .sandbox), at: "http://sandbox")
        _ = try await call(.post, "/v1/catalog/storekit", key: keys.secretKey, body: try catalog.bytes())
    }

    private static func configuration(_ catalog: CatalogFile, _ simulator: SimulatorService) -> ServiceConfiguration {
        var coffee = AppConfiguration(bundleID: Self.app, appAppleID: catalog.app.appAppleID)
        coffee.connect(to: simulator, production: "http://app-store", sandbox: "http://sandbox")
        return ServiceConfiguration(apps: [coffee])
    }

    /// Asks the server.
    func call(
        _ method: HTTPMethod,
        _ path: String,
        key: String,
        body: Data = Data()
    ) async throws -> InProcessClient.Response {
        let headers: HTTPHeaders = ["Authorization": "Bearer " + key, "Content-Type": "application/json"]
        return try await serverClient.send(method, path, headers: headers, body: body)
    }

    /// Lets both sides do all that is due: the App Store its notifications, the server the work that it does automatically.
    func drain() async throws {
        await appStore.runUntilIdle()
        try await server.doDueWork()
    }

    /// Asks the App Store's controls.
    func control(_ method: HTTPMethod, _ path: String, _ body: JSONValue) async throws -> InProcessClient.Response {
        try await appStoreClient.send(method, "/simulator/v1" + path, json: body)
    }

    /// The events of the customer that the team's backend would hear, oldest first.
    func events() async throws -> [NewEvent] {
        try await self.database.read { try $0.events(of: Self.customer, limit: 1000) }.map(\.event)
    }
}

extension CatalogFile {
    /// The file as it is on the disk.
    func bytes() throws -> Data {
        try file.contents()
    }
}
