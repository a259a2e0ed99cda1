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
    }

    func addStatus(to routes: inout Router) {
        routes.on(.get, "/status") { _ in try await .json(status()) }
        routes.on(.get, "/catalog") { _ in try await .json(engine.catalog) }
        routes.on(.get, "/settings") { _ in try await .json(engine.settings) }
        routes.on(.get, "/settings/{environment}") { request in
            let environment = try Self.environment(named: try request.parameter("environment"))
            return try await .json(engine.settings[environment])
        }
        routes.on(.put, "/settings/{environment}") { request in
            let environment = try Self.environment(named: try request.parameter("environment"))
            let settings = try request.json(EnvironmentSettings.self)
            _ = try await engine.perform(.configure(environment, settings))
            return try .json(settings)
        }
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
            lastError: await engine.lastError
        )
    }
}
