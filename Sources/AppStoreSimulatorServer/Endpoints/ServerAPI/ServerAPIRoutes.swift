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
    let gate: ServerAPIAuthenticator
    let limits: RateLimits
    /// The environment of the port, where Apple's host names do not tell.
    let environment: Environment

    /// Answers for one app in one environment.
    typealias Handler = @Sendable (_ request: HTTPRequest, _ caller: Caller) async throws -> HTTPResponse

    /// The one who asks, and where.
    struct Caller: Sendable {
        var app: BundleID
        var environment: Environment
    }

    /// Adds the routes.
    func add(to router: inout Router) {
        on(.get, "/inApps/v1/subscriptions/{id}", 50, &router, subscriptionStatuses)
        on(.get, "/inApps/v1/history/{id}", 50, &router) { try await history($0, $1, version: 1) }
        on(.get, "/inApps/v2/history/{id}", 50, &router) { try await history($0, $1, version: 2) }
        on(.get, "/inApps/v1/transactions/{id}", 50, &router, transactionInfo)
        on(.get, "/inApps/v1/transactions/appTransactions/{id}", 50, &router, appTransactionInfo)
        on(.get, "/inApps/v1/lookup/{order}", 10, &router, orderLookup)
        on(.get, "/inApps/v1/refund/lookup/{id}", 10, &router) { try await refunds($0, $1, version: 1) }
        on(.get, "/inApps/v2/refund/lookup/{id}", 10, &router) { try await refunds($0, $1, version: 2) }
        on(.put, "/inApps/v1/subscriptions/extend/{id}", 20, &router, extendRenewal)
        // Apple's libraries send no slash at the end; other clients of Apple's server do.
        let massExtension = "/inApps/v1/subscriptions/extend/mass"
        on(.post, massExtension, alias: massExtension + "/", 1, &router, extendAllRenewals)
        on(.get, "/inApps/v1/subscriptions/extend/mass/{product}/{request}", 50, &router, massExtensionStatus)
        on(.post, "/inApps/v1/notifications/test", 1, &router, requestTest)
        on(.get, "/inApps/v1/notifications/test/{token}", 1, &router, testStatus)
        on(.post, "/inApps/v1/notifications/history", 50, &router, notificationHistory)
        on(.put, "/inApps/v2/transactions/consumption/{id}", 50, &router, sendConsumption)
        on(.put, "/inApps/v1/transactions/consumption/{id}", 50, &router, sendConsumptionOfOld)
        on(.put, "/inApps/v1/transactions/{id}/appAccountToken", 50, &router, setAppAccountToken)
        on(.post, "/inApps/v1/transactions/{id}/finish", 50, &router, finish)
        addGroups(to: &router)
    }

    /// Adds a route behind the checks; every failure is answered in Apple's form.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - alias: Another spelling of the path, which shares its rate limit.
    ///   - rate: How many requests a second production takes.
    ///   - router: Where the route is added.
    ///   - handler: What answers.
    func on(
        _ method: HTTPMethod,
        _ path: String,
        alias: String? = nil,
        _ rate: Int,
        _ router: inout Router,
        _ handler: @escaping Handler
    ) {
        let answer: Router.Handler = { request in
            let environment = AppleHosts.environment(of: request, port: environment)
            do {
                try await engine.catchUp()
                let now = await engine.now
                if let fault = try await engine.apiFault(at: now) { return fault }
                let app = try gate.admit(request)
                let caller = Caller(app: app, environment: environment)
                if let until = limits.refusal("\(method) \(path)", rate: rate, caller, at: now) {
                    var answer = ServerAPIError.rateLimitExceeded.response
                    answer.headers["Retry-After"] = String(until.millisecondsSince1970)
                    return answer
                }
                return try await handler(request, caller)
            } catch let refusal as Unauthenticated {
                return refusal.response
            } catch let error as ServerAPIError {
                return error.response
            }
        }
        for spelling in [path, alias].compactMap(\.self) { router.on(method, spelling, answer) }
    }

    /// A transaction of the caller's app and environment.
    ///
    /// - Parameters:
    ///   - id: The transaction's id.
    ///   - caller: The one who asks.
    ///   - includesDownloads: Whether the endpoint says so when the id is an app transaction's.
    /// - Returns: The transaction.
    /// - Throws: A ``ServerAPIError`` when the id is malformed or unknown here.
    func record(_ id: String, for caller: Caller, includesDownloads: Bool = false) async throws -> TransactionRecord {
        guard Self.isIdentifier(id) else { throw ServerAPIError.invalidTransactionID }
        if let record = try await engine.transaction(id), record.transaction.bundleId == caller.app,
            record.transaction.environment == caller.environment
        {
            return record
        }
        if includesDownloads, await engine.customer(ofDownload: id, for: caller) != nil {
            throw ServerAPIError.appTransactionNotSupported
        }
        throw ServerAPIError.transactionNotFound
    }

    /// The customer whom any of a transaction's three ids names.
    ///
    /// - Throws: A ``ServerAPIError`` when the id is malformed or unknown here.
    func customer(_ id: String, for caller: Caller) async throws -> CustomerID {
        guard Self.isIdentifier(id) else { throw ServerAPIError.invalidTransactionID }
        let condition: SQL = """
            (id = \(id) OR original = \(id) OR download = \(id)) AND app = \(caller.app.rawValue)
            AND environment = \(caller.environment.rawValue)
            """
        guard let record = try await engine.transactions(condition, limit: 1).first else {
            throw ServerAPIError.transactionNotFound
        }
        return record.customer
    }

    /// Whether a text can be an id at all: Apple's are numbers.
    static func isIdentifier(_ id: String) -> Bool {
        (1...32).contains(id.utf8.count) && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The app's number, which the sandbox does not tell.
    func appAppleID(for caller: Caller) async -> AppAppleID? {
        caller.environment == .production ? await engine.catalog.app(caller.app)?.appAppleID : nil
    }

    /// A transaction as it is now.
    func sign(_ transaction: TransactionPayload) async throws -> SignedPayload {
        var transaction = transaction
        transaction.signedDate = await engine.shownDate(in: transaction.environment)
        return try signing.sign(transaction)
    }
}
