// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Persistence

/// The secrets that sign customers' tokens: created at first need, shared by all servers through the store, and
/// rotated.
///
/// After a rotation the old secret verifies tokens for as long as the longest token lives, so no one is signed out; a
/// rotation after a theft ends it at once. A server learns of another server's rotation within ``memory`` seconds, and
/// at once when a token needs the new secret.
final class CustomerTokenSecrets: Sendable {
    /// A secret, and until when what it signed is accepted.
    struct Secret: Hashable, Sendable, Codable {
        var id: String
        var key: Data
        var created: Date
        /// After this date it verifies nothing; absent for the secret that signs.
        var retires: Date?
    }

    /// How many seconds a server trusts the list it has read.
    static let memory: TimeInterval = 10
    private static let shortestInterval: TimeInterval = 1

    static let records = RecordStore<String, [Secret]>("customer-token-secrets")

    private let random: RandomSource
    private let list: SharedKeyList<Secret, Secret>

    init(store: any Database, random: RandomSource) {
        self.random = random
        list = SharedKeyList(
            store: store,
            records: Self.records,
            generate: { Self.newSecret($0, random) },
            prepare: { $0 }
        )
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
    /// - Throws: `DatabaseError`.
    func rotate(endsOld: Bool, audit: AuditRecord, now: Date) async throws -> [Secret] {
        let fresh = Self.newSecret(now, random)
        return try await list.update(audit: audit, now: now) { stored in
            var secrets = endsOld ? [] : stored.filter { $0.retires.map { now < $0 } ?? true }
            for place in secrets.indices where secrets[place].retires == nil {
                secrets[place].retires = now.addingTimeInterval(CustomerToken.maximumLifetime)
            }
            // Each rotation within a day leaves one more secret that is tried for each token.
            return [fresh] + secrets.prefix(9)
        }
    }

    private static func newSecret(_ now: Date, _ random: RandomSource) -> Secret {
        Secret(id: "secret_" + random.hexadecimal(4), key: Data(random.bytes(32)), created: now)
    }

    private func secrets(now: Date, within age: TimeInterval) async throws -> [Secret] {
        try await list.entries(now: now, within: age).map(\.key)
    }
}
