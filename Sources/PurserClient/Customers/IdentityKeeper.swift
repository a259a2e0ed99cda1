// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Keeps the customers without an account, and their tokens.
actor IdentityKeeper {
    private struct Token {
        var text: String
        var expires: Date
    }

    private let vault: PurchaseStorage
    private let now: @Sendable () -> Date
    private var loaded: AnonymousIdentities?
    private var tokens: [String: Token] = [:]

    init(_ vault: PurchaseStorage, now: @escaping @Sendable () -> Date) {
        self.vault = vault
        self.now = now
    }

    /// The present customer without an account; `nil` when none was needed yet.
    func customer() async throws -> String? { try await identities().customer }

    /// The present customer without an account, made when there is none.
    func create() async throws -> String {
        try await change { $0.create() }
    }

    /// Lets the present customer become an account, as far as this device is concerned.
    func signIn(as account: String) async throws {
        guard try await identities().secret != nil else { return }
        try await change { $0.signIn(as: account) }
    }

    /// The sign-ins that the server has not confirmed.
    func merges() async throws -> [AnonymousIdentities.Merge] { try await identities().merges }

    /// Takes a sign-in for confirmed.
    func confirm(_ merge: AnonymousIdentities.Merge) async throws {
        try await change { $0.confirm(merge) }
    }

    /// The account that a customer became, or the customer.
    func resolve(_ customer: String) async throws -> String {
        try await identities().account(of: customer) ?? customer
    }

    /// A token of a customer without an account; `nil` for all others.
    func token(of customer: String, from server: ServerClient) async throws -> String? {
        guard let secret = try await identities().secret(of: customer) else { return nil }
        if let known = tokens[secret], known.expires > now().addingTimeInterval(60) { return known.text }
        let made = try await server.anonymousToken(ServerResponse.AnonymousTokenRequest(secret: secret))
        tokens[secret] = Token(text: made.token, expires: made.expires)
        return made.token
    }

    /// Forgets a customer's token, which the server refused.
    func dropToken(of customer: String) {
        guard let secret = loaded?.secret(of: customer) else { return }
        tokens[secret] = nil
    }

    private func identities() async throws -> AnonymousIdentities {
        if let loaded { return loaded }
        let stored = try await vault.identities()
        // Another call may have read it and changed it meanwhile.
        if let loaded { return loaded }
        loaded = stored
        return stored
    }

    /// Changes the record; nothing has changed unless it was written.
    private func change<Value>(_ body: (inout AnonymousIdentities) -> Value) async throws -> Value {
        var changed = try await identities()
        let value = body(&changed)
        // Whoever asks while it is written sees the change; were it made twice, one secret would be lost.
        loaded = changed
        do {
            try await vault.save(changed)
        } catch {
            // What is stored decides.
            loaded = nil
            throw error
        }
        return value
    }
}
