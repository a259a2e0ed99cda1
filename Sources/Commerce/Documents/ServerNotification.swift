// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What a version 2 notification says besides the documents in it, which are facts of their own.
public struct ServerNotification: Hashable, Sendable, Codable {
    /// The notification, the same each time it is sent.
    public var id: NotificationUUID

    /// What happened.
    public var type: NotificationType

    /// Its finer meaning.
    public var subtype: NotificationSubtype?

    /// The transaction it carries.
    public var transactionID: TransactionID?

    /// The subscription it is about.
    public var originalTransactionID: OriginalTransactionID?

    /// The product it is about.
    public var productID: ProductID?

    /// The subscription's state at signing.
    public var status: SubscriptionStatus?

    /// Why the customer asked for a refund.
    public var consumptionRequestReason: ConsumptionRequestReason?

    /// The outcome of extending many renewal dates.
    public var summary: NotificationSummary?

    /// The token of an external purchase.
    public var externalPurchaseToken: ExternalPurchaseToken?

    /// The customer's download of the app, when it is about one.
    public var appTransactionID: AppTransactionID?

    /// The seat claims that the App Store revoked.
    public var unclaimedSeats: [SeatClaimID]?

    /// Makes a notification.
    public init(
        id: NotificationUUID,
        type: NotificationType,
        subtype: NotificationSubtype? = nil,
        transactionID: TransactionID? = nil,
        originalTransactionID: OriginalTransactionID? = nil,
        productID: ProductID? = nil,
        status: SubscriptionStatus? = nil,
        consumptionRequestReason: ConsumptionRequestReason? = nil,
        summary: NotificationSummary? = nil,
        externalPurchaseToken: ExternalPurchaseToken? = nil,
        appTransactionID: AppTransactionID? = nil,
        unclaimedSeats: [SeatClaimID]? = nil
    ) {
        self.id = id
        self.type = type
        self.subtype = subtype
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.status = status
        self.consumptionRequestReason = consumptionRequestReason
        self.summary = summary
        self.externalPurchaseToken = externalPurchaseToken
        self.appTransactionID = appTransactionID
        self.unclaimedSeats = unclaimedSeats
    }
}
