// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence

extension SQLiteDatabase {
    /// Copies a database to a file, also while a server runs on it, and checks the copy.
    ///
    /// - Parameters:
    ///   - path: The database.
    ///   - destination: The copy, which must not be there yet.
    /// - Throws: `DatabaseError`.
    package static func backUp(databaseAt path: String, to destination: String) async throws {
        guard !FileManager.default.fileExists(atPath: destination) else {
            throw DatabaseError(code: .configuration, message: "\(destination) is there already; name a new file")
        }
        try await copy(path, to: destination)
    }

    /// Puts a backup instead of a database that no server runs on.
    ///
    /// - Parameters:
    ///   - backup: The backup; it is checked first and stays as it is.
    ///   - path: The database; what it held is kept beside it under the name that is answered.
    /// - Returns: The name under which the replaced database is kept, or nothing when there was none.
    /// - Throws: `DatabaseError`; with `inUse` when a server runs on the database.
    package static func restore(_ backup: String, to path: String) async throws -> String? {
        try requirePresent(backup)
        let lock = try DatabaseLock(databasePath: path)
        defer { withExtendedLifetime(lock) {} }
        let prepared = path + ".restoring"
        let files = FileManager.default
        try remove(prepared)
        try await copy(backup, to: prepared)
        // The log belongs to the database that it is beside, so both go together, and before the new one comes.
        let replaced = files.fileExists(atPath: path) ? path + ".replaced" : nil
        if let replaced {
            for suffix in ["", "-wal", "-shm"] {
                try remove(replaced + suffix)
                try move(path + suffix, to: replaced + suffix)
            }
        }
        try move(prepared, to: path)
        return replaced
    }

    /// Refuses a name that is mistyped before anything else is looked at.
    private static func requirePresent(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        throw DatabaseError(code: .configuration, message: "the file does not exist: '\(path)'. Correct its name")
    }

    private static func copy(_ path: String, to destination: String) async throws {
        try requirePresent(path)
        let memory = DatabaseCache()
        let source = try await SQLiteReader(configuration: Configuration(path: path), memory: memory, number: 0)
        try await source.run { try Migration.refuseForeign($0) }
        try await source.backUp(to: destination)
        let reader = try await SQLiteReader(
            configuration: Configuration(path: destination),
            memory: memory,
            number: 1
        )
        let problems = try await reader.integrityProblems()
        guard problems.isEmpty else {
            throw DatabaseError(
                code: .damaged,
                message: "\(path) is damaged, and so is its copy: \(problems.prefix(3).joined(separator: "; "))"
            )
        }
    }

    private static func move(_ path: String, to destination: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.moveItem(atPath: path, toPath: destination)
        } catch {
            throw DatabaseError(
                code: .unavailable,
                message: "\(path) cannot be moved; look at its folder's permissions"
            )
        }
    }

    private static func remove(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw DatabaseError(
                code: .unavailable,
                message: "\(path) cannot be removed; look at its folder's permissions"
            )
        }
    }
}
