// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CPostgreSQL
import Persistence

/// The answer to a statement, all of its rows in memory.
@safe
final class PostgresResult {
    private let handle: OpaquePointer

    /// Takes over a result of libpq's.
    @unsafe
    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe PQclear(handle)
    }

    /// How many rows it has.
    var count: Int { Int(unsafe PQntuples(handle)) }

    /// How many rows the statement inserted, changed or deleted.
    var changes: Int {
        unsafe PQcmdTuples(handle).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    /// What went wrong.
    var state: SQLState { SQLState(rawValue: field(Int32(UInt8(ascii: "C")))) }

    /// The message without the details, which would hold values.
    var primaryMessage: String { field(Int32(UInt8(ascii: "M"))) }

    /// The value in a row and column.
    ///
    /// - Throws: `DatabaseError` with `statement` when it is of a type that no column of the schema has.
    func value(row: Int, column: Int) throws -> StoredValue {
        let (row, column) = (Int32(row), Int32(column))
        guard unsafe PQgetisnull(handle, row, column) == 0, let start = unsafe PQgetvalue(handle, row, column) else {
            return .null
        }
        let count = Int(unsafe PQgetlength(handle, row, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        switch unsafe PQftype(handle, column) {
        case 20, 21, 23:
            return .integer(unsafe Self.number(bytes))
        case 16:
            return .integer(unsafe bytes.first == 0 ? 0 : 1)
        case 18, 19, 25, 705, 1042, 1043:
            return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case 17:
            return .bytes(unsafe [UInt8](bytes))
        case let type:
            throw DatabaseError(code: .statement, message: "a column has PostgreSQL's type \(type), which is not read")
        }
    }

    /// A whole number of two, four or eight bytes, the highest first.
    private static func number(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        let isNegative = unsafe (bytes.first ?? 0) >= 128
        return unsafe bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    private func field(_ code: Int32) -> String {
        unsafe PQresultErrorField(handle, code).map { unsafe String(cString: $0) } ?? ""
    }
}
