// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPClient

/// The ways to Apple's servers for one app.
struct AppStoreClients: Sendable {
    let production: AppStoreServerAPI
    let sandbox: AppStoreServerAPI
    let offers: PromotionalOfferSigner
    /// The same clients for a connection check: without retries, so that the result is current.
    let probes: [Environment: AppStoreServerAPI]

    /// Makes the ways, when the app's credentials are configured.
    init?(
        _ app: AppConfiguration,
        transport: any HTTPTransport,
        runtime: APIEnvironment,
        metrics: MetricsRecorder
    ) throws {
        guard let credentials = app.appStoreServerAPI else { return nil }
        let key = try PrivateKey(pem: credentials.privateKeyPEM)
        let tokens = ServerAPITokenIssuer(
            .init(issuerID: credentials.issuerID, keyID: credentials.keyID, key: key, bundleID: app.bundleID)
        )
        func api(_ environment: Environment, _ url: String?, _ retry: RetryPolicy = .init()) -> AppStoreServerAPI {
            let name = AppleService(service: "server-api", environment: environment.rawValue)
            return AppStoreServerAPI(
                environment: environment,
                baseURL: url,
                tokens: tokens,
                transport: InstrumentedTransport(base: transport, name: name, metrics: metrics),
                runtime: runtime,
                retry: retry
            )
        }
        production = api(.production, credentials.productionURL)
        sandbox = api(.sandbox, credentials.sandboxURL)
        probes = [
            .production: api(.production, credentials.productionURL, .none),
            .sandbox: api(.sandbox, credentials.sandboxURL, .none),
        ]
        offers = try PromotionalOfferSigner(bundleID: app.bundleID, keyID: credentials.keyID, key: key)
    }

    subscript(_ environment: Environment) -> AppStoreServerAPI {
        environment == .production ? production : sandbox
    }
}

extension AppStoreClients {
    /// Asks Apple, and turns what goes wrong into a problem.
    static func ask<Answer>(_ question: () async throws -> Answer) async throws -> Answer {
        do {
            return try await question()
        } catch let error as AppStoreAPIError {
            throw error.isRetryable
                ? ServiceProblem(.appStoreUnavailable, error.message, retryAfterSeconds: 30)
                : ServiceProblem(.appStoreRefused, error.message)
        }
    }
}
