// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Persistence

/// The keys that an app gets when it has none; they are shown this once.
package struct InitialKeys: Hashable, Sendable {
    /// For apps.
    package var publishableKey: String

    /// For backends.
    package var secretKey: String
}

extension KeyFeature {
    /// Makes a public and a secret key for an app that has no keys, and nothing for one that has.
    func createInitialKeys(of app: BundleID) async throws -> InitialKeys? {
        guard try await database.read({ try $0.appKeys(of: app).isEmpty }) else { return nil }
        let now = clock()
        let publishableKey = try newKey(.publishableKey, named: "first", app: app, now: now)
        let secretKey = try newKey(.secretKey, named: "first", app: app, now: now)
        // Two servers may start for the first time together.
        let isFirst = try await database.write { writer in
            guard try writer.appKeys(of: app).isEmpty else { return false }
            for stored in [publishableKey.stored, secretKey.stored] {
                try writer.add(stored)
                try writer.record(
                    AuditRecord(
                        actor: "first start",
                        action: "api_key.create",
                        target: stored.kind,
                        instant: now,
                        app: app
                    )
                )
            }
            return true
        }
        guard isFirst else { return nil }
        keys.invalidate()
        return InitialKeys(publishableKey: publishableKey.key.text, secretKey: secretKey.key.text)
    }
}
