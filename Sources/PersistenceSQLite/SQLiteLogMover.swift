// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import SQLite
import Synchronization

/// Moves the log into the database on a connection and a thread of its own, while the writer continues to commit.
///
/// The sync of the database file takes many times as long as that of a commit. Done by the writer, it would hold up
/// everyone who waits for a commit.
actor SQLiteLogMover {
    /// What has become of a log that is long.
    private enum Phase {
        case idle
        case moving
        /// Most of it was moved; what was committed meanwhile was not.
        case moved
    }

    private let executor: SerialQueueExecutor
    private let connection: SQLiteConnection
    private let limit: Int
    private let phase = Mutex(Phase.idle)
    /// From how many pages on the log is moved; more than the limit while a reader prevents that it restarts.
    private let next: Mutex<Int>

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(configuration: SQLiteDatabase.Configuration) async throws {
        executor = SerialQueueExecutor(label: "purser.sqlite.log")
        limit = max(1, configuration.pagesPerCheckpoint)
        next = Mutex(limit)
        connection = try translated { try SQLiteConnection.writing(configuration) }
    }

    /// Begins to move the log when it is long, and moves the little rest when that is done; called by the writer
    /// between two commits.
    ///
    /// Only a log that was moved completely restarts. The writer does that part, because no one can commit
    /// meanwhile.
    nonisolated func check(_ writer: SQLiteConnection) {
        switch phase.withLock(\.self) {
        case .moving: return
        case .idle:
            let pages = writer.logPages
            let isLong = next.withLock { next in
                if pages < limit { next = limit }
                return pages >= next
            }
            guard isLong else { return }
            phase.withLock { $0 = .moving }
            Task { await move() }
        case .moved:
            Self.move(writer)
            next.withLock { $0 = writer.logPages + limit }
            phase.withLock { $0 = .idle }
        }
    }

    /// Returns when nothing is being moved.
    func close() {}

    private func move() {
        Self.move(connection)
        // Left to the writer, this sync would hold up everyone: SQLite syncs only when it has moved all of the log, and
        // under load there is always more.
        try? connection.syncDatabase()
        phase.withLock { $0 = .moved }
    }

    /// Moves what can be moved.
    ///
    /// No error is reported, here or of the sync. A log that could not be moved loses nothing: it stays as it is, grows, and is tried again. A disk that is full
    /// or broken fails the commits too, and they report it.
    private static func move(_ connection: SQLiteConnection) {
        try? connection.moveLog()
    }
}
