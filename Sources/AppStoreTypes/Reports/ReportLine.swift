// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A typed view of a report's line; cells that it does not name stay in the record.
public protocol ReportLine: Hashable, Sendable {
    /// The columns in Apple's order.
    static var columns: [String] { get }

    /// The cells by column.
    var record: ReportRecord { get set }

    /// Reads a line.
    init(record: ReportRecord)
}

extension ReportLine {
    /// Makes a line with Apple's columns and blank cells.
    public init() {
        self.init(record: ReportRecord(columns: Self.columns, cells: Self.columns.map { _ in "" }))
    }
}
