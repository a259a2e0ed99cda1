// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One open database, used by one thread or actor at a time.
///
/// Statements are prepared once and kept, up to a bound; the one not used for longest makes room.
package final class SQLiteConnection {
    let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    private var uses: UInt64 = 0
    private let capacity: Int
    let logLength = LogLength()

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: The file, or `:memory:`.
    ///   - access: Whether the file may be written, and made.
    ///   - busyMilliseconds: How long a call waits for another connection's lock before it fails as locked.
    ///   - fileSystem: The name of a registered SQLite VFS, or nothing for the system's own.
    ///   - statementCapacity: How many prepared statements are kept.
    /// - Throws: `SQLiteError`.
    package init(
        path: String,
        access: Access = .readWriteCreate,
        busyMilliseconds: Int32 = 5000,
        fileSystem: String? = nil,
        statementCapacity: Int = 256
    ) throws {
        if access == .readWriteCreate, fileSystem == nil, path != ":memory:" { Self.makeFile(path) }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, access.flags | SQLITE_OPEN_NOMUTEX, fileSystem)
        guard code == SQLITE_OK, let handle else {
            let error = Self.error(code, of: handle, doing: "opening \(path)")
            sqlite3_close_v2(handle)
            throw error
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, busyMilliseconds)
        self.handle = handle
        self.capacity = max(1, statementCapacity)
    }

    /// Creates an empty file with mode 0600, whatever the umask: SQLite gives its `-wal` and `-shm` files the same
    /// mode.
    ///
    /// A database holds secrets and personal data. What fails here fails again, with a reason, when SQLite opens the
    /// file.
    private static func makeFile(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // A umask may have taken the owner's own permissions.
        fchmod(descriptor, 0o600)
        close(descriptor)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Whether a file may be written and made.
    package enum Access: Sendable {
        /// The file must exist and is only read.
        case readOnly
        /// The file must exist.
        case readWrite
        /// The file is made when it is not there.
        case readWriteCreate

        var flags: Int32 {
            switch self {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    /// How many rows the last statement inserted, changed or deleted.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The row id that the last insertion gave.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    // MARK: - Running

    /// Runs a statement and drops its rows.
    ///
    /// - Returns: How many rows it inserted, changed or deleted.
    /// - Throws: `SQLiteError`.
    @discardableResult
    package func execute(_ sql: SQL) throws -> Int {
        try forEach(sql) { _ in }
        return changes
    }

    /// Runs several statements without values, such as a schema.
    ///
    /// - Throws: `SQLiteError` at the first that fails; those before it stay done unless a transaction holds them.
    package func executeScript(_ script: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw Self.error(code, of: handle, doing: "running a script") }
    }

    /// Runs a statement and hands over each row in turn.
    ///
    /// - Throws: `SQLiteError`, or what the body throws.
    package func forEach(_ sql: SQL, _ body: (SQLiteRow) throws -> Void) throws {
        try forEach(sql.text, sql.bindings.count, { sql.bindings[$0] }, body)
    }

    /// Runs a statement whose values are asked for one by one, so that a caller with types of its own need not
    /// gather them first.
    ///
    /// - Throws: `SQLiteError`, or what the body throws.
    package func forEach(
        _ text: String,
        _ count: Int,
        _ binding: (Int) -> SQLiteValue,
        _ body: (SQLiteRow) throws -> Void
    ) throws {
        let statement = try prepared(text)
        statement.isRunning = true
        defer { statement.reset() }
        let expected = Int(sqlite3_bind_parameter_count(statement.handle))
        guard expected == count else {
            throw SQLiteError(code: .misuse, message: "\(count) values for \(expected) parameters in: \(text)")
        }
        for index in 0..<count {
            let code = statement.bind(binding(index), at: Int32(index + 1))
            guard code == SQLITE_OK else { throw Self.error(code, of: handle, doing: text) }
        }
        while true {
            let code = sqlite3_step(statement.handle)
            switch code {
            case SQLITE_ROW: try body(SQLiteRow(statement: statement))
            case SQLITE_DONE: return
            default: throw Self.error(code, of: handle, doing: text)
            }
        }
    }

    // MARK: - Private

    private func prepared(_ text: String) throws -> SQLiteStatement {
        uses += 1
        if let statement = statements[text], !statement.isRunning {
            statement.lastUse = uses
            return statement
        }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK else { throw Self.error(code, of: handle, doing: text) }
        guard let prepared else {
            throw SQLiteError(code: .misuse, message: "the statement is empty; write one that does something")
        }
        let statement = SQLiteStatement(handle: prepared, text: text)
        statement.lastUse = uses
        // One that runs already, such as a query inside its own loop, keeps its place.
        if statements[text] == nil {
            resizeStatementCache()
            statements[text] = statement
        }
        return statement
    }

    private func resizeStatementCache() {
        guard statements.count >= capacity else { return }
        let idle = statements.values.lazy.filter { !$0.isRunning }
        guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return }
        statements[oldest.text] = nil
    }

    static func error(_ code: Int32, of handle: OpaquePointer?, doing what: String) -> SQLiteError {
        let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
        let code = SQLiteError.Code(rawValue: extended & 0xff == code & 0xff ? extended : code)
        let reason =
            handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code.rawValue))
        let advice = code.advice.map { "; " + $0 } ?? ""
        return SQLiteError(code: code, message: "\(reason)\(advice); in: \(what)")
    }
}
