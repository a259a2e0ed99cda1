// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// A number of a chart, exact until it is drawn.
enum ChartNumber: Hashable, Sendable {
    case count(BoundedSum)
    case money(BoundedSum, Currency)
    case share(part: BoundedSum, whole: BoundedSum)
    /// An amount over how many it is divided among.
    case mean(BoundedSum, over: Int, Currency)

    /// How high it is drawn; nothing where it has no value.
    var height: Double? {
        switch self {
        case .count(let sum): Double(sum.value)
        case .money(let sum, _): Double(sum.value) / 1000
        case .share(let part, let whole): whole.value == 0 ? nil : Double(part.value) * 100 / Double(whole.value)
        case .mean(let sum, let count, _): count == 0 ? nil : Double(sum.value) / 1000 / Double(count)
        }
    }

    /// The cells of an export: the value, and the parts of a ratio.
    var cells: [String] {
        switch self {
        case .count(let sum): [String(sum.value), "", ""]
        case .money(let sum, _): [Self.decimal(sum.value), "", ""]
        case .share(let part, let whole):
            [height.map { String(($0 * 10_000).rounded() / 10_000) } ?? "", String(part.value), String(whole.value)]
        case .mean(let sum, let count, _):
            [
                count == 0 ? "" : Self.decimal(sum.value / Int64(count)),
                Self.decimal(sum.value), String(count),
            ]
        }
    }

    /// Milliunits as a decimal number, with no more decimals than it needs.
    static func decimal(_ milliunits: Int64) -> String {
        let magnitude = milliunits.magnitude
        var fraction = String(String(magnitude % 1000 + 1000).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (milliunits < 0 ? "-" : "") + String(magnitude / 1000) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Two numbers of one line together; ratios by their parts.
    static func + (left: ChartNumber, right: ChartNumber) -> ChartNumber {
        switch (left, right) {
        case (.count(let one), .count(let other)): .count(one + other)
        case (.money(let one, let currency), .money(let other, _)): .money(one + other, currency)
        case (.share(let part, let whole), .share(let otherPart, let otherWhole)):
            .share(part: part + otherPart, whole: whole + otherWhole)
        default: right
        }
    }
}
