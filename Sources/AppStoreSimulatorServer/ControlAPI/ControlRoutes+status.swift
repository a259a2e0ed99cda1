// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService

extension ControlRoutes {
    private struct Status: Encodable {
        var now: Date
        var nextEventDate: Date?
        var seed: String
        var environment: Environment
        var customers: Int
        var apps: [CatalogApp]
        var notificationURLs: [String: String]
        var rootCertificateFingerprint: String
        var lastError: String?
        var consoleURL: String?
    }

    /// The address of Purser's console; null removes it.
    private struct ConsoleAddress: Codable {
        var url: String?
    }

    func addStatus(to routes: inout Router) {
        routes.on(.get, "/status") { _ in try await .json(status()) }
        routes.on(.get, "/catalog") { _ in try await .json(engine.catalog) }
        routes.on(.get, "/console") { _ in try .json(ConsoleAddress(url: await engine.consoleURL)) }
        routes.on(.put, "/console") { request in
            let url = try request.json(ConsoleAddress.self).url
            if let url {
                let isWeb = ["http://", "https://"].contains { url.lowercased().hasPrefix($0) && url.count > $0.count }
                guard isWeb, url.utf8.count <= 2000 else {
                    throw Problem(
                        .badRequest,
                        detail:
                            "Invalid URL: '\(url)'. Use the address of the console, such as http://127.0.0.1:8080/console."
                    )
                }
            }
            await engine.setConsoleURL(url)
            return try .json(ConsoleAddress(url: url))
        }
        routes.on(.get, "/settings") { _ in try await .json(engine.settings) }
        routes.on(.get, "/settings/{environment}") { request in
            let environment = try Self.environment(named: try request.parameter("environment"))
            return try await .json(engine.settings[environment])
        }
        routes.on(.put, "/settings") { request in
            let settings = try Self.merge(request, into: await engine.settings)
            for environment in [Environment.production, .sandbox, .xcode] {
                _ = try await engine.perform(.configure(environment, settings[environment]))
            }
            return try .json(settings)
        }
        routes.on(.put, "/settings/{environment}") { request in
            let environment = try Self.environment(named: try request.parameter("environment"))
            let settings = try Self.merge(request, into: await engine.settings[environment])
            _ = try await engine.perform(.configure(environment, settings))
            return try .json(settings)
        }
    }

    /// What a request changes of settings; what it leaves out stays, and null removes.
    private static func merge<Settings: Codable>(_ request: HTTPRequest, into current: Settings) throws -> Settings {
        var whole = request
        let change = try request.json(JSONValue.self)
        whole.body = try SettingsPatch.merged(change, into: current)
        let changed = try whole.json(Settings.self)
        try ControlBodies.check(change, wasUnderstoodAs: changed)
        return changed
    }

    private func status() async throws -> Status {
        try await engine.catchUp()
        return Status(
            now: await engine.now,
            nextEventDate: try await engine.nextEventDate(),
            seed: String(engine.configuration.seed),
            environment: environment,
            customers: await engine.store.customerIDs.count,
            apps: await engine.catalog.apps,
            notificationURLs: await engine.notificationURLs,
            rootCertificateFingerprint: authority.documents.root.certificate.fingerprint,
            lastError: await engine.lastError,
            consoleURL: await engine.consoleURL
        )
    }
}
