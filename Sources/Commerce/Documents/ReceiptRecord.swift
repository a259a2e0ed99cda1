// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// One purchase's share of what Apple answered about a receipt.
///
/// The answer has parts of different age: what the receipt itself holds is as old as the receipt, the latest
/// information is as new as the question. Each part of each lineage is a fact of its own.
public struct ReceiptRecord: Hashable, Sendable, Codable {
    /// Which receipt, and which part of the answer.
    public struct Part: WireString {
        /// The part's name as it is stored.
        public let rawValue: String

        /// Makes a part from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The purchases inside an app receipt, as of its creation.
        public static let embedded: Part = "in-app"

        /// The latest information about subscriptions, as of the question.
        public static let latest: Part = "latest"

        /// An iOS 6 style receipt, as of the question.
        public static let transactionReceipt: Part = "transaction-receipt"
    }

    /// Where in the answer it stood.
    public var part: Part

    /// The transactions of one lineage.
    public var transactions: [Transaction]

    /// What will happen next to the subscription.
    public var renewalInfo: RenewalInfo?

    /// Makes one purchase's share of an answer.
    public init(part: Part, transactions: [Transaction], renewalInfo: RenewalInfo? = nil) {
        self.part = part
        self.transactions = transactions
        self.renewalInfo = renewalInfo
    }
}
