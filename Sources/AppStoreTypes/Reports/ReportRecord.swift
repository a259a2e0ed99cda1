// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One line of a report: its cells by column name, in the report's order.
///
/// Column names compare without regard to case; a column that no model names is kept like any other.
public struct ReportRecord: Hashable, Sendable {
    /// The columns' names in order.
    public private(set) var columns: [String]

    /// The cells in the columns' order; a short line has fewer.
    public private(set) var cells: [String]

    /// Makes a line.
    public init(columns: [String] = [], cells: [String] = []) {
        self.columns = columns
        self.cells = cells
    }

    /// The cell of a column, or nothing when the line has none; setting one adds the column.
    public subscript(column: String) -> String? {
        get {
            guard let index = index(of: column), index < cells.count else { return nil }
            return cells[index]
        }
        set {
            let index = index(of: column) ?? columns.count
            if index == columns.count { columns.append(column) }
            while cells.count <= index { cells.append("") }
            cells[index] = newValue ?? ""
        }
    }

    /// A cell's text without the spaces around it, or nothing when it is blank.
    public func text(_ column: String) -> String? {
        guard let cell = self[column] else { return nil }
        let text = Self.trimmed(cell)
        return text.isEmpty ? nil : String(text)
    }

    /// A cell's whole number; a fraction of zeros is accepted.
    public func integer(_ column: String) -> Int64? {
        guard let text = text(column) else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count < 2 || parts[1].allSatisfy({ $0 == "0" }) else { return nil }
        return parts.first.flatMap { Int64($0) }
    }

    /// A cell's decimal number, exactly.
    public func amount(_ column: String) -> Decimal? {
        guard let text = text(column), Self.isDecimal(text) else { return nil }
        return Decimal(string: text)
    }

    /// A cell's day, in either of Apple's spellings.
    public func day(_ column: String) -> ReportDay? {
        text(column).flatMap { ReportDay($0) }
    }

    mutating func set(_ value: String?, _ column: String) { self[column] = value }

    mutating func set(_ value: Int64?, _ column: String) { self[column] = value.map { String($0) } }

    mutating func set(_ value: Decimal?, _ column: String) { self[column] = value.map { $0.description } }

    mutating func set(_ value: ReportDay?, _ column: String) { self[column] = value?.description }

    private func index(of column: String) -> Int? {
        if let exact = columns.firstIndex(of: column) { return exact }
        let wanted = column.lowercased()
        return columns.firstIndex { Self.trimmed($0).lowercased() == wanted }
    }

    private static func trimmed(_ text: String) -> Substring {
        var rest = text[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return rest
    }

    private static func isDecimal(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, digits.utf8.count <= 30, digits.utf8.contains(where: { $0 != 0x2E }) else {
            return false
        }
        return parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
