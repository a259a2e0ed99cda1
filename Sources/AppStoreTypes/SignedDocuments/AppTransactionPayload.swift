// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a signed app transaction says about the customer's download of the app.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/jwsapptransactiondecodedpayload>
public struct AppTransactionPayload: Hashable, Sendable, Codable {
    /// The environment.
    public var receiptType: Environment

    /// The app's number; absent in the sandbox.
    public var appAppleId: AppAppleID?

    /// The app.
    public var bundleId: BundleID

    /// The app's version.
    public var applicationVersion: String?

    /// The App Store's number of that version.
    public var versionExternalIdentifier: Int64?

    /// When the document was made.
    public var receiptCreationDate: Date

    /// When the customer first got the app.
    public var originalPurchaseDate: Date?

    /// The version the customer first got.
    public var originalApplicationVersion: String?

    /// The base64 hash that ties the document to a device.
    public var deviceVerification: String?

    /// The nonce of that hash.
    public var deviceVerificationNonce: UUID?

    /// When the customer pre-ordered the app.
    public var preorderDate: Date?

    /// The customer's download of the app.
    public var appTransactionId: AppTransactionID?

    /// The platform on which the customer first got the app.
    public var originalPlatform: AppPlatform?

    /// When the device asked for the document.
    public var requestDate: Date?

    /// The kind of store that the app came from.
    public var storeType: StoreType?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        receiptType: Environment,
        appAppleId: AppAppleID? = nil,
        bundleId: BundleID,
        applicationVersion: String? = nil,
        versionExternalIdentifier: Int64? = nil,
        receiptCreationDate: Date,
        originalPurchaseDate: Date? = nil,
        originalApplicationVersion: String? = nil,
        deviceVerification: String? = nil,
        deviceVerificationNonce: UUID? = nil,
        preorderDate: Date? = nil,
        appTransactionId: AppTransactionID? = nil,
        originalPlatform: AppPlatform? = nil,
        requestDate: Date? = nil,
        storeType: StoreType? = nil
    ) {
        self.receiptType = receiptType
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.applicationVersion = applicationVersion
        self.versionExternalIdentifier = versionExternalIdentifier
        self.receiptCreationDate = receiptCreationDate
        self.originalPurchaseDate = originalPurchaseDate
        self.originalApplicationVersion = originalApplicationVersion
        self.deviceVerification = deviceVerification
        self.deviceVerificationNonce = deviceVerificationNonce
        self.preorderDate = preorderDate
        self.appTransactionId = appTransactionId
        self.originalPlatform = originalPlatform
        self.requestDate = requestDate
        self.storeType = storeType
    }
}

extension AppTransactionPayload: SignedDocument {
    /// The kind of document.
    public static var kind: DocumentKind { .appTransaction }

    /// The instant at which Apple signed it.
    public var effectiveDate: Date? { receiptCreationDate }

    /// The app it is about.
    public var documentBundleID: BundleID? { bundleId }

    /// The app's number.
    public var documentAppAppleID: AppAppleID? { appAppleId }

    /// The environment it was made in.
    public var documentEnvironment: Environment? { receiptType }
}
