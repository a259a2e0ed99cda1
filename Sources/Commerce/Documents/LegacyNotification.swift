// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What a version 1 notification says.
///
/// No one signed it, so no entitlement changes on its word; it is a reason to ask Apple about the receipt that it names.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/app-store-server-notifications-version-1>
public struct LegacyNotification: Hashable, Sendable, Codable {
    /// What is said to have happened.
    public var type: NotificationType

    /// The subscription it is about.
    public var originalTransactionID: OriginalTransactionID?

    /// The product it is about.
    public var productID: ProductID?

    /// Whether the subscription is said to renew.
    public var willAutoRenew: Bool?

    /// When that changed.
    public var autoRenewStatusChangeDate: Date?

    /// The product said to renew.
    public var autoRenewProductID: ProductID?

    /// When Apple Support is said to have canceled.
    public var cancellationDate: Date?

    /// Makes a notification.
    public init(
        type: NotificationType,
        originalTransactionID: OriginalTransactionID? = nil,
        productID: ProductID? = nil,
        willAutoRenew: Bool? = nil,
        autoRenewStatusChangeDate: Date? = nil,
        autoRenewProductID: ProductID? = nil,
        cancellationDate: Date? = nil
    ) {
        self.type = type
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.willAutoRenew = willAutoRenew
        self.autoRenewStatusChangeDate = autoRenewStatusChangeDate
        self.autoRenewProductID = autoRenewProductID
        self.cancellationDate = cancellationDate
    }
}
