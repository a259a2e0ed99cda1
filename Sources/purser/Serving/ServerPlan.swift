// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import PurserServer

/// What `purser serve` was asked for, put in order.
struct ServerPlan: Sendable {
    let arguments: Arguments
    let terminal: Terminal
    let listen: ListenAddress
    let simulatorListen: ListenAddress
    let database: DatabaseAddress
    let replicas: ReplicaAddresses
    let configuration: ServiceConfiguration?
    let catalog: CatalogFile?
    let roots: [Certificate]

    init(_ arguments: Arguments, _ terminal: Terminal) throws {
        self.arguments = arguments
        self.terminal = terminal
        listen = try ListenAddress(arguments.value("listen") ?? "127.0.0.1:8080", option: "listen")
        simulatorListen = try ListenAddress(
            arguments.value("simulator-listen") ?? "127.0.0.1:8081",
            option: "simulator-listen"
        )
        database = try arguments.database(terminal)
        replicas = try ReplicaAddresses(arguments, terminal, of: database)
        configuration = try ConfigurationFile.read(arguments.value("config"), terminal)
        if let format = arguments.value("log-format"), LogConfiguration.Format(rawValue: format) == nil {
            throw UsageError("--log-format takes text or json, not '\(format)'")
        }
        guard (arguments.value("tls-certificate") == nil) == (arguments.value("tls-key") == nil) else {
            throw UsageError("--tls-certificate and --tls-key go together: HTTPS needs both")
        }
        roots = try arguments.all("root").map { path in
            guard let certificate = try? Certificate(contentsOf: try terminal.read(path)) else {
                throw Failure("\(path) does not contain a certificate in DER or PEM")
            }
            return certificate
        }
        guard configuration != nil || arguments.has("simulator") || !roots.isEmpty else {
            throw UsageError(
                "give --config FILE with the app and its App Store Connect keys, as Documentation/GoingLive.md shows, "
                    + "or --simulator to try Purser without Apple"
            )
        }
        let needsCatalog = arguments.has("simulator") || arguments.value("catalog") != nil || configuration == nil
        catalog = needsCatalog ? try CatalogFile(arguments, terminal) : nil
        guard !(arguments.has("simulator") && !roots.isEmpty) else {
            throw UsageError("--simulator has its own root; remove --root")
        }
    }

    /// Where the server writes what happens.
    var log: ServiceLog {
        ServiceLog(terminal, configuration?.log ?? LogConfiguration(), format: arguments.value("log-format"))
    }

    /// The configuration as it is now, for a running server.
    func readAgain() throws -> ServiceConfiguration? {
        try ConfigurationFile.read(arguments.value("config"), terminal)
    }

    /// The HTTP server's settings.
    var http: HTTPServerConfiguration {
        var tls: HTTPServerConfiguration.TLSFiles?
        if let certificate = arguments.value("tls-certificate"), let key = arguments.value("tls-key") {
            tls = .init(certificateChain: certificate, privateKey: key)
        }
        var http = HTTPServerConfiguration(host: listen.host, port: listen.port, tls: tls)
        http.maximumBodyBytes = (configuration?.maxBodyBytes ?? 2 << 20) + 1024
        let settings = configuration ?? ServiceConfiguration(apps: [])
        http.maximumConnectionsPerAddress = settings.connectionsPerAddress
        http.maximumHalfSentRequestsPerAddress = settings.halfSentRequestsPerAddress
        http.isExemptFromAddressLimits = { settings.trustsProxy($0) }
        let log = log
        if log.logsRequests { http.accessLog = { log.write($0) } }
        return http
    }

    /// Starts the simulator when one was asked for.
    func startSimulator() async throws -> SimulatorService? {
        guard arguments.has("simulator"), let catalog else { return nil }
        var configuration = try SimulatorOptions.configuration(
            arguments,
            catalog: catalog,
            folder: simulatorDataFolder,
            now: Date()
        )
        configuration.listen(on: simulatorListen)
        let simulator = try SimulatorService(configuration: configuration)
        try await simulator.start()
        return simulator
    }

