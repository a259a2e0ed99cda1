// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

/// What a body is given: one connection inside an open transaction.
final class PostgresSession: DatabaseWriter {
    private let connection: PostgresConnection

    let memory: TransactionCache

    /// What failed first; afterward the transaction can only be undone.
    private(set) var failure: PostgresFailure?

    /// Whether an event was written, which needs its place after the commit.
    private(set) var hasAppendedEvent = false

    init(connection: PostgresConnection, memory: DatabaseCache) {
        self.connection = connection
        self.memory = TransactionCache(memory)
    }

    var dialect: Dialect { .postgreSQL }

    func didAppendEvent() { hasAppendedEvent = true }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        let result = try run(query)
        for number in 0..<result.count {
            var row = Row { try result.value(row: number, column: $0) }
            try body(&row)
        }
    }

    @discardableResult
    func execute(_ query: Query) throws -> Int {
        try run(query).changes
    }

    /// Keeps a statement until the next one that is waited for; both go together.
    func post(_ query: Query) throws {
        do {
            try connection.post(query)
        } catch let failure as PostgresFailure {
            if self.failure == nil { self.failure = failure }
            throw failure.error
        }
    }

    private func run(_ query: Query) throws -> PostgresResult {
        do {
            return try connection.run(query)
        } catch let failure as PostgresFailure {
            if self.failure == nil { self.failure = failure }
            throw failure.error
        }
    }
}
