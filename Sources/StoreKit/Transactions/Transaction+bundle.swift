// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

extension Transaction {
    /// The bundle that brought the subscription.
    public var bundleProductID: String? { fields.bundle?.productID.rawValue }

    /// The bundle's subscription group.
    public var bundleSubscriptionGroupID: String? { fields.bundle?.subscriptionGroupID?.rawValue }

    /// The bundle's transaction.
    public var bundleTransactionID: String? { fields.bundle?.transactionID?.rawValue }

    /// The bundle's first transaction.
    public var bundleOriginalTransactionID: String? { fields.bundle?.originalTransactionID?.rawValue }

    /// The subscription that this one came from, such as one that became part of a bundle.
    public var previousOriginalTransactionID: String? { fields.previousOriginalTransactionId?.rawValue }
}

extension Product.SubscriptionInfo.RenewalInfo {
    /// The bundle that brings the subscription.
    public var bundleProductID: String? { fields.bundle?.productID.rawValue }

    /// The bundle's subscription group.
    public var bundleSubscriptionGroupID: String? { fields.bundle?.subscriptionGroupID?.rawValue }

    /// The bundle's first transaction.
    public var bundleOriginalTransactionID: String? { fields.bundle?.originalTransactionID?.rawValue }

    /// Whether the subscription leaves its bundle at the next renewal.
    public var willUnbundle: Bool { fields.willUnbundle ?? false }
}
