// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Persistence
import Synchronization

/// The secrets that sign customers' tokens: created at first need, shared by all servers through the store, and rotated.
///
/// After a rotation the old secret verifies tokens for as long as the longest token lives, so nobody is signed out; a rotation
/// after a theft ends it at once. A server learns of another server's rotation within ``memory`` seconds, and at once when a token
/// needs the new secret.
final class TokenSecrets: Sendable {
    /// A secret, and until when what it signed is accepted.
    struct Secret: Hashable, Sendable, Codable {
        var id: String
        var key: Data
        var created: Date
        /// After this date it verifies nothing; absent for the secret that signs.
        var retires: Date?
    }

    private struct Loaded: Sendable {
        var secrets: [Secret] = []
        var date: Date = .distantPast
    }

    /// How many seconds a server trusts the list it has read.
    static let memory: TimeInterval = 10
    private static let shortestInterval: TimeInterval = 1
    fileprivate static let recordName = "customer-token-secrets"

    private let store: any Store
    private let random: RandomSource
    private let loaded = Mutex(Loaded())

    init(store: any Store, random: RandomSource) {
        self.store = store
        self.random = random
    }

    /// The key that signs tokens now.
    func current(now: Date) async throws -> Data {
        guard let secret = try await secrets(now: now, within: Self.memory).first(where: { $0.retires == nil }) else {
            throw ServiceProblem(.internalError, "The server has no secret for customer tokens.")
        }
        return secret.key
    }

    /// Reads a token that one of the valid secrets signed and that has not expired; anything else is `nil`.
    func token(_ text: String, now: Date) async throws -> CustomerToken? {
        for age in [Self.memory, Self.shortestInterval] {
            let keys = try await secrets(now: now, within: age).filter { $0.retires.map { now < $0 } ?? true }.map(
                \.key
            )
            if let token = CustomerToken(text, secrets: keys, now: now) { return token }
        }
        return nil
    }

    /// Creates a new secret that signs from now on.
    ///
    /// - Parameters:
    ///   - endsOld: Whether tokens of the old secrets stop being valid at once, which signs every customer out.
    ///   - audit: What the audit log says.
    ///   - now: The current date.
    /// - Returns: The secrets, the new one first.
    /// - Throws: `StoreError`.
    func rotate(endsOld: Bool, audit: AuditRecord, now: Date) async throws -> [Secret] {
        let fresh = newSecret(now)
        let secrets = try await store.write { writer in
            var secrets = try writer.tokenSecrets()
            secrets = endsOld ? [] : secrets.filter { $0.retires.map { now < $0 } ?? true }
            for place in secrets.indices where secrets[place].retires == nil {
                secrets[place].retires = now.addingTimeInterval(CustomerToken.longestLifetime)
            }
            // Each rotation within a day leaves one more secret that is tried for each token.
            secrets = [fresh] + secrets.prefix(9)
            try writer.put(secrets, now: now)
            try writer.note(audit)
            return secrets
        }
        loaded.withLock { $0 = Loaded(secrets: secrets, date: now) }
        return secrets
    }

    private func newSecret(_ now: Date) -> Secret {
        Secret(id: "secret_" + random.hexadecimal(4), key: Data(random.bytes(32)), created: now)
    }

    private func secrets(now: Date, within age: TimeInterval) async throws -> [Secret] {
        let known = loaded.withLock(\.self)
        let since = now.timeIntervalSince(known.date)
        if !known.secrets.isEmpty, since >= 0, since < age { return known.secrets }
        var secrets = try await store.read { try $0.tokenSecrets() }
        if secrets.isEmpty {
            let fresh = newSecret(now)
            secrets = try await store.write { writer in
                let present = try writer.tokenSecrets()
                guard present.isEmpty else { return present }
                try writer.put([fresh], now: now)
                return [fresh]
            }
        }
        let read = secrets
        loaded.withLock { $0 = Loaded(secrets: read, date: now) }
        return read
    }
}

extension StoreReader {
    fileprivate func tokenSecrets() throws -> [TokenSecrets.Secret] {
        guard let record = try record(.settings, name: TokenSecrets.recordName) else { return [] }
        return try ServiceJSON.decode([TokenSecrets.Secret].self, from: record.body)
    }
}

extension StoreWriter {
    fileprivate func put(_ secrets: [TokenSecrets.Secret], now: Date) throws {
        try put(
            StoredRecord(
                collection: .settings,
                name: TokenSecrets.recordName,
                updatedDate: now,
                body: try ServiceJSON.encode(secrets)
            )
        )
    }
}
