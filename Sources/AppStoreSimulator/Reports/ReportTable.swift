// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A report's columns and rows, before it is compressed.
public struct ReportTable: Hashable, Sendable {
    /// The columns' titles.
    public var columns: [String]

    /// The rows, as many texts each as there are columns.
    public var rows: [[String]]

    /// What stands above the columns.
    public var preamble: [[String]] = []

    /// What stands below the rows.
    public var trailer: [[String]] = []

    /// The report as a text with tabs between columns, as App Store Connect gives it.
    public var text: String {
        (preamble + [columns] + rows + trailer).map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    /// Adds up what is equal but for its amount, in the order of first appearance, and writes a row for each.
    static func grouped<Item, Key: Hashable>(
        _ items: some Sequence<Item>,
        by key: (Item) -> Key,
        amount: (Item) -> Int,
        row: (Item, Int) -> [String]
    ) -> [[String]] {
        var order: [Key] = []
        var first: [Key: Item] = [:]
        var sums: [Key: Int] = [:]
        for item in items {
            let key = key(item)
            if first[key] == nil {
                first[key] = item
                order.append(key)
            }
            sums[key, default: 0] += amount(item)
        }
        return order.compactMap { key in first[key].map { row($0, sums[key] ?? 0) } }
    }
}

extension ReportTable {
    /// Reads a report that has neither preamble nor trailer, such as it was kept.
    package init(text: String) {
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        columns = lines.first ?? []
        rows = Array(lines.dropFirst())
    }
}

/// How reports write values.
enum ReportText {
    static func day(_ day: CivilDate) -> String {
        "\(ReceiptDates.padded(day.month, 2))/\(ReceiptDates.padded(day.day, 2))/\(day.year)"
    }

    static func dashedDay(_ day: CivilDate) -> String {
        "\(day.year)-\(ReceiptDates.padded(day.month, 2))-\(ReceiptDates.padded(day.day, 2))"
    }

    /// An amount with two decimals.
    static func amount(_ milliunits: Int64) -> String {
        let hundredths = (milliunits.magnitude + 5) / 10
        let (units, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return (milliunits < 0 && hundredths > 0 ? "-" : "") + "\(units).\(ReceiptDates.padded(Int(rest), 2))"
    }

    /// A period as the sales report writes it.
    static func salesPeriod(_ period: BillingPeriod?) -> String {
        guard let period else { return "" }
        if period.months == 0 { return "\(period.days) Days" }
        return period.months == 12 ? "1 Year" : "\(period.months) Month\(period.months == 1 ? "" : "s")"
    }

    /// A period as the subscription reports write it.
    static func duration(_ period: BillingPeriod?) -> String {
        guard let period else { return "" }
        if period.months == 0 {
            return period.days % 7 == 0 ? plural(period.days / 7, "Week") : plural(period.days, "Day")
        }
        return period.months % 12 == 0 ? plural(period.months / 12, "Year") : plural(period.months, "Month")
    }

    private static func plural(_ count: Int, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }

    static func offerType(_ mode: OfferDiscountType?) -> String {
        switch mode {
        case .freeTrial?: "Free Trial"
        case .payAsYouGo?: "Pay As You Go"
        case .payUpFront?: "Pay Up Front"
        default: ""
        }
    }
}
