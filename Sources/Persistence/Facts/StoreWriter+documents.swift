// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

extension StoreWriter {
    /// Keeps a document once, exactly as it came.
    ///
    /// - Returns: Its number, for ``StoreReader/document(_:)``.
    /// - Throws: `StoreError`.
    package func ensureDocument(_ document: Data) throws -> Int64 {
        let bytes = [UInt8](document)
        let lookup = DocumentLookup.key(bytes)
        let known = try rows("SELECT id, body FROM documents WHERE lookup = \(lookup) AND form = 0") { row in
            (try row.next(Int64.self), try row.next([UInt8].self))
        }
        if let known = known.first(where: { $0.1 == bytes }) { return known.0 }
        let id = try first("INSERT INTO documents (lookup, form, body) VALUES (\(lookup), 0, \(bytes)) RETURNING id") {
            try $0.next(Int64.self)
        }
        guard let id else {
            throw StoreError(code: .statement, message: "the number of a new document was not answered")
        }
        return id
    }
}

extension StoreReader {
    /// A document exactly as it came, or nothing when none has this number.
    ///
    /// - Throws: `StoreError`.
    package func document(_ id: Int64) throws -> Data? {
        try first("SELECT body FROM documents WHERE id = \(id)") { Data(try $0.next([UInt8].self)) }
    }
}

/// The number by which stored bytes are found again; what is found is compared byte by byte.
enum DocumentLookup {
    /// The 64-bit FNV-1a hash.
    static func key(_ bytes: [UInt8]) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
