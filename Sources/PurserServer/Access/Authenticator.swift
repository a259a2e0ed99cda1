// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Finds out who makes a request, from its `Authorization: Bearer` field.
struct Authenticator: Sendable {
    /// An app as it is configured now.
    var app: @Sendable (BundleID) -> AppConfiguration?
    var keys: APIKeyCache
    var tokenSecrets: CustomerTokenSecrets
    var erasures: Erasures
    /// The keys of everyone; only for whoever has the database itself at hand.
    var resident: Caller?

    func caller(
        of request: HTTPRequest,
        for level: AccessLevel,
        address: String,
        now: Date
    ) async throws -> Caller {
        if let resident { return resident }
        if level == .open || level == .appStore {
            return Caller(identity: .anyone, app: nil, address: address)
        }
        guard let text = request.bearerToken else {
            throw ServiceProblem(.unauthenticated, "Send a key in the Authorization header: Bearer pk_… or sk_….")
        }
        let caller: Caller
        if text.hasPrefix(CustomerToken.prefix) {
            caller = try await customer(text, address: address, now: now)
        } else {
            caller = try await holder(of: APIKey(text: text), address: address, now: now)
        }
        switch level {
        case .open, .appStore, .app: return caller
        case .customer:
            guard caller.isBackend || caller.provenCustomer != nil else {
                throw ServiceProblem(
                    .forbidden,
                    "This route needs the customer's token, which the team's backend creates, or a secret key."
                )
            }
            return caller
        case .backend:
            guard caller.isBackend else { throw ServiceProblem(.forbidden, "This route needs a secret key.") }
            return caller
        }
    }

    private func holder(of key: APIKey, address: String, now: Date) async throws -> Caller {
        guard let stored = try await keys.find(key, now: now), let app = app(stored.bundleID) else {
            throw ServiceProblem(.unauthenticated, "The key is unknown or revoked.")
        }
        switch stored.kind {
        case .publishableKey: return Caller(identity: .app, app: app, address: address)
        case .secretKey: return Caller(identity: .backend(keyID: stored.id), app: app, address: address)
        }
    }

    private func customer(_ text: String, address: String, now: Date) async throws -> Caller {
        guard let token = try await tokenSecrets.token(text, now: now), let app = app(token.bundleID) else {
            throw ServiceProblem(.unauthenticated, "The customer's token is invalid or expired.")
        }
        let customer = CustomerID(rawValue: token.customer)
        guard try await erasures.allow(token) else {
            throw ServiceProblem(.unauthenticated, "The customer was erased after this. Get a new token.")
        }
        // The device that has the secret may be someone else's by now: only the account's own token acts for the account.
        if customer.isAnonymous, try await erasures.database.read({ try $0.alias(customer) }) != nil {
            throw ServiceProblem(.unauthenticated, "The customer signed in. Use a token of the account.")
        }
        return Caller(identity: .customer(customer), app: app, address: address, expires: token.expires)
    }
}
