// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The lines of a file of old purchases: a transaction identifier or a receipt, and whose it is when that is known.
struct BackfillFile: Sendable {
    /// One line.
    struct Entry: Hashable, Sendable {
        /// Its number in the file, from 1.
        var line: Int
        var item: String
        var customer: String?

        /// Whether it is a receipt: those are far longer than any identifier.
        var isReceipt: Bool { item.utf8.count > 100 }
    }

    /// Lines that go to the server together: they are the same customer's.
    struct Batch: Hashable, Sendable {
        var customer: String?
        var entries: [Entry] = []

        var transactions: [Entry] { entries.filter { !$0.isReceipt } }
        var receipts: [Entry] { entries.filter(\.isReceipt) }
    }

    var entries: [Entry]

    /// Reads a file; tabs, commas or semicolons separate the columns, `#` begins a comment.
    ///
    /// - Throws: ``Failure`` that names a line which cannot be understood.
    init(_ bytes: Data) throws(Failure) {
        entries = []
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        for (index, line) in lines.enumerated() {
            let columns = line.split(omittingEmptySubsequences: false) { "\t,;".contains($0) }
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard let item = columns.first, !item.isEmpty, !item.hasPrefix("#") else { continue }
            guard columns.count <= 2, !item.contains(" ") else {
                throw Failure(
                    "line \(index + 1): give a transaction or a receipt, and the customer behind a tab or comma"
                )
            }
            let customer = columns.count > 1 && !columns[1].isEmpty ? columns[1] : nil
            entries.append(Entry(line: index + 1, item: item, customer: customer))
        }
    }

    /// The lines from one on, in batches.
    func batches(from line: Int, size: Int) -> [Batch] {
        var batches: [Batch] = []
        for entry in entries where entry.line >= line {
            if let last = batches.last, last.customer == entry.customer, last.entries.count < size {
                batches[batches.count - 1].entries.append(entry)
            } else {
                batches.append(Batch(customer: entry.customer, entries: [entry]))
            }
        }
        return batches
    }
}
