// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// A database that counts the rows that readers read.
final class CountingDatabase: Database {
    private let base: any Database
    private let count = Atomic<Int>(0)

    init(_ base: any Database) {
        self.base = base
    }

    var rowsRead: Int { count.load(ordering: .relaxed) }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseReader) throws -> Value
    ) async throws -> Value {
        try await base.read { [self] reader in
            try body(CountingReader(base: reader) { self.count.add(1, ordering: .relaxed) })
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value
    ) async throws -> Value {
        try await base.write(body)
    }

    func sequenceEvents() async throws { try await base.sequenceEvents() }

    func size() async throws -> Int64 { try await base.size() }

    func close() async { await base.close() }
}

private struct CountingReader: DatabaseReader {
    let base: any DatabaseReader
    let countRow: () -> Void

    var dialect: Dialect { base.dialect }
    var memory: TransactionCache { base.memory }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        try base.forEach(query) { row in
            countRow()
            try body(&row)
        }
    }
}
