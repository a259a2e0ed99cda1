// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Persistence
import PersistencePostgreSQL
import PersistenceSQLite

extension DatabaseAddress {
    /// Opens a database that is there already, as its server.
    ///
    /// A name that is mistyped would be a new, empty database, and everything that is said of it true and useless.
    ///
    /// - Throws: ``Failure``, or `DatabaseError`.
    func openPresent() async throws -> any Database {
        if case .sqlite(let path) = self, !FileManager.default.fileExists(atPath: path) {
            throw Failure("the database does not exist: '\(path)'. Correct --database")
        }
        return try await open()
    }

    /// Opens the database as its server: the one place that picks a driver.
    ///
    /// - Throws: ``Failure``, or `DatabaseError`.
    func open(replicas: ReplicaAddresses = .none) async throws -> any Database {
        switch self {
        case .sqlite(let path):
            try prepareFolder()
            return try await SQLiteDatabase(SQLiteDatabase.Configuration(path: path))
        case .postgres(let url):
            var configuration = PostgresDatabase.Configuration(url: url)
            configuration.replicas = replicas.replicas
            configuration.replicaStaleness = .seconds(replicas.staleness)
            return try await PostgresDatabase(configuration)
        }
    }
}

extension DatabaseAddress {
    /// Makes the folder `.purser`, which is the default's; any other must be there.
    ///
    /// A folder that is mistyped would get a new database with new keys without a warning.
    ///
    /// - Throws: ``Failure`` that names the folder.
    func prepareFolder() throws {
        guard case .sqlite(let path) = self else { return }
        let folder = URL(filePath: path).deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        let isOurs = folder.lastPathComponent == ".purser"
        guard isOurs, FileManager.default.fileExists(atPath: folder.deletingLastPathComponent().path) else {
            throw Failure(
                "the folder of the database does not exist: '\(folder.path)'. Create it, or correct --database"
            )
        }
        do {
            try SecretFile.makeFolder(folder.path)
        } catch {
            throw Failure("cannot create the folder \(folder.path): \(error.systemReason)")
        }
    }
}

extension Arguments {
    /// The database that `--database`, or the variable, names.
    func database(_ terminal: Terminal) throws -> DatabaseAddress {
        let text = value("database") ?? terminal.environment["PURSER_DATABASE"] ?? "sqlite:.purser/purser.sqlite"
        return try DatabaseAddress(text)
    }

    /// The file of the SQLite database that `--database` names, for what only files need.
    func databaseFile(_ terminal: Terminal, instead: String) throws -> String {
        guard case .sqlite(let path) = try database(terminal) else {
            throw UsageError("for PostgreSQL use \(instead)")
        }
        return path
    }
}
