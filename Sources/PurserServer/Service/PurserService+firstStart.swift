// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
import FoundationEssentials
import Persistence

extension PurserService {
    /// The keys that an app gets when it has none; they are shown this once.
    package struct FirstKeys: Hashable, Sendable {
        /// For apps.
        package var publicKey: String

        /// For backends.
        package var secretKey: String
    }

    /// Makes a public and a secret key for an app that has no keys, and nothing for one that has.
    package func makeFirstKeys(of app: BundleID) async throws -> FirstKeys? {
        guard try await store.read({ try $0.appKeys(of: app).isEmpty }) else { return nil }
        let now = clock()
        func make(_ kind: APIKeyKind) async throws -> String? {
            let audit = AuditRecord(
                actor: "first start",
                action: "key.make",
                target: kind.rawValue,
                instant: now,
                app: app
            )
            return try await makeKey(kind, named: "first", app: app, audit: audit, now: now).key
        }
        guard let publicKey = try await make(.publicKey), let secretKey = try await make(.secretKey) else { return nil }
        return FirstKeys(publicKey: publicKey, secretKey: secretKey)
    }
}
