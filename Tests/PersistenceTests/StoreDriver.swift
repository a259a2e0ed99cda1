// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import PersistenceSQLite

/// A driver that the conformance suite runs for.
enum StoreDriver: CaseIterable, Sendable {
    case sqlite

    /// Runs a body with a new, empty store.
    @discardableResult
    func withStore<Value>(_ body: (any Store) async throws -> Value) async throws -> Value {
        switch self {
        case .sqlite:
            let folder = try TemporaryFolder()
            let store = try await SQLiteStore(SQLiteStore.Configuration(path: folder.file("store.sqlite")))
            let value = try await body(store)
            await store.close()
            return value
        }
    }
}
