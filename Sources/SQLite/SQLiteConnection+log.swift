// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CSQLite

/// How long the write-ahead log was after a commit.
final class LogLength {
    var pages = 0
}

extension SQLiteConnection {
    /// Stops moving the log into the database after a commit of this connection, and counts its pages instead.
    package func stopMovingLog() {
        let length = Unmanaged.passUnretained(logLength).toOpaque()
        sqlite3_wal_hook(
            handle,
            { length, _, _, pages in
                length.map { Unmanaged<LogLength>.fromOpaque($0).takeUnretainedValue().pages = Int(pages) }
                return SQLITE_OK
            },
            length
        )
    }

    /// How many pages the log had after this connection's last commit; 0 unless the connection counts them.
    package var logPages: Int { logLength.pages }

    /// Moves as much of the log into the database as no reader needs, without waiting for anyone.
    ///
    /// - Throws: `SQLiteError`: `busy` while another connection does the same.
    package func moveLog() throws {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        guard code == SQLITE_OK else { throw Self.error(code, of: handle, doing: "moving the log into the database") }
    }

    /// Syncs the database file, whoever wrote to it.
    ///
    /// `moveLog` syncs it only when it moved all of the log. When another connection commits meanwhile, the next
    /// `moveLog` that does move all syncs everything; after this there is little left for it to sync.
    ///
    /// - Throws: `SQLiteError` when the disk fails.
    package func syncDatabase() throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var code = sqlite3_file_control(handle, nil, SQLITE_FCNTL_FILE_POINTER, &file)
        if code == SQLITE_OK, let file, let sync = file.pointee.pMethods?.pointee.xSync {
            code = sync(file, SQLITE_SYNC_NORMAL)
        }
        guard code == SQLITE_OK else { throw Self.error(code, of: nil, doing: "syncing the database file") }
    }
}
