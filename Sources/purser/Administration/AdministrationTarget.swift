// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import Persistence
import PurserServer

/// Where commands that look at or change data do it: at a running server, or on a database whose server does not run.
enum AdministrationTarget {
    static let options =
        ServerClient.options + [
            Option(
                "database",
                value: "URL",
                "Open this database directly, sqlite:PATH or postgres://…; its server must be stopped."
            ),
            Option("config", value: "FILE", "With --database: the server's configuration."),
            Option("app", value: "BUNDLE-ID", "With --database: the app (default: the first)."),
            Option("root", value: "FILE", repeats: true, "With --database: a root to trust instead of Apple's."),
        ]

    /// Does some work with a client, and closes what had to be opened for it.
    static func with(
        _ arguments: Arguments,
        _ terminal: Terminal,
        _ work: (ServerClient) async throws -> Void
    ) async throws {
        guard arguments.value("database") != nil else { return try await work(ServerClient(arguments, terminal)) }
        let database = try arguments.database(terminal)
        let store = try await database.openPresent()
        do {
            try await work(client(over: store, database, arguments, terminal))
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Does some work with the service of a database whose server does not run, and closes it.
    static func withService(
        _ arguments: Arguments,
        _ terminal: Terminal,
        _ work: (PurserService) async throws -> Void
    ) async throws {
        let database = try arguments.database(terminal)
        let store = try await database.openPresent()
        do {
            try await work(service(over: store, database, arguments, terminal).service)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    private static func client(
        over store: any Database,
        _ database: DatabaseAddress,
        _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws -> ServerClient {
        let (service, app) = try await service(over: store, database, arguments, terminal)
        return ServerClient(service.localRouter(of: app), arguments)
    }

    private static func service(
        over store: any Database,
        _ database: DatabaseAddress,
        _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws -> (service: PurserService, app: AppConfiguration) {
        var configuration = try ConfigurationFile.read(arguments.value("config"), terminal)
        if configuration == nil {
            let known = try await store.read { reader in try reader.scopes().map(\.bundleID) + reader.appsWithKeys() }
            let apps = Set(known).sorted().map { AppConfiguration(bundleID: $0) }
            configuration = ServiceConfiguration(apps: apps)
        }
        guard var configuration, let first = configuration.apps.first else {
            throw Failure("\(database.description) has no app yet; give --config FILE")
        }
        let wanted = arguments.value("app").map(BundleID.init(rawValue:)) ?? first.bundleID
        guard let app = configuration.apps.first(where: { $0.bundleID == wanted }) else {
            let known = configuration.apps.map(\.bundleID.rawValue).joined(separator: ", ")
            throw Failure("unknown app \(wanted); the apps are \(known)")
        }
        (configuration.requestsPerSecond, configuration.requestBurst) = (1_000_000, 1_000_000)
        let roots = try arguments.all("root").map { path in
            guard let certificate = try? Certificate(contentsOf: try terminal.read(path)) else {
                throw Failure("\(path) does not contain a certificate in DER or PEM")
            }
            return certificate
        }
        let service = try PurserService(
            configuration: configuration,
            database: store,
            anchors: roots.isEmpty ? .apple : TrustAnchors(certificates: roots),
            transport: try CurlTransport(),
            clock: { Date() },
            log: { entry in terminal.printError("\(entry.kind.rawValue): \(entry.message)") }
        )
        return (service, app)
    }
}
