// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import HTTPService
import SQLite

/// The App Store Server API.
///
/// <https://developer.apple.com/documentation/appstoreserverapi>
struct ServerAPIRoutes: Sendable {
    let engine: SimulatorEngine
    let signing: SimulatorSigning
    let gate: ServerAPIGate
    /// The environment of the port, where Apple's host names do not tell.
    let environment: Environment

    /// Answers for one app in one environment.
    typealias Handler = @Sendable (_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse

    /// Who asks, and where.
    struct Caller: Sendable {
        var app: BundleID
        var environment: Environment
    }

    /// Adds the routes.
    func add(to router: inout Router) {
        on(.get, "/inApps/v1/transactions/{id}", &router, transactionInfo)
        on(.post, "/inApps/v1/notifications/test", &router, requestTest)
        on(.get, "/inApps/v1/notifications/test/{token}", &router, testStatus)
    }

    /// Adds a route behind the token check; every failure is answered in Apple's form.
    func on(_ method: HTTPMethod, _ path: String, _ router: inout Router, _ handler: @escaping Handler) {
        router.on(method, path) { request in
            let environment = AppleHosts.environment(of: request, port: environment)
            do {
                try await engine.catchUp()
                let app = try gate.admit(request)
                return try await handler(request, Caller(app: app, environment: environment))
            } catch let refusal as Unauthenticated {
                return refusal.response
            } catch let error as ServerAPIError {
                return error.response
            }
        }
    }

    /// A transaction of the caller's app and environment.
    ///
    /// - Throws: A ``ServerAPIError`` when the id is malformed or unknown here.
    func record(_ id: String, for caller: Caller) async throws -> TransactionRecord {
        guard !id.isEmpty, id.utf8.count <= 32, id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw ServerAPIError.invalidTransactionID
        }
        guard let record = try await engine.transaction(id), record.transaction.bundleId == caller.app,
            record.transaction.environment == caller.environment
        else { throw ServerAPIError.transactionNotFound }
        return record
    }

    /// A transaction signed as of now.
    func sign(_ transaction: TransactionPayload) async throws -> SignedPayload {
        var transaction = transaction
        transaction.signedDate = await engine.now
        return try signing.sign(transaction)
    }
}
