// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The keys that are good now, read from the store and kept in memory for half a minute.
///
/// A key that is not there makes it look again, but at most once a second, so that guessing keys costs the store
/// nothing.
final class APIKeyCache: Sendable {
    struct Entry: Hashable, Sendable {
        var id: String
        var bundleID: BundleID
        var kind: APIKeyKind
    }

    private struct Loaded: Sendable {
        var entries: [FactDigest: Entry] = [:]
        var loadedAt: Date = .distantPast
    }

    private static let lifetime: TimeInterval = 30
    private static let shortestInterval: TimeInterval = 1

    private let database: any Database
    private let apps: [BundleID]
    private let loaded = Mutex(Loaded())
    private let digests = Mutex<[APIKey: FactDigest]>([:])

    init(database: any Database, apps: [BundleID]) {
        self.database = database
        self.apps = apps
    }

    /// What a key is, or nothing when it is not good.
    @_optimize(none)
    func find(_ key: APIKey, now: Date) async throws -> Entry? {
        // A good key is hashed once: there are as many remembered as there are keys.
        let known = digests.withLock { $0[key] }
        guard let digest = known ?? key.digest else { return nil }
        let (entry, isFresh) = remembered(digest, now: now)
        if isFresh {
            if known == nil, entry != nil { digests.withLock { $0[key] = digest } }
            return entry
        }
        try await load(now: now)
        return remembered(digest, now: now).entry
    }

    /// What is known of a digest without asking the store, and whether that is recent enough.
    private func remembered(_ digest: FactDigest, now: Date) -> (entry: Entry?, isFresh: Bool) {
        loaded.withLock { loaded in
            let entry = loaded.entries[digest]
            let age = now.timeIntervalSince(loaded.loadedAt)
            return (entry, age >= 0 && age < (entry == nil ? Self.shortestInterval : Self.lifetime))
        }
    }

    /// Makes the next look-up read the store.
    func invalidate() {
        loaded.withLock { $0.loadedAt = .distantPast }
    }

    // Optimized, Swift 6.3.1 frees this function's part of the task's memory in the wrong order, and the program ends.
    @_optimize(none)
    private func load(now: Date) async throws {
        let apps = apps
        let keys = try await self.database.read { reader in try apps.flatMap { try reader.appKeys(of: $0) } }
        var entries: [FactDigest: Entry] = [:]
        for key in keys where key.revokedDate == nil {
            guard let kind = APIKeyKind(rawValue: key.kind) else { continue }
            entries[key.hash] = Entry(id: key.id, bundleID: key.app, kind: kind)
        }
        let current = entries
        loaded.withLock { $0 = Loaded(entries: current, loadedAt: now) }
        digests.withLock { digests in digests = digests.filter { current[$0.value] != nil } }
    }
}
