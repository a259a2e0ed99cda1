// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The bundle or suite that a subscription belongs to.
public struct SubscriptionBundle: Hashable, Sendable, Codable {
    /// The bundle's product.
    public var productID: ProductID

    /// The bundle's subscription group.
    public var subscriptionGroupID: SubscriptionGroupID?

    /// The bundle's transaction; a renewal info does not say.
    public var transactionID: TransactionID?

    /// The bundle's first transaction.
    public var originalTransactionID: OriginalTransactionID?

    /// Makes a bundle from what is known of it.
    public init(
        productID: ProductID,
        subscriptionGroupID: SubscriptionGroupID? = nil,
        transactionID: TransactionID? = nil,
        originalTransactionID: OriginalTransactionID? = nil
    ) {
        self.productID = productID
        self.subscriptionGroupID = subscriptionGroupID
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
    }
}

extension TransactionPayload {
    /// The bundle that brought the subscription, in whichever spelling its group came.
    public var bundle: SubscriptionBundle? {
        bundleProductId.map {
            SubscriptionBundle(
                productID: $0,
                subscriptionGroupID: bundleSubscriptionGroupIdentifier ?? bundleSubscriptionGroupId,
                transactionID: bundleTransactionId,
                originalTransactionID: bundleOriginalTransactionId
            )
        }
    }
}

extension RenewalInfoPayload {
    /// The bundle that brings the subscription, in whichever spelling its group came.
    public var bundle: SubscriptionBundle? {
        bundleProductId.map {
            SubscriptionBundle(
                productID: $0,
                subscriptionGroupID: bundleSubscriptionGroupIdentifier ?? bundleSubscriptionGroupId,
                originalTransactionID: bundleOriginalTransactionId
            )
        }
    }
}
