// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence
import Synchronization

/// A list of keys that all servers of a database share: stored as one record, created at first need, cached for a short
/// time.
///
/// `Stored` is what the record holds of a key; `Key` is the same key, ready for use, so that it is parsed once for each
/// read of the record and not for each use.
final class SharedKeyList<Stored: Codable & Sendable, Key: Sendable>: Sendable {
    struct Entry: Sendable {
        var stored: Stored
        var key: Key
    }

    private struct Cached: Sendable {
        var entries: [Entry] = []
        var date: Date = .distantPast
    }

    private let store: any Database
    private let records: RecordStore<String, [Stored]>
    private let generate: @Sendable (Date) throws -> Stored
    private let prepare: @Sendable (Stored) throws -> Key
    private let cached = Mutex(Cached())

    /// Creates a list that reads and writes one record.
    ///
    /// - Parameters:
    ///   - store: The database.
    ///   - records: The store that has the list as its one record.
    ///   - generate: Makes the first key, which is valid from the date on.
    ///   - prepare: Makes a stored key ready for use.
    init(
        store: any Database,
        records: RecordStore<String, [Stored]>,
        generate: @escaping @Sendable (Date) throws -> Stored,
        prepare: @escaping @Sendable (Stored) throws -> Key
    ) {
        self.store = store
        self.records = records
        self.generate = generate
        self.prepare = prepare
    }

    /// Reads the keys.
    ///
    /// - Parameters:
    ///   - now: The current date.
    ///   - age: How many seconds ago the record may have been read.
    /// - Returns: The keys in the order of the record; at least one.
    /// - Throws: `DatabaseError`, or what generating and preparing throw.
    func entries(now: Date, within age: TimeInterval) async throws -> [Entry] {
        let known = cached.withLock(\.self)
        let since = now.timeIntervalSince(known.date)
        if !known.entries.isEmpty, since >= 0, since < age { return known.entries }
        var stored = try await store.read { [self] in try self.stored(in: $0) }
        if stored.isEmpty {
            let fresh = try generate(now)
            stored = try await store.write { [self] writer in
                let present = try self.stored(in: writer)
                guard present.isEmpty else { return present }
                try save([fresh], in: writer, now: now)
                return [fresh]
            }
        }
        let entries = try stored.map { Entry(stored: $0, key: try prepare($0)) }
        cached.withLock { $0 = Cached(entries: entries, date: now) }
        return entries
    }

    /// Replaces the stored list in one transaction, and this server's cached copy.
    ///
    /// - Parameters:
    ///   - audit: What the audit log says.
    ///   - now: The current date.
    ///   - change: Makes the new list of the stored one.
    /// - Returns: The new list.
    /// - Throws: What the change throws, or `DatabaseError`; the list is as it was then.
    func update(
        audit: AuditRecord,
        now: Date,
        _ change: @escaping @Sendable ([Stored]) throws -> [Stored]
    ) async throws -> [Stored] {
        let stored = try await store.write { [self] writer in
            let changed = try change(try self.stored(in: writer))
            try save(changed, in: writer, now: now)
            try writer.record(audit)
            return changed
        }
        cached.withLock { $0 = Cached() }
        return stored
    }

    private func stored(in reader: some DatabaseReader) throws -> [Stored] {
        try reader.value("all", in: records) ?? []
    }

    private func save(_ list: [Stored], in writer: some DatabaseWriter, now: Date) throws {
        try writer.upsert(list, as: "all", in: records, now: now)
    }
}
