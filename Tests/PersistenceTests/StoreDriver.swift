// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Persistence
import PersistencePostgreSQL
import PersistenceSQLite

/// A driver that the conformance suite runs for.
enum StoreDriver: CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    /// Runs a body with a new, empty store.
    @discardableResult
    func withStore<Value>(
        folding: FoldingLimits = .standard,
        _ body: (any Database) async throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite:
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            var configuration = SQLiteDatabase.Configuration(path: folder.file("store.sqlite"))
            configuration.folding = folding
            let store = try await SQLiteDatabase(configuration)
            let value = try await body(store)
            await store.close()
            return value
        case .postgreSQL:
            return try await PrivatePostgres.withSchema { configuration in
                var configuration = configuration
                configuration.folding = folding
                let store = try await PostgresDatabase(configuration)
                let value = try await body(store)
                await store.close()
                return value
            }
        }
    }
}

/// The PostgreSQL that is there for the tests; each test has a schema of its own in it.
enum PrivatePostgres {
    struct Missing: Error, CustomStringConvertible {
        var way: Way

        var description: String {
            "\(way.rawValue) is not set; run 'Scripts/setup test' and then the tests through Scripts/postgres-for-tests, "
                + "which starts a private PostgreSQL with a PgBouncer before it and sets it"
        }
    }

    /// The variable that has the URL.
    enum Way: String, CaseIterable, Sendable {
        case direct = "PURSER_TEST_POSTGRES"
        /// Through a pooler that lends a connection for one transaction.
        case pooled = "PURSER_TEST_PGBOUNCER"
    }

    /// Runs a body with a schema that is removed afterward; few at a time, for connections are few.
    static func withSchema<Value>(
        _ way: Way = .direct,
        _ body: (PostgresDatabase.Configuration) async throws -> Value
    ) async throws -> Value {
        guard let url = ProcessInfo.processInfo.environment[way.rawValue] else { throw Missing(way: way) }
        var configuration = PostgresDatabase.Configuration(url: url)
        configuration.schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        configuration.connections = 6
        await gate.enter()
        do {
            let value = try await body(configuration)
            try await drop(configuration)
            await gate.leave()
            return value
        } catch {
            await gate.leave()
            throw error
        }
    }

    private static let gate = Gate(width: 12)

    private static func drop(_ configuration: PostgresDatabase.Configuration) async throws {
        let store = try await PostgresDatabase(configuration)
        let name = configuration.schema ?? ""
        try await store.write { try $0.execute(Query(stringLiteral: "DROP SCHEMA \"\(name)\" CASCADE")) }
        await store.close()
    }
}

/// Lets a few in at a time.
actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
