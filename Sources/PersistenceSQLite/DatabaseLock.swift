// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The lock of the process that runs as the server of a database; the system frees it when the process ends.
final class DatabaseLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock beside a database file.
    ///
    /// - Throws: `DatabaseError` with `inUse` when another process, or another store of this one, holds it.
    init(databasePath: String) throws {
        let path = databasePath + "-server"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw DatabaseError(
                code: .unavailable,
                message: "\(path) cannot be opened; see that its folder exists and may be written"
            )
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw DatabaseError(
                code: .inUse,
                message: "another process runs as the server of \(databasePath); stop it, or go through its API"
            )
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
