// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Persistence
import PersistencePostgreSQL
import PersistenceSQLite
import Synchronization

/// A database that a test runs with.
enum TestDatabase: CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    struct Missing: Error, CustomStringConvertible {
        var description: String {
            "PURSER_TEST_POSTGRES is not set; run the tests through Scripts/postgres-for-tests, which starts a private "
                + "PostgreSQL and sets it"
        }
    }

    /// Runs a body with a new, empty store.
    func withStore(_ body: (any Database) async throws -> Void) async throws {
        switch self {
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory.appending(path: "purser-store-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try await SQLiteDatabase(.init(path: folder.appending(path: "db").path))
            try await body(store)
            await store.close()
        case .postgreSQL:
            guard let url = ProcessInfo.processInfo.environment["PURSER_TEST_POSTGRES"] else { throw Missing() }
            var configuration = PostgresDatabase.Configuration(url: url)
            let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
            configuration.schema = schema
            configuration.connections = 3
            let store = try await PostgresDatabase(configuration)
            try await body(store)
            try await store.write { try $0.execute(Query(stringLiteral: "DROP SCHEMA \"\(schema)\" CASCADE")) }
            await store.close()
        }
    }
}

/// Which addresses were asked.
final class Asked: Sendable {
    private let urls = Mutex<[String]>([])

    func record(_ url: String) { urls.withLock { $0.append(url) } }

    func count(_ prefix: String) -> Int { urls.withLock { urls in urls.count { $0.hasPrefix(prefix) } } }
}
