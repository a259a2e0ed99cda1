// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A year that the customer agreed to pay month by month.
///
/// Each month is a transaction of its own. Who cancels pays, and has access, until the commitment ends; a charge that fails
/// ends access at once, for there is no grace period, and Apple retries it for 90 days.
///
/// <https://developer.apple.com/documentation/storekit/supporting-monthly-subscriptions-with-a-12-month-commitment>
public struct Commitment: Hashable, Sendable, Codable {
    /// The number of the billing period, from 1.
    public var billingPeriodNumber: Int

    /// How many billing periods it has.
    public var totalBillingPeriods: Int

    /// When it ends, when a document says it; a charge that failed and was recovered moves it.
    public var expirationDate: Date?

    /// What it costs altogether, when a document says it.
    public var price: Money?

    /// What is still to be charged, when a document says the price.
    public var remainingPrice: Money?

    /// Whether it renews when it ends; absent when no document says.
    public var willAutoRenew: Bool?

    /// Whether the customer canceled it and is charged until it ends.
    public var isCanceled: Bool { willAutoRenew == false }

    /// How many charges are to come.
    public var remainingBillingPeriods: Int { max(0, totalBillingPeriods - billingPeriodNumber) }

    /// The commitment that a transaction pays a part of; nothing when it pays a period at once.
    init?(_ transaction: Transaction, _ info: RenewalInfo?) {
        guard transaction.paysCommitment, let stated = transaction.commitment, let number = stated.billingPeriodNumber,
            let total = stated.totalBillingPeriods, number > 0, number <= total, total <= Self.maximumBillingPeriods
        else { return nil }
        billingPeriodNumber = number
        totalBillingPeriods = total
        expirationDate = stated.commitmentExpiresDate
        price = Money(milliunits: stated.commitmentPrice, currency: transaction.price?.currency)
        remainingPrice = transaction.committedCharge
        willAutoRenew = info?.commitment?.commitmentAutoRenewStatus.map { $0 == .on }
    }

    /// More billing periods than any commitment has: Apple's have 12.
    private static let maximumBillingPeriods = 1000
}

extension RenewalInfo {
    /// Whether the customer wants the subscription to continue: of a commitment, whether that renews, for its months are
    /// charged to the end.
    var continues: Bool? { commitment?.commitmentAutoRenewStatus.map { $0 == .on } ?? willAutoRenew }

    /// The product that the subscription continues with, after a commitment if there is one.
    var continuingProductID: ProductID? { commitment?.commitmentAutoRenewProductId ?? autoRenewProductID }
}

extension ServicePeriod {
    /// Whether it is a part of a commitment.
    var isCommitted: Bool { transaction.paysCommitment }

    /// Whether it is the last part of a commitment that does not renew.
    func endsCommitment(_ info: RenewalInfo) -> Bool {
        guard let commitment = Commitment(transaction, info) else { return false }
        return commitment.remainingBillingPeriods == 0 && commitment.isCanceled
    }
}
