// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Remembers how far rounds came that go through everything in turn.
struct RoundCursors: Sendable {
    let clock: @Sendable () -> Date
    let database: any Database

    private static let records = OwnedRecordStore<AppScope, String, String>("round-cursors")

    /// Where the last round of work that goes through everything in turn ended; nothing at the beginning.
    func roundCursor(_ name: String, _ scope: AppScope) async throws -> String? {
        try await database.read { try $0.value(name, in: Self.records[scope]) }
    }

    func setRoundCursor(_ name: String, _ scope: AppScope, _ cursor: String?) async throws {
        let now = clock()
        try await database.write { writer in
            if let cursor {
                try writer.upsert(cursor, as: name, in: Self.records[scope], now: now)
            } else {
                try writer.removeRecord(name, in: Self.records[scope])
            }
        }
    }
}
