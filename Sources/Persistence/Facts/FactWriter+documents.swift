// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A document as a row holds it.
private struct DocumentRow {
    let form: DocumentEncoding
    let lookup: Int64
    let header: Int64?
    let body: [UInt8]
    let signature: [UInt8]?

    /// Whether all documents inside it have lower numbers than one that is to be its own.
    func isAbove(_ id: Int64) -> Bool {
        guard form == .composed else { return true }
        return stride(from: 1, to: 1 + 8 * Int(body.first ?? 0), by: 8).allSatisfy { start in
            body[start..<start + 8].reduce(Int64(0)) { $0 << 8 | Int64($1) } < id
        }
    }

    init(_ form: DocumentEncoding, lookup: Int64, _ header: Int64?, _ body: [UInt8], signature: [UInt8]?) {
        self.form = form
        self.lookup = lookup
        self.header = header
        self.body = body
        self.signature = signature
    }
}

extension FactWriter {
    /// Keeps a document once, so that its exact bytes come back.
    ///
    /// A signed document's certificates are kept once for all that share them, and so is each signed document that
    /// stands inside another.
    ///
    /// - Returns: Its number, for ``FactReader/document(_:)``.
    /// - Throws: `DatabaseError`.
    package func ensureDocument(_ document: Data) throws -> Int64 {
        var preparation = DocumentPreparation()
        return try store(try preparation.document(document), isNew: false)
    }

    /// Keeps a document that is not stored yet, unless this transaction stored it as a part of another one.
    func addDocument(_ document: PreparedDocument) throws -> Int64 {
        try store(document, isNew: true)
    }

    /// The same with a number that was drawn for it, if one is left.
    func addDocument(_ document: PreparedDocument, number: inout [Int64]) throws -> Int64 {
        if let id = memory.document(document.text, lookup: document.lookup) { return id }
        let row = try row(of: document)
        // A document only ever holds documents with lower numbers: its parts have theirs by now.
        guard let id = number.last, row.isAbove(id) else { return try store(document, isNew: true) }
        number.removeLast()
        try insert(row, id: id)
        memory.cache(document: document.text, lookup: document.lookup, id: id)
        return id
    }

    private func store(_ document: PreparedDocument, isNew: Bool) throws -> Int64 {
        if let id = memory.document(document.text, lookup: document.lookup) { return id }
        let row = try row(of: document)
        let id = try isNew ? insert(row) : ensure(row)
        memory.cache(document: document.text, lookup: document.lookup, id: id)
        return id
    }

    private func row(of document: PreparedDocument) throws -> DocumentRow {
        guard let signed = document.signed else {
            return DocumentRow(.whole, lookup: document.lookup, nil, document.whole ?? [], signature: nil)
        }
        let header = try ensureHeader(signed.header, lookup: signed.headerLookup)
        var body = signed.body
        if !signed.parts.isEmpty {
            var numbers = [UInt8(signed.parts.count)]
            for part in signed.parts {
                let number = try store(part, isNew: false)
                for shift in stride(from: 56, through: 0, by: -8) {
                    numbers.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
                }
            }
            body = numbers + body
        }
        return DocumentRow(signed.form, lookup: signed.lookup, header, body, signature: signed.signature)
    }

    private func ensureHeader(_ header: [UInt8], lookup: Int64) throws -> Int64 {
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
        memory.cache(header: header, lookup: lookup, id: number)
        return number
    }

    private func ensure(_ document: DocumentRow) throws -> Int64 {
        let known = try rows(
            "SELECT id, form, header, body, signature FROM documents WHERE lookup = \(document.lookup)"
        ) { row -> Int64? in
            let id = try row.next(Int64.self)
            let isAlike =
                try row.next(Int64.self) == document.form.rawValue && row.next(Int64?.self) == document.header
            let body = try row.next([UInt8].self)
            guard isAlike, try row.next([UInt8]?.self) == document.signature else { return nil }
            return try Self.isSame(body, document.body, document.form) ? id : nil
        }
        return try known.lazy.compactMap(\.self).first ?? insert(document)
    }

    private func insert(_ document: DocumentRow, id: Int64) throws {
        try post(
            """
            INSERT INTO documents (id, lookup, form, header, body, signature)
            VALUES (\(id), \(document.lookup), \(document.form.rawValue), \(document.header), \(document.body),
                \(document.signature))
            """
        )
    }

    private func insert(_ document: DocumentRow) throws -> Int64 {
        let id = try first(
            """
            INSERT INTO documents (lookup, form, header, body, signature)
            VALUES (\(document.lookup), \(document.form.rawValue), \(document.header), \(document.body),
                \(document.signature))
            RETURNING id
            """
        ) { try $0.next(Int64.self) }
        return try numbered(id)
    }

    /// Whether two rows hold the same, also when another version of the packing library packed one of them.
    private static func isSame(_ row: [UInt8], _ other: [UInt8], _ form: DocumentEncoding) throws -> Bool {
        if row == other { return true }
        guard form == .composed else { return try CompressedBytes.unpack(row) == CompressedBytes.unpack(other) }
        let numbers = 1 + 8 * Int(row.first ?? 0)
        guard row.count > numbers, other.count > numbers, row[..<numbers] == other[..<numbers] else { return false }
        return try CompressedBytes.unpack(Array(row[numbers...])) == CompressedBytes.unpack(Array(other[numbers...]))
    }

    private func numbered(_ id: Int64?) throws -> Int64 {
        guard let id else {
            throw DatabaseError(code: .statement, message: "the number of a new document was not answered")
        }
        return id
    }
}

extension FactReader {
    /// A document exactly as it came, or nothing when none has this number.
    ///
    /// - Throws: `DatabaseError`; with `damaged` when it cannot be put together.
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
        switch (DocumentEncoding(rawValue: stored.0), stored.header, stored.signature) {
        case (.whole, nil, nil): return try CompressedBytes.unpack(stored.1)
        case (.signed, let header?, let signature?):
            let payload = try restoringNested(in: CompressedBytes.unpack(stored.1), of: id)
            return SignedDocumentText(header: header, payload: payload, signature: signature).bytes
        case (.composed, let header?, let signature?):
            let payload = try composing(stored.1, of: id)
            return SignedDocumentText(header: header, payload: payload, signature: signature).bytes
        default: throw incomplete(id)
        }
    }

    /// Puts documents in the places of their marks, by the numbers before the payload.
    private func composing(_ row: [UInt8], of id: Int64) throws -> [UInt8] {
        let end = 1 + 8 * Int(row.first ?? 0)
        guard row.count > end else { throw incomplete(id) }
        var numbers = row[1..<end]
        var result: [UInt8] = []
        var rest = try CompressedBytes.unpack(Array(row[end...]))[...]
        while let mark = rest.firstIndex(of: nestedMark) {
            result += rest[..<mark]
            let number = numbers.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            // A document only ever holds documents that were stored before it, so this ends.
            guard !numbers.isEmpty, number < id, let nested = try documentBytes(number) else { throw incomplete(id) }
            numbers = numbers.dropFirst(8)
            result += nested
            rest = rest[(mark + 1)...]
        }
        guard numbers.isEmpty else { throw incomplete(id) }
        return result + rest
    }

    /// Rows of the older form hold each number behind its mark.
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

    private func incomplete(_ id: Int64) -> DatabaseError {
        DatabaseError(code: .damaged, message: "document \(id) lacks a part of it; restore the database from a backup")
    }
}
