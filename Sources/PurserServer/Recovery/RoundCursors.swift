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

    /// Where the last round of work that goes through everything in turn ended; nothing at the beginning.
    func roundCursor(_ name: String, _ scope: AppScope) async throws -> String? {
        let body = try await database.read { try $0.record(.settings, name: "\(name) \(scope)")?.body }
        guard let body, !body.isEmpty else { return nil }
        return String(decoding: body, as: UTF8.self)
    }

    func setRoundCursor(_ name: String, _ scope: AppScope, _ cursor: String?) async throws {
        let now = clock()
        try await database.write { writer in
            try writer.upsert(
                StoredRecord(
                    collection: .settings,
                    name: "\(name) \(scope)",
                    updatedDate: now,
                    body: Data((cursor ?? "").utf8)
                )
            )
        }
    }
}
