// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// An App Store and a server in one process, on a virtual clock, with a network between them.
final class Town: Sendable {
    let folder: TemporaryFolder
    let appStore: SimulatorService
    let signing: SimulatorSigning
    let network: TownNetwork
    let clock: TownClock
    let server: PurserService
    let database: SQLiteDatabase
    let keys: InitialKeys

    private let appStoreClient: InProcessClient
    private let serverClient: InProcessClient

    static let start = Date(millisecondsSince1970: 1_735_689_600_000)
    static let scope = AppScope(bundleID: PopulationCatalog.app, environment: .production)
    private static let authority = Result {
        try SimulatorAuthority.make(
            validity: start.addingTimeInterval(-9e7)...start.addingTimeInterval(9e8),
            revocationResponder: "http://app-store/ocsp"
        )
    }

    init(
        seed: UInt64,
        settings: SimulatorSettings = SimulatorSettings(),
        fileSystem: String? = nil
    ) async throws {
        folder = try TemporaryFolder()
        network = TownNetwork(seed: seed)
        var configuration = SimulatorConfiguration(catalog: try PopulationCatalog.sold(), seed: seed, start: Self.start)
        configuration.authority = try Self.authority.get()
        configuration.settings = settings
        configuration.transport = network
        configuration.production = nil
        configuration.sandbox = nil
        configuration.notificationURLs = [.production: "http://server/apple/notifications/production"]
        appStore = try SimulatorService(configuration: configuration)
        signing = try SimulatorSigning(Self.authority.get())
        clock = TownClock(appStore)
        var database = SQLiteDatabase.Configuration(path: folder.path + "/purser.sqlite")
        database.fileSystem = fileSystem
        (server, self.database, keys) = try await Self.server(appStore, network, clock, database)
        serverClient = InProcessClient(server.router())
        appStoreClient = InProcessClient(appStore.router(for: .production))
        network.serve(server.router(), at: "http://server")
        network.serve(appStore.router(for: .production), at: "http://app-store")
    }

    /// A server over an empty database, with the town's catalog, or over one that it wrote before.
    static func server(
        _ appStore: SimulatorService,
        _ network: TownNetwork,
        _ clock: TownClock,
        _ database: SQLiteDatabase.Configuration,
        keys known: InitialKeys? = nil
    ) async throws -> (PurserService, SQLiteDatabase, InitialKeys) {
        let store = try await SQLiteDatabase(database)
        let key = try #require(appStore.apiKeys.first)
        let app = AppConfiguration(
            bundleID: PopulationCatalog.app,
            appAppleID: PopulationCatalog.number,
            appStoreServerAPI: AppStoreCredentials(
                issuerID: key.issuerID,
                keyID: key.keyID,
                privateKeyPEM: key.privateKeyPEM,
                productionURL: "http://app-store"
            ),
            sharedSecret: appStore.sharedSecret(of: PopulationCatalog.app),
            verifyReceipt: ReceiptVerification(
                productionURL: "http://app-store/verifyReceipt",
                sandboxURL: "http://app-store-sandbox/verifyReceipt"
            )
        )
        var configuration = ServiceConfiguration(
            apps: [app],
            requestsPerSecond: 1_000_000,
            requestBurst: 1_000_000
        )
        configuration.certificateRevocation = .soft
        let server = try PurserService(
            configuration: configuration,
            database: store,
            anchors: TrustAnchors(certificates: appStore.rootCertificates),
            transport: network,
            clock: { clock.now },
            pause: { clock.pause($0) }
        )
        if let known { return (server, store, known) }
        let keys = try #require(try await server.createInitialKeys(of: PopulationCatalog.app))
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: clock.now)
        try await server.catalogFeature.replaceCatalog(
            PopulationCatalog.shelved(),
            of: PopulationCatalog.app,
            audit: audit,
            now: clock.now
        )
        return (server, store, keys)
    }

    /// Asks the server as an app does, or as a backend with the secret key.
    func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil,
        asBackend: Bool = false,
        of client: InProcessClient? = nil,
        keys: InitialKeys? = nil
    ) async throws -> InProcessClient.Response {
        let keys = keys ?? self.keys
        var key = asBackend ? keys.secretKey : keys.publishableKey
        // An app shows the token that its backend created for the customer who is signed in.
        if !asBackend, let customer = body?["customer"]?.string {
            let made = try await (client ?? serverClient).send(
                .post,
                "/v1/customers/\(customer)/tokens",
                headers: ["Authorization": "Bearer " + keys.secretKey]
            )
            guard made.status.rawValue < 300 else { return made }
            key = try made.json(CustomerTokenBody.self).token
        }
        let headers: HTTPHeaders = ["Authorization": "Bearer " + key, "Content-Type": "application/json"]
        let bytes = try body.map { try AppStoreJSON.encode($0) } ?? Data()
        return try await (client ?? serverClient).send(method, path, headers: headers, body: bytes)
    }

    /// Asks the App Store's controls.
    func control(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONValue? = nil
    ) async throws -> InProcessClient.Response {
        guard let body else { return try await appStoreClient.send(method, "/simulator/v1" + path) }
        return try await appStoreClient.send(method, "/simulator/v1" + path, json: body)
    }

    /// Lets time pass: everything due happens, is sent and answered.
    func advance(by seconds: Int) async throws {
        _ = try await appStore.engine.advance(to: appStore.now.addingTimeInterval(Double(seconds)))
    }
}