    /// Opens the database and makes the service; beside a simulator it lives by the simulator's clock.
    func makeServer(_ simulator: SimulatorService?) async throws -> ServerSetup {
        let anchors: TrustAnchors
        if let simulator {
            anchors = TrustAnchors(certificates: simulator.rootCertificates)
        } else {
            anchors = roots.isEmpty ? .apple : TrustAnchors(certificates: roots)
        }
        let clock: @Sendable () -> Date
        if let simulator { clock = { simulator.now } } else { clock = { Date() } }
        return try await ServerSetup.make(
            configuration ?? trial(simulator),
            database: database,
            replicas: replicas,
            anchors: anchors,
            clock: clock,
            log: log
        )
    }

    /// A configuration for one app of the catalog, whose App Store is the simulator.
    private func trial(_ simulator: SimulatorService?) -> ServiceConfiguration {
        guard let catalog else { return ServiceConfiguration(apps: []) }
        var app = AppConfiguration(
            bundleID: catalog.app.bundleID,
            appAppleID: catalog.app.appAppleID,
            name: catalog.app.name
        )
        if let simulator {
            app.connect(
                to: simulator,
                production: SimulatorBanner.address(simulatorListen, simulator.productionPort),
                sandbox: SimulatorBanner.address(simulatorListen, simulator.sandboxPort)
            )
        }
        return ServiceConfiguration(apps: [app], allowsPrivateWebhookTargets: true)
    }

    /// What an app's first start made, or an earlier one.
    struct Prepared: Sendable {
        var app: BundleID
        var keys: KeyFile
        /// The file that has the keys.
        var path: String
        /// Whether this start created them.
        var isNew: Bool
    }

    /// Creates the first keys of every app and, for a first app without products, imports the catalog.
    func prepare(_ service: PurserService) async throws -> [Prepared] {
        var prepared: [Prepared] = []
        for (number, app) in service.configuration.apps.map(\.bundleID).enumerated() {
            guard
                let found = try await KeyFile.prepare(in: folder, service: service, app: app, isFirst: number == 0)
            else { continue }
            prepared.append(Prepared(app: app, keys: found.keys, path: found.path, isNew: found.isNew))
            if number == 0, let catalog { try await importCatalog(catalog, service, found.keys) }
        }
        return prepared
    }

    /// Writes the console's first password where only the owner reads it, when no person sees what is printed.
    ///
    /// - Returns: The file, or `nil` when the terminal shows it.
    func store(_ person: InitialAdministrator?) throws -> String? {
        guard let person, !terminal.isInteractive else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let bytes = try encoder.encode(["name": person.name, "password": person.password])
        let path = folder + "/console-sign-in.json"
        try SecretFile.write(bytes + Data("\n".utf8), to: path)
        return path
    }

    private func importCatalog(_ catalog: CatalogFile, _ service: PurserService, _ keys: KeyFile) async throws {
        let client = InProcessClient(service.router())
        let headers: HTTPHeaders = ["Authorization": "Bearer " + keys.secretKey, "Content-Type": "application/json"]
        let present = try await client.send(.get, "/v1/products", headers: headers)
        struct Products: Decodable {
            struct Product: Decodable {}
            var products: [Product]
        }
        guard try present.json(Products.self).products.isEmpty else { return }
        let answer = try await client.send(.post, "/v1/catalog/storekit", headers: headers, body: catalog.contents)
        guard answer.status.rawValue < 300 else {
            throw Failure("the catalog could not be imported: \(answer.text)")
        }
    }

    /// Where keys and the simulator's data are: beside the database.
    private var folder: String {
        guard case .sqlite(let path) = database else { return URL(filePath: ".purser").path }
        return URL(filePath: path).deletingLastPathComponent().path
    }

    /// Where the simulator keeps its keys and history.
    var simulatorDataFolder: String { folder + "/simulator" }
}
