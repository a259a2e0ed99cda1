// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What is left of credits whose buyer was never proven to be the customer.
///
/// Whoever has the app's key can buy for any customer and have Apple refund the purchase. Such a refund takes at most what is
/// left of its own credit, and what the customer spends counts against such credits first, the oldest first. So the refund
/// never leaves the customer with less than they had without the credit, and it is not a debt.
public struct UnprovenCredits: Hashable, Sendable {
    private struct Credit: Hashable {
        var key: String
        var left: Int64
    }

    private var credits: [Credit] = []

    /// Begins without credits.
    public init() {}

    /// Adds a credit, in whole units of the virtual currency.
    public mutating func add(_ amount: Int64, key: String) {
        guard amount > 0 else { return }
        credits.append(Credit(key: key, left: amount))
    }

    /// Counts what the customer used up, in whole units: against the oldest credit first.
    public mutating func use(_ amount: Int64) {
        var rest = amount
        for place in credits.indices where rest > 0 {
            let part = min(rest, credits[place].left)
            credits[place].left -= part
            rest -= part
        }
    }

    /// Counts what a refund took of a credit, negative, or what its reversal gave back.
    public mutating func correct(_ key: String, by amount: Int64) {
        guard let place = credits.firstIndex(where: { $0.key == key }) else { return }
        let (sum, overflows) = credits[place].left.addingReportingOverflow(amount)
        credits[place].left = overflows ? .max : max(0, sum)
    }

    /// What is left of a credit, in whole units.
    public func left(of key: String) -> Int64 {
        credits.first { $0.key == key }?.left ?? 0
    }
}
