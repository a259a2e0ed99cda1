// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Rows of a tab-separated table with a line of column names; `#` begins a remark.
struct TabSeparatedTable {
    /// Each row's cells by column name.
    let rows: [[String: String]]

    /// Reads a table.
    ///
    /// - Throws: ``PriceDataError`` that names a missing column or a line with another number of cells.
    init(_ text: String, columns: [String]) throws {
        // Tables come from spreadsheets, too: with a mark of their encoding and lines that end as Windows ends them.
        let plain = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = plain.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        let names = lines.first.map { $0.split(separator: "\t").map(String.init) } ?? []
        for column in columns where !names.contains(column) {
            throw PriceDataError("the table lacks the column '\(column)'")
        }
        guard Set(names).count == names.count else { throw PriceDataError("the table names a column twice") }
        rows = try lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == names.count else {
                throw PriceDataError("line '\(line)' has \(cells.count) cells where \(names.count) columns are named")
            }
            return Dictionary(uniqueKeysWithValues: zip(names, cells))
        }
    }
}
