// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension ReportKind {
    /// The upper bound of any number in a row.
    private static let maximumUnits: Decimal = 1_000_000_000

    /// The most money that a report may tell, whatever the currency: so little that years of reports can be added in
    /// milliunits.
    private static let maximumAmount: Decimal = 10_000_000_000_000

    /// Refuses a table with numbers that no report of Apple's has, so that nothing which is kept is too large to be
    /// added.
    ///
    /// A sales report of a week, a month or a year would take a day's place, and is refused as well.
    ///
    /// - Throws: `ReportError` that names the row.
    func check(_ table: ReportTable) throws {
        if self == .sales { try Self.checkDay(table.records) }
        let (units, prices): (String, [String])
        switch self {
        case .sales: (units, prices) = ("Units", ["Customer Price", "Developer Proceeds"])
        case .financial: (units, prices) = ("Quantity", ["Customer Price", "Partner Share"])
        default: return
        }
        var total: Decimal = 0
        for (index, record) in table.records.enumerated() {
            let count = abs(record.amount(units) ?? 0)
            for price in prices { total += count * abs(record.amount(price) ?? 0) }
            total += abs(record.amount("Extended Partner Share") ?? 0)
            // What cannot be counted at all compares as no less.
            guard count <= Self.maximumUnits, total <= Self.maximumAmount else {
                throw ReportError.tooLarge(row: index + 1)
            }
        }
    }

    private static func checkDay(_ records: [ReportRecord]) throws {
        var known: [Int]?
        for (index, record) in records.enumerated() {
            for day in [record.day("Begin Date"), record.day("End Date")].compactMap(\.self) {
                let day = [day.year, day.month, day.day]
                guard known ?? day == day else { throw ReportError.notDaily(row: index + 1) }
                known = day
            }
        }
    }
}
