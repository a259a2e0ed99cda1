// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence
import Synchronization

/// The secrets that sign customers' tokens: made at first need, shared by all servers through the store.
final class TokenSecrets: Sendable {
    private static let name = "customer-token-secret"

    private let store: any Store
    private let clock: @Sendable () -> Date
    private let random: RandomSource
    private let known = Mutex<[Data]>([])

    init(store: any Store, clock: @escaping @Sendable () -> Date, random: RandomSource) {
        self.store = store
        self.clock = clock
        self.random = random
    }

    /// The secrets, the one that signs first.
    func all() async throws -> [Data] {
        let cached = known.withLock(\.self)
        guard cached.isEmpty else { return cached }
        let now = clock()
        let secret = try await store.write { [random] writer in
            if let record = try writer.record(.settings, name: Self.name) { return record.body }
            let fresh = Data(random.bytes(32))
            try writer.put(StoredRecord(collection: .settings, name: Self.name, updatedDate: now, body: fresh))
            return fresh
        }
        known.withLock { $0 = [secret] }
        return [secret]
    }
}
