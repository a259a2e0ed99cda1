// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Money {
    /// The thousandths in a decimal text such as 1.99, or nothing when it is not an amount or is finer than thousandths.
    ///
    /// Digits with one point, an optional sign before them; zeros past the third decimal are accepted.
    public static func milliunits(decimal text: some StringProtocol) -> Int64? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard !(whole.isEmpty && fraction.isEmpty), fraction.dropFirst(3).allSatisfy({ $0 == "0" }) else { return nil }
        let thousandths = fraction.prefix(3) + String(repeating: "0", count: max(0, 3 - fraction.count))
        guard let units = whole.isEmpty ? 0 : Int64(whole), let tail = Int64(thousandths) else { return nil }
        let (scaled, overflow) = units.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = scaled.addingReportingOverflow(tail)
        guard !overflow, !carry else { return nil }
        return isNegative ? -sum : sum
    }
}
