// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce

/// How a database finds customers by a part of their identifier without a look at each of them.
///
/// The index holds every three characters in a row of each identifier, in lower case. It only narrows: whoever reads it
/// compares the identifiers as well.
package struct CustomerSearchIndex: Sendable {
    /// The columns of `customers` by which a customer is found.
    package let keyColumns: String

    /// A query for `customers.id`, up to the condition that is appended, and what stands before its limit.
    package typealias Source = (query: Query, order: Query)

    /// Where all of some parts occur, and where else one must look.
    package let candidates: @Sendable (_ parts: [String]) -> [Source]

    /// A look at the customers one after another, for a text that is in so many identifiers that this is quicker.
    package struct Scan: Sendable {
        /// The identifiers of a small part of the customers, which shows how many have the text.
        package let sample: Query
        /// What is run before.
        package let preparation: Query
        /// A query for `customers.id`, up to a condition.
        package let source: Query

        /// Makes a scan.
        package init(sample: Query, preparation: Query, source: Query) {
            self.sample = sample
            self.preparation = preparation
            self.source = source
        }
    }

    /// How customers are read one after another; nothing where the index is quick for every text.
    package let scan: Scan?

    /// A query that answers a row when the index leads to a customer by all these parts; nothing where the database
    /// itself updates the index with the row.
    package let lookUp: (@Sendable (_ customer: CustomerID, _ parts: [String]) -> Query)?

    /// The statements that build the index again from the customers.
    package let rebuilding: [Query]

    /// Makes an index.
    package init(
        keyColumns: String,
        candidates: @escaping @Sendable (_ parts: [String]) -> [Source],
        scan: Scan? = nil,
        lookUp: (@Sendable (_ customer: CustomerID, _ parts: [String]) -> Query)? = nil,
        rebuilding: [Query]
    ) {
        self.keyColumns = keyColumns
        self.candidates = candidates
        self.scan = scan
        self.lookUp = lookUp
        self.rebuilding = rebuilding
    }

    /// How many characters a part has.
    package static let partLength = 3

    /// Parts of a text, spread over it and each once, its last one among them; none when the text is shorter than one.
    package static func parts(of text: String, upTo limit: Int) -> [String] {
        let letters = Array(text.unicodeScalars)
        let last = letters.count - partLength
        guard last >= 0 else { return [] }
        let starts = last < limit ? Array(0...last) : (0..<limit).map { $0 * last / (limit - 1) }
        var seen: Set<String> = []
        return starts.compactMap { start in
            var part = ""
            part.unicodeScalars.append(contentsOf: letters[start..<(start + partLength)])
            return seen.insert(part).inserted ? part : nil
        }
    }
}

extension String {
    /// The text with its Latin letters small, as `LOWER` makes them in every database.
    var asciiLowercased: String {
        let letters = unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) + 32) : $0 }
        return String(String.UnicodeScalarView(letters))
    }
}
