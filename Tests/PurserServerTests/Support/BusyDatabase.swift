// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// A database in which something is recorded before each read, as in a shop that sells all the time.
final class BusyDatabase: Database {
    private let base: any Database
    private let happens: @Sendable (Int) async throws -> Void
    private let count = Mutex(0)
    /// After how many reads nothing more is recorded, so that work without an end fails a test instead of hanging it.
    private static let maximumReads = 100

    /// How many reads there were.
    var reads: Int { count.withLock(\.self) }

    init(_ base: any Database, before happens: @escaping @Sendable (Int) async throws -> Void) {
        self.base = base
        self.happens = happens
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseReader) throws -> Value) async throws -> Value {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number <= Self.maximumReads { try await happens(number) }
        return try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any DatabaseWriter) throws -> Value) async throws -> Value
    {
        try await base.write(body)
    }

    func sequenceEvents() async throws { try await base.sequenceEvents() }

    func size() async throws -> Int64 { try await base.size() }

    func close() async { await base.close() }
}
