// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A notification that the store sends, before signing.
public struct NotificationEffect: Hashable, Sendable, Codable {
    /// What the notification is called.
    public enum Name: Hashable, Sendable, Codable {
        /// A version 2 notification.
        case version2(NotificationType, NotificationSubtype?)
        /// A version 1 notification, by its type's text.
        case version1(String)
    }

    /// The notification's identifier, the same each time it is sent.
    public var uuid: NotificationUUID

    /// What it is called.
    public var name: Name

    /// The environment.
    public var environment: Environment

    /// The app.
    public var app: BundleID

    /// The app's number; absent outside production.
    public var appAppleID: AppAppleID?

    /// The app's build.
    public var appVersion: String?

    /// When the document is signed, faults of the clock included.
    public var signedDate: Date

    /// The customer it is about.
    public var customer: CustomerID?

    /// The transaction it carries.
    public var transaction: TransactionPayload?

    /// The renewal info it carries.
    public var renewalInfo: RenewalInfoPayload?

    /// The subscription's state.
    public var status: SubscriptionStatus?

    /// When renewal was last turned on or off.
    public var renewalStatusChangeDate: Date?

    /// Why the customer asked for a refund.
    public var consumptionRequestReason: ConsumptionRequestReason?

    /// The outcome of extending many renewal dates.
    public var summary: NotificationSummary?

    /// The token of an external purchase.
    public var externalPurchaseToken: ExternalPurchaseToken?

    /// The app download it is about.
    public var appTransaction: AppTransactionPayload?

    /// The seats that Apple revoked from members.
    public var unclaimInfo: UnclaimInfo?

    /// When it is sent for the first time: once, unless a fault says more than once, or never.
    public var deliveries: [Date]
}

extension NotificationEffect {
    /// The type and subtype as this project writes them in logs and expectations, such as DID_RENEW.BILLING_RECOVERY.
    public var label: String {
        switch name {
        case .version2(let type, let subtype): subtype.map { "\(type).\($0)" } ?? type.rawValue
        case .version1(let type): type
        }
    }
}
