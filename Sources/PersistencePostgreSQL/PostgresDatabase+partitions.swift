// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import Persistence

extension PostgresDatabase {
    /// Moves the facts from before an instant into a partition of their own, which can be put on slower storage.
    ///
    /// Nothing else changes: facts are found as before, and one that is there stays known, for the tables that keep
    /// identifiers unique are never split.
    ///
    /// - Parameter date: The instant; it must be later than that of every call before.
    /// - Returns: The name of the new table, and how many facts it holds.
    /// - Throws: `DatabaseError`; `archived` when the instant is not later.
    package func archiveFacts(before date: Date) async throws -> (table: String, count: Int) {
        let milliseconds = date.millisecondsSince1970ForPartition
        let name = "facts_before_\(milliseconds < 0 ? "m" : "")\(milliseconds.magnitude)"
        let count = try await maintain { writer in
            let last = try writer.lastPartitionBound()
            if let last, last >= milliseconds {
                let moved = Date(timeIntervalSince1970: Double(last) / 1000).formatted(.iso8601)
                throw DatabaseError(
                    code: .archived,
                    message: "the facts from before \(moved) were moved already; choose a later instant"
                )
            }
            let lower = last.map(String.init) ?? "MINVALUE"
            try writer.run("LOCK TABLE facts IN ACCESS EXCLUSIVE MODE")
            try writer.run("CREATE TABLE \(name) (LIKE facts INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
            let moved = try writer.execute(
                Query(
                    stringLiteral: """
                        WITH moved AS (DELETE FROM facts_recent WHERE instant < \(milliseconds) RETURNING *)
                        INSERT INTO \(name) SELECT * FROM moved
                        """
                )
            )
            try writer.run(
                "ALTER TABLE facts ATTACH PARTITION \(name) FOR VALUES FROM (\(lower)) TO (\(milliseconds))"
            )
            return moved
        }
        return (name, count)
    }
}

extension DatabaseWriter {
    fileprivate func run(_ text: String) throws {
        try execute(Query(stringLiteral: text))
    }

    /// Where the newest partition but the default one ends.
    fileprivate func lastPartitionBound() throws -> Int64? {
        var bounds: [Int64] = []
        try forEach(
            """
            SELECT child.relname::text FROM pg_inherits
            JOIN pg_class child ON child.oid = pg_inherits.inhrelid
            WHERE pg_inherits.inhparent = 'facts'::regclass AND child.relname LIKE 'facts_before_%'
            """
        ) { row in
            let end = try row.next(String.self).dropFirst("facts_before_".count)
            guard let bound = Int64(end.replacing("m", with: "-")) else { return }
            bounds.append(bound)
        }
        return bounds.max()
    }
}

extension Date {
    fileprivate var millisecondsSince1970ForPartition: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
