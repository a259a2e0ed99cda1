// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension SQLiteConnection {
    /// When a transaction takes its lock.
    package enum TransactionKind: Sendable {
        /// At the first read or write.
        case deferred
        /// At once for writing, so that it cannot fail as locked half-way.
        case immediate
    }

    /// Runs a body in a transaction: all of it happens, or none.
    ///
    /// Inside an open transaction it is a savepoint.
    ///
    /// - Throws: What the body throws, after everything was undone; or `SQLiteError` when the commit fails.
    @discardableResult
    package func transaction<Value>(_ kind: TransactionKind = .immediate, _ body: () throws -> Value) throws -> Value {
        guard !isInTransaction else { return try savepoint(body) }
        try execute(kind == .immediate ? "BEGIN IMMEDIATE" : "BEGIN")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs a body in a savepoint: if it throws, what it did is undone, and the transaction around it continues.
    ///
    /// - Throws: What the body throws. When SQLite had to undo the whole transaction, ``isInTransaction`` is false
    ///   afterward.
    @discardableResult
    package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("SAVEPOINT body")
        do {
            let value = try body()
            try execute("RELEASE body")
            return value
        } catch {
            // A full disk or a failed write can undo the whole transaction; then there is no savepoint left.
            if isInTransaction {
                try execute("ROLLBACK TO body")
                try execute("RELEASE body")
            }
            throw error
        }
    }

    /// Undoes the open transaction, if there is one.
    package func rollBack() {
        guard isInTransaction else { return }
        // It can only fail when SQLite has undone the transaction automatically.
        _ = try? execute("ROLLBACK")
    }
}
