// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// How a document is kept; a number never changes its meaning.
private enum DocumentForm: Int64 {
    /// As it came, packed.
    case whole = 0

    /// A signed document: its header by number, its payload packed, documents inside it by their numbers.
    case signed = 1
}

/// A document taken apart.
private struct DocumentRow {
    let form: DocumentForm
    let lookup: Int64
    let header: Int64?
    let body: [UInt8]
    let signature: [UInt8]?

    init(_ form: DocumentForm, lookup: Int64, _ header: Int64?, _ body: [UInt8], signature: [UInt8]?) {
        self.form = form
        self.lookup = lookup
        self.header = header
        self.body = body
        self.signature = signature
    }
}

/// Stands before the number of a document in place of its text; JSON never holds this byte.
private let nestedMark: UInt8 = 0x01

extension StoreWriter {
    /// Keeps a document once, so that its exact bytes come back.
    ///
    /// A signed document's certificates are kept once for all that share them, and so is each signed document that
    /// stands inside another.
    ///
    /// - Returns: Its number, for ``StoreReader/document(_:)``.
    /// - Throws: `StoreError`.
    package func ensureDocument(_ document: Data) throws -> Int64 {
        try ensureDocument(ArraySlice([UInt8](document)), depth: 0, isNew: false)
    }

    /// Keeps a document that is not stored yet, unless this transaction stored it as a part of another one.
    func addDocument(_ document: Data) throws -> Int64 {
        try ensureDocument(ArraySlice([UInt8](document)), depth: 0, isNew: true)
    }

    private func ensureDocument(_ bytes: ArraySlice<UInt8>, depth: Int, isNew: Bool) throws -> Int64 {
        let lookup = DocumentLookup.key(bytes)
        if let id = memory.document(bytes, lookup: lookup) { return id }
        let id = try storedDocument(bytes, lookup: lookup, depth: depth, isNew: isNew)
        memory.learn(document: bytes, lookup: lookup, id: id)
        return id
    }

    private func storedDocument(
        _ bytes: ArraySlice<UInt8>,
        lookup: Int64,
        depth: Int,
        isNew: Bool
    ) throws -> Int64 {
        if let signed = SignedDocumentText(bytes), !signed.payload.contains(nestedMark), depth < 4 {
            let header = try ensureHeader(signed.header)
            let body = try replacingNested(in: signed.payload, depth: depth)
            let row = DocumentRow(.signed, lookup: signed.lookup, header, body, signature: signed.signature)
            return try isNew ? insert(row) : ensure(row)
        }
        let row = DocumentRow(.whole, lookup: lookup, nil, Array(bytes), signature: nil)
        return try isNew ? insert(row) : ensure(row)
    }

    private func replacingNested(in payload: [UInt8], depth: Int) throws -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for range in SignedDocumentText.nested(in: payload) {
            result += payload[position..<range.lowerBound]
            let number = try ensureDocument(payload[range], depth: depth + 1, isNew: false)
            result.append(nestedMark)
            result += (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64(56 - $0 * 8)) }
            position = range.upperBound
        }
        return result + payload[position...]
    }

    private func ensureHeader(_ header: [UInt8]) throws -> Int64 {
        let lookup = DocumentLookup.key(header[...])
        if let id = memory.header(header, lookup: lookup) { return id }
        let known = try rows("SELECT id, body FROM document_headers WHERE lookup = \(lookup)") { row in
            (id: try row.next(Int64.self), body: try row.next([UInt8].self))
        }
        var id = known.first { $0.body == header }?.id
        if id == nil {
            id = try first("INSERT INTO document_headers (lookup, body) VALUES (\(lookup), \(header)) RETURNING id") {
                try $0.next(Int64.self)
            }
        }
        let number = try numbered(id)
        memory.learn(header: header, lookup: lookup, id: number)
        return number
    }

    private func ensure(_ document: DocumentRow) throws -> Int64 {
        let known = try rows(
            "SELECT id, form, header, body, signature FROM documents WHERE lookup = \(document.lookup)"
        ) { row -> Int64? in
            let id = try row.next(Int64.self)
            let isSame =
                try row.next(Int64.self) == document.form.rawValue && row.next(Int64?.self) == document.header
                && PackedBytes.unpack(try row.next()) == document.body
                && row.next([UInt8]?.self) == document.signature
            return isSame ? id : nil
        }
        return try known.lazy.compactMap(\.self).first ?? insert(document)
    }

    private func insert(_ document: DocumentRow) throws -> Int64 {
        let packed = try PackedBytes.pack(document.body)
        let id = try first(
            """
            INSERT INTO documents (lookup, form, header, body, signature)
            VALUES (\(document.lookup), \(document.form.rawValue), \(document.header), \(packed),
                \(document.signature))
            RETURNING id
            """
        ) { try $0.next(Int64.self) }
        return try numbered(id)
    }

    private func numbered(_ id: Int64?) throws -> Int64 {
        guard let id else {
            throw StoreError(code: .statement, message: "the number of a new document was not answered")
        }
        return id
    }
}

