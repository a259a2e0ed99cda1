// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Finds the known name that a misspelled one was probably meant to be.
package enum Nearness {
    /// Longer words than this are compared with nothing: no name here is as long, and the comparison costs the square
    /// of it.
    private static let maximumLength = 64

    /// Returns the known word that is nearest to another one.
    ///
    /// - Parameters:
    ///   - word: The unknown word; letter case is ignored.
    ///   - words: The known words.
    /// - Returns: The nearest word, or nothing when none is near.
    package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let wanted = Array(word.prefix(maximumLength + 1).lowercased())
        guard wanted.count <= maximumLength else { return nil }
        let measured = words.map { ($0, distance(wanted, Array($0.lowercased()))) }
        guard let best = measured.min(by: { $0.1 < $1.1 }), best.1 <= max(2, wanted.count / 3) else { return nil }
        return best.0
    }

    /// How many characters must be added, taken away or changed.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var row = Array(0...second.count)
        for (index, character) in first.enumerated() {
            var corner = row[0]
            row[0] = index + 1
            for (column, other) in second.enumerated() {
                let change = corner + (character == other ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(change, row[column + 1] + 1, row[column] + 1)
            }
        }
        return row[second.count]
    }
}
