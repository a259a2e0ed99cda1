// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One row of one of Apple's reports, by its column names.
///
/// Kept as a witness for reconciliation; no entitlement rests on it.
public struct ReportRow: Hashable, Sendable, Codable {
    /// The report, such as "SALES/SUMMARY/DAILY/1_0".
    public var report: String

    /// The day or fiscal month, as the report writes it.
    public var date: String

    /// The row's number in the report, from one.
    public var number: Int

    /// The values by column.
    public var columns: [String: String]

    /// Makes a row.
    public init(report: String, date: String, number: Int, columns: [String: String]) {
        self.report = report
        self.date = date
        self.number = number
        self.columns = columns
    }
}
