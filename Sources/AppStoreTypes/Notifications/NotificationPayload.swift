// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a version 2 notification says; exactly one of its last four fields is there.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2decodedpayload>
public struct NotificationPayload: Hashable, Sendable, Codable {
    /// What happened.
    public var notificationType: NotificationType

    /// Its finer meaning.
    public var subtype: NotificationSubtype?

    /// The notification, the same each time it is sent.
    public var notificationUUID: NotificationUUID

    /// The notification's version; absent in the oldest test notifications.
    public var version: String?

    /// When Apple signed the document.
    public var signedDate: Date

    /// The app and the purchase it is about.
    public var data: NotificationData?

    /// The outcome of extending many renewal dates.
    public var summary: NotificationSummary?

    /// The token of an external purchase.
    public var externalPurchaseToken: ExternalPurchaseToken?

    /// The app download it is about.
    public var appData: NotificationAppData?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        notificationType: NotificationType,
        subtype: NotificationSubtype? = nil,
        notificationUUID: NotificationUUID,
        version: String? = nil,
        signedDate: Date,
        data: NotificationData? = nil,
        summary: NotificationSummary? = nil,
        externalPurchaseToken: ExternalPurchaseToken? = nil,
        appData: NotificationAppData? = nil
    ) {
        self.notificationType = notificationType
        self.subtype = subtype
        self.notificationUUID = notificationUUID
        self.version = version
        self.signedDate = signedDate
        self.data = data
        self.summary = summary
        self.externalPurchaseToken = externalPurchaseToken
        self.appData = appData
    }
}

extension NotificationPayload: SignedDocument {
    /// The kind of document.
    public static var kind: DocumentKind { .notification }

    /// The instant at which Apple signed it.
    public var effectiveDate: Date? { signedDate }

    /// The app it is about.
    public var documentBundleID: BundleID? {
        data?.bundleId ?? summary?.bundleId ?? externalPurchaseToken?.bundleId ?? appData?.bundleId
    }

    /// The app's number.
    public var documentAppAppleID: AppAppleID? {
        data?.appAppleId ?? summary?.appAppleId ?? externalPurchaseToken?.appAppleId ?? appData?.appAppleId
    }

    /// The environment it was made in.
    public var documentEnvironment: Environment? {
        data?.environment ?? summary?.environment ?? externalPurchaseToken?.environment ?? appData?.environment
    }
}
