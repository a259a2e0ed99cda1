// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The team's statement about one payment of a purchase in another store, and what follows it.
///
/// No store proves it. It is as old as the team says, not as its arrival: of two statements about a payment the one that
/// was stated later counts, so that the same statements give the same state in any order.
public struct StoreStatement: Hashable, Sendable, Codable {
    /// The status of what was paid for.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It was paid for. A subscription lasts until the end of its period.
        case active

        /// The charge of the next period failed, and the customer keeps access until a date.
        case gracePeriod = "grace-period"

        /// The charge of the next period failed, and the store retries it without access.
        case billingRetry = "billing-retry"

        /// A subscription is over.
        case expired

        /// Money went back.
        case refunded
    }

    /// The store.
    public var store: Store

    /// The purchase as the store names it; of a subscription all payments have the same.
    public var purchaseID: String

    /// The payment as the store names it; the purchase's own when absent, which is its first or only one.
    public var paymentID: String?

    /// The product, as the catalog names it.
    public var productID: ProductID

    /// How many were bought.
    public var quantity: Int

    /// What was paid for all of them; unknown when absent.
    public var price: Money?

    /// When it was bought; of a subscription, when the period begins.
    public var purchaseDate: Date

    /// When a subscription's period ends.
    public var expirationDate: Date?

    /// The status.
    public var state: State

    /// Whether a subscription renews; unknown when absent.
    public var willRenew: Bool?

    /// Until when the customer keeps access in a grace period.
    public var gracePeriodExpirationDate: Date?

    /// When money went back; when it was stated when absent.
    public var refundDate: Date?

    /// How much went back, in thousandths of a percent: 50000 is half; all of it when absent.
    public var refundedPercentage: Int?

    /// The country of the sale.
    public var storefront: StorefrontCountryCode?

    /// Whether the period is a free trial.
    public var isTrial: Bool

    /// Makes a statement.
    public init(
        store: Store,
        purchaseID: String,
        paymentID: String? = nil,
        productID: ProductID,
        quantity: Int = 1,
        price: Money? = nil,
        purchaseDate: Date,
        expirationDate: Date? = nil,
        state: State = .active,
        willRenew: Bool? = nil,
        gracePeriodExpirationDate: Date? = nil,
        refundDate: Date? = nil,
        refundedPercentage: Int? = nil,
        storefront: StorefrontCountryCode? = nil,
        isTrial: Bool = false
    ) {
        self.store = store
        self.purchaseID = purchaseID
        self.paymentID = paymentID
        self.productID = productID
        self.quantity = quantity
        self.price = price
        self.purchaseDate = purchaseDate
        self.expirationDate = expirationDate
        self.state = state
        self.willRenew = willRenew
        self.gracePeriodExpirationDate = gracePeriodExpirationDate
        self.refundDate = refundDate
        self.refundedPercentage = refundedPercentage
        self.storefront = storefront
        self.isTrial = isTrial
    }

    /// The purchase, by a name that no purchase of Apple's has.
    public var lineage: OriginalTransactionID {
        OriginalTransactionID(rawValue: store.rawValue + OriginalTransactionID.storeSeparator + purchaseID)
    }

    /// The payment, by a name that no transaction of Apple's has.
    public var transactionID: TransactionID {
        guard let paymentID, paymentID != purchaseID else { return TransactionID(rawValue: lineage.rawValue) }
        return TransactionID(rawValue: lineage.rawValue + OriginalTransactionID.storeSeparator + paymentID)
    }
}

extension StoreStatement {
    /// The payment as histories know it.
    ///
    /// - Parameter date: When the team stated it; what is said to be over was over then.
    /// - Returns: The transaction.
    package func transaction(statedOn date: Date) -> Transaction {
        let end = state == .expired ? expirationDate.map { min($0, date) } : expirationDate
        return Transaction(
            id: transactionID,
            originalTransactionID: lineage,
            productID: productID,
            purchaseDate: purchaseDate,
            expirationDate: end,
            quantity: quantity,
            revocation: revocation(statedOn: date),
            offer: isTrial ? Offer(type: .introductory, discount: .freeTrial) : nil,
            storefront: storefront,
            reason: transactionID.rawValue == lineage.rawValue ? .purchase : .renewal,
            price: price
        )
    }

    private func revocation(statedOn date: Date) -> Revocation? {
        guard state == .refunded else { return nil }
        let isPartial = refundedPercentage.map { $0 < 100_000 } ?? false
        return Revocation(
            date: refundDate ?? date,
            type: isPartial ? .refundProrated : .refundFull,
            percentage: isPartial ? refundedPercentage : nil
        )
    }

    /// What it says about the next period; `nil` when it says nothing of it.
    var renewalInfo: RenewalInfo? {
        guard expirationDate != nil else { return nil }
        var info = RenewalInfo(
            originalTransactionID: lineage,
            productID: productID,
            autoRenewProductID: productID,
            willAutoRenew: willRenew
        )
        switch state {
        case .active, .refunded:
            guard willRenew != nil else { return nil }
        case .gracePeriod, .billingRetry:
            info.isInBillingRetryPeriod = true
            info.expirationIntent = .billingError
            info.gracePeriodExpirationDate = gracePeriodExpirationDate
        case .expired:
            info.expirationIntent = willRenew == false ? .canceled : .other
        }
        return info
    }
}
