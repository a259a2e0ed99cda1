// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Where a transaction is in a commitment that is billed in parts.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/transactioncommitmentinfo>
public struct TransactionCommitmentInfo: Hashable, Sendable, Codable {
    /// The number of this billing period, from 1.
    public var billingPeriodNumber: Int?

    /// When the commitment ends.
    public var commitmentExpiresDate: Date?

    /// The price of the whole commitment in thousandths of the currency's unit.
    public var commitmentPrice: Int64?

    /// How many billing periods the commitment has.
    public var totalBillingPeriods: Int?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        billingPeriodNumber: Int? = nil,
        commitmentExpiresDate: Date? = nil,
        commitmentPrice: Int64? = nil,
        totalBillingPeriods: Int? = nil
    ) {
        self.billingPeriodNumber = billingPeriodNumber
        self.commitmentExpiresDate = commitmentExpiresDate
        self.commitmentPrice = commitmentPrice
        self.totalBillingPeriods = totalBillingPeriods
    }
}
