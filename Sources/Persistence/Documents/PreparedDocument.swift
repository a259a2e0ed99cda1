// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// How a document is kept; a number never changes its meaning.
enum DocumentEncoding: Int64 {
    /// As it came, packed.
    case whole = 0

    /// A signed document: its header by number, its payload packed, documents inside it by their numbers.
    case signed = 1

    /// A signed document with others inside it: their numbers, then the payload with a mark for each, packed.
    case composed = 2
}

/// Stands instead of a document's text inside another; JSON never holds this byte.
let nestedMark: UInt8 = 0x01

/// A document taken apart and made smaller, so that a writer only has to look up and insert.
package struct PreparedDocument: Sendable {
    /// What a signed document consists of.
    struct Signed: Sendable {
        let header: [UInt8]
        let headerLookup: Int64
        let signature: [UInt8]
        let lookup: Int64
        /// The payload as a row holds it, a mark instead of each document inside it.
        let body: [UInt8]
        /// The documents inside it, in order.
        let parts: [PreparedDocument]

        var form: DocumentEncoding { parts.isEmpty ? .signed : .composed }
    }

    let text: ArraySlice<UInt8>
    let lookup: Int64
    let signed: Signed?
    /// The text as a row holds it, when it is not a signed document.
    let whole: [UInt8]?

    fileprivate init(text: ArraySlice<UInt8>, lookup: Int64, signed: Signed?, whole: [UInt8]?) {
        self.text = text
        self.lookup = lookup
        self.signed = signed
        self.whole = whole
    }
}

/// Prepares what came in together; a document that stands inside another is prepared once.
package struct DocumentPreparation {
    private var known: [Int64: PreparedDocument] = [:]

    /// Begins.
    package init() {}

    /// Takes a document apart.
    ///
    /// - Throws: `DatabaseError` when the packing library has no memory.
    package mutating func document(_ document: Data) throws -> PreparedDocument {
        try prepare(ArraySlice([UInt8](document)), depth: 0)
    }

    private mutating func prepare(_ text: ArraySlice<UInt8>, depth: Int) throws -> PreparedDocument {
        let lookup = DocumentLookup.key(text)
        if let same = known[lookup], same.text == text { return same }
        let prepared: PreparedDocument
        if let signed = SignedDocumentText(text), !signed.payload.contains(nestedMark), depth < 4 {
            prepared = PreparedDocument(
                text: text,
                lookup: lookup,
                signed: try prepare(signed, depth: depth),
                whole: nil
            )
        } else {
            prepared = PreparedDocument(
                text: text,
                lookup: lookup,
                signed: nil,
                whole: try CompressedBytes.pack(Array(text))
            )
        }
        if known.count >= 64 { known = [:] }
        known[lookup] = prepared
        return prepared
    }

    private mutating func prepare(_ signed: SignedDocumentText, depth: Int) throws -> PreparedDocument.Signed {
        var body: [UInt8] = []
        var parts: [PreparedDocument] = []
        var position = 0
        for range in SignedDocumentText.nested(in: signed.payload).prefix(Self.maximumParts) {
            body += signed.payload[position..<range.lowerBound]
            body.append(nestedMark)
            parts.append(try prepare(signed.payload[range], depth: depth + 1))
            position = range.upperBound
        }
        body += signed.payload[position...]
        return PreparedDocument.Signed(
            header: signed.header,
            headerLookup: DocumentLookup.key(signed.header[...]),
            signature: signed.signature,
            lookup: signed.lookup,
            body: try CompressedBytes.pack(body),
            parts: parts
        )
    }

    /// Their count is kept in one byte.
    private static let maximumParts = 255
}
