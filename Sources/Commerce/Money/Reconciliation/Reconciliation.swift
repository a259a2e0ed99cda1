// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Our sales beside Apple's report: what matches, what is explained, and what is not.
///
/// Every sale and every reported unit is in exactly one of the three.
public struct Reconciliation: Hashable, Sendable {
    /// Sales that are in the report as we have them.
    public struct Match: Hashable, Sendable {
        /// Our sales.
        public var sales: [RecordedSale]

        /// Apple's row.
        public var row: ReportedSale

        /// How many units of the row they account for; below zero for refunds.
        public var units: Int
    }

    /// A difference with its reason.
    public struct Explained: Hashable, Sendable {
        /// Why.
        public var explanation: Explanation

        /// Our sale, or nothing when the row alone is explained.
        public var sale: RecordedSale?

        /// Apple's row that is its counterpart, or nothing when there is none and there should be none.
        public var row: ReportedSale?

        /// Apple's amount less ours, in milliunits.
        public var difference: Int64
    }

    /// A difference that nothing explains.
    public struct Unexplained: Hashable, Sendable {
        /// What seems to be wrong.
        public enum Finding: String, Hashable, Sendable, Codable {
            /// Apple reports what we do not have: something was lost.
            case missing

            /// We have what Apple does not report: something was doubled, or never paid.
            case surplus = "extra"

            /// Both have it at different prices.
            case price = "price-mismatch"
        }

        /// Where it is.
        public var group: ReportGroup

        /// What seems to be wrong.
        public var finding: Finding

        /// What our sales come to that have no counterpart, in milliunits.
        public var ours: Int64

        /// What Apple's units come to that have no counterpart, in milliunits.
        public var reported: Int64

        /// Apple's amount less ours, in milliunits: below zero when we have more.
        public var difference: Int64 { (BoundedSum(reported) - BoundedSum(ours)).value }

        /// Our sales that may be the wrong or the doubled one, the likeliest first.
        public var suspects: [RecordedSale]

        /// Apple's rows whose units have no sale of ours at their price.
        public var rows: [ReportedSale]
    }

    /// What matches.
    public var matched: [Match] = []

    /// What differs for a reason.
    public var explained: [Explained] = []

    /// What differs for none, in the groups' order.
    public var unexplained: [Unexplained] = []

    /// Makes an empty one.
    public init() {}

    /// The unexplained difference by currency, without its sign, so that a loss and a gain do not cancel.
    public var unexplainedAmounts: [Currency: BoundedSum] {
        unexplained.reduce(into: [:]) { $0[$1.group.currency, default: 0] += BoundedSum($1.difference).magnitude }
    }

    /// Whether the unexplained part of some currency passes a threshold in milliunits.
    public func exceedsThreshold(above threshold: Int64) -> Bool {
        unexplainedAmounts.values.contains { $0.value > threshold }
    }
}
