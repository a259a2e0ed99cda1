// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One of Apple's reports: lines of cells between tabs, with whatever stands before and after the table.
///
/// Columns may come in any order and new ones are kept: the table's first line says which they are.
public struct Report<Line: ReportLine>: Hashable, Sendable {
    /// The lines before the table, such as a detailed finance report's vendor and dates.
    public var preamble: [[String]]

    /// The columns' names in order.
    public var columns: [String]

    /// The lines.
    public var lines: [Line]

    /// The lines after the table, such as a financial report's totals.
    public var trailer: [[String]]

    /// Makes a report from its lines.
    public init(
        lines: [Line],
        columns: [String] = Line.columns,
        preamble: [[String]] = [],
        trailer: [[String]] = []
    ) {
        self.lines = lines
        self.columns = columns
        self.preamble = preamble
        self.trailer = trailer
    }

    /// Reads a report's text, unpacked.
    ///
    /// - Throws: ``ReportError`` when it is not UTF-8 or has no line with column names.
    public init(tsv bytes: Data) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw ReportError.notText }
        let rows = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        guard let header = rows.firstIndex(where: Self.isHeader) else { throw ReportError.noColumns }
        let columns = Self.trimmed(rows[header])
        let body = rows[(header + 1)...]
        let end = body.firstIndex { Self.endsTable($0) } ?? body.endIndex
        self.init(
            lines: body[..<end].map { Line(record: ReportRecord(columns: columns, cells: $0)) },
            columns: columns,
            preamble: Array(rows[..<header]),
            trailer: Array(body[end...])
        )
        if trailer.last == [""] { trailer.removeLast() }
    }

    /// The report's text with a line feed after each line.
    ///
    /// Columns that only some lines have follow the report's own.
    public func tsv() -> Data {
        var names = columns
        var known = Set(columns.map { $0.lowercased() })
        for line in lines where line.record.columns != columns {
            for column in line.record.columns where known.insert(column.lowercased()).inserted { names.append(column) }
        }
        let table = lines.map { line in
            line.record.columns == names ? line.record.cells : names.map { line.record[$0] ?? "" }
        }
        let rows = preamble + [names] + table + trailer
        return Data(rows.map { $0.map(Self.cell).joined(separator: "\t") + "\n" }.joined().utf8)
    }

    /// Whether a row names columns: at least three that the model knows, or all of a smaller table's.
    private static func isHeader(_ row: [String]) -> Bool {
        let known = Set(Line.columns.map { $0.lowercased() })
        return trimmed(row).count { known.contains($0.lowercased()) } >= min(3, known.count)
    }

    private static func endsTable(_ row: [String]) -> Bool {
        guard let first = row.first else { return true }
        if row.count == 1, first.isEmpty { return true }
        return first.hasPrefix("Total_") || first.lowercased() == "country of sale"
    }

    private static func trimmed(_ row: [String]) -> [String] {
        row.map { cell in
            var rest = cell[...]
            while rest.first == " " || rest.first == "\u{FEFF}" { rest.removeFirst() }
            while rest.last == " " { rest.removeLast() }
            return String(rest)
        }
    }

    /// A cell cannot hold what ends it.
    private static func cell(_ text: String) -> String {
        guard text.contains(where: { $0 == "\t" || $0.isNewline }) else { return text }
        return String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
    }
}

extension Report {
    /// The total that a financial report's trailer names, such as Total_Amount.
    public func total(_ name: String) -> String? {
        trailer.first { $0.first?.lowercased() == name.lowercased() }.flatMap { $0.count > 1 ? $0[1] : nil }
    }
}