extension StoreReader {
    /// A document exactly as it came, or nothing when none has this number.
    ///
    /// - Throws: `StoreError`; with `damaged` when it cannot be put together.
    package func document(_ id: Int64) throws -> Data? {
        try documentBytes(id).map { Data($0) }
    }

    private func documentBytes(_ id: Int64) throws -> [UInt8]? {
        let stored = try first(
            """
            SELECT documents.form, documents.body, documents.signature, document_headers.body
            FROM documents LEFT JOIN document_headers ON document_headers.id = documents.header
            WHERE documents.id = \(id)
            """
        ) { row in
            let form = try row.next(Int64.self)
            let body = try row.next([UInt8].self)
            return (form, body, signature: try row.next([UInt8]?.self), header: try row.next([UInt8]?.self))
        }
        guard let stored else { return nil }
        let body = try PackedBytes.unpack(stored.1)
        switch (DocumentForm(rawValue: stored.0), stored.header, stored.signature) {
        case (.whole, nil, nil): return body
        case (.signed, let header?, let signature?):
            let payload = try restoringNested(in: body, of: id)
            return SignedDocumentText(header: header, payload: payload, signature: signature).bytes
        default: throw incomplete(id)
        }
    }

    private func restoringNested(in body: [UInt8], of id: Int64) throws -> [UInt8] {
        var result: [UInt8] = []
        var rest = body[...]
        while let mark = rest.firstIndex(of: nestedMark) {
            result += rest[..<mark]
            guard rest.endIndex - mark > 8 else { throw incomplete(id) }
            let number = rest[(mark + 1)...(mark + 8)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
            // A document only ever holds documents that were stored before it, so this ends.
            guard number < id, let nested = try documentBytes(number) else {
                throw incomplete(id)
            }
            result += nested
            rest = rest[(mark + 9)...]
        }
        return result + rest
    }

    private func incomplete(_ id: Int64) -> StoreError {
        StoreError(code: .damaged, message: "document \(id) lacks a part of it; restore the database from a backup")
    }
}

/// The number by which stored bytes are found again; what is found is compared byte by byte.
enum DocumentLookup {
    /// A 64-bit hash after FNV-1a's manner, eight bytes at a time.
    static func key(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let hash = bytes.withUnsafeBytes { buffer in
            var hash = 0xcbf2_9ce4_8422_2325 ^ UInt64(buffer.count)
            for offset in stride(from: 0, to: buffer.count - 7, by: 8) {
                let word = UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                hash = (hash ^ word) &* 0x100_0000_01b3
                hash ^= hash >> 29
            }
            for byte in buffer.suffix(buffer.count % 8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return hash
        }
        return Int64(bitPattern: hash)
    }
}
