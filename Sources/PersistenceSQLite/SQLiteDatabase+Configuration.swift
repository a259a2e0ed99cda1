// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Persistence

extension SQLiteDatabase {
    /// Where the database is and how much it may use.
    package struct Configuration: Sendable {
        /// The database's file.
        package var path: String

        /// How many connections read.
        package var readers = 4

        /// How many writes may wait before more are turned away as overloaded.
        package var waitingWrites = 4096

        /// How many reads may wait before more are turned away as overloaded.
        package var waitingReads = 8192

        /// How many writes share a commit at most.
        package var writesPerCommit = 256

        /// How many pages the log may hold before they are moved into the database.
        package var pagesPerCheckpoint = 4000

        /// How long a call waits for a lock that something outside the store holds.
        package var busyMilliseconds: Int32 = 5000

        /// The writer's page cache.
        package var writerCacheKibibytes = 32_768

        /// The page cache of each connection that reads.
        package var readerCacheKibibytes = 8192

        /// The name of a registered SQLite VFS; nothing for the system's own.
        package var fileSystem: String?

        /// How many of a purchase's facts are kept unfolded.
        package var folding = FoldingLimits.standard

        /// Makes a configuration for a file.
        package init(path: String) {
            self.path = path
        }
    }
}
