// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

extension RecordCollection {
    /// Tallies by minute, of each server.
    static let minuteTallies = RecordCollection(rawValue: "tallies-minute")
    /// Tallies by hour, of each server.
    static let hourTallies = RecordCollection(rawValue: "tallies-hour")
}

extension TallyBook.Span {
    var collection: RecordCollection { self == .minute ? .minuteTallies : .hourTallies }

    /// How long the store keeps them, in spans: three hours of minutes, forty days of hours.
    var kept: Int64 { self == .minute ? 180 : 960 }

    /// The name of a server's tally: names sort by time.
    func name(_ number: Int64, server: String) -> String {
        let digits = String(max(0, number))
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits + " " + server
    }
}

/// Writes what was tallied to the store, where every server's tallies meet.
struct TallyKeeper: Sendable {
    let clock: @Sendable () -> Date
    let monitors: Monitors
    let serverName: String
    let store: any Store

    /// Writes what was tallied to the store, where every server's tallies meet, and removes what is old.
    func keepTallies() async throws {
        let now = clock()
        let size = try await store.size()
        monitors.book.note(at: now) { $0.level("database bytes", size) }
        let pages = monitors.book.changedPages()
        let records = try pages.map { page in
            StoredRecord(
                collection: page.span.collection,
                name: page.span.name(page.number, server: serverName),
                updatedDate: now,
                body: try ServiceJSON.encode(page.tally)
            )
        }
        let server = serverName
        try await store.write { writer in
            for record in records { try writer.put(record) }
            for span in TallyBook.Span.allCases {
                let first = TallyBook.number(of: now, span) - span.kept
                try writer.removeRecords(span.collection, before: span.name(first, server: server))
            }
        }
        monitors.book.written(pages, now: now)
    }
}
