// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a version 2 notification says; at most one of its last five fields is there.
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

    /// The seat claims that the App Store revoked.
    public var unclaimInfo: UnclaimInfo?

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
        appData: NotificationAppData? = nil,
        unclaimInfo: UnclaimInfo? = nil
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
        self.unclaimInfo = unclaimInfo
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
            ?? unclaimInfo?.bundleId
    }

    /// The app's number.
    public var documentAppAppleID: AppAppleID? {
        data?.appAppleId ?? summary?.appAppleId ?? externalPurchaseToken?.appAppleId ?? appData?.appAppleId
            ?? unclaimInfo?.appAppleId
    }

    /// Whether it is about unclaimed seats alone: which of their members name the app is not confirmed.
    ///
    /// Such a notification names its claims, whose identifiers only the team that made them knows.
    public var mayOmitApp: Bool { unclaimInfo != nil }

    /// The environment it was made in.
    public var documentEnvironment: Environment? {
        data?.environment ?? summary?.environment ?? externalPurchaseToken?.environment ?? appData?.environment
            ?? unclaimInfo?.environment
    }
}
