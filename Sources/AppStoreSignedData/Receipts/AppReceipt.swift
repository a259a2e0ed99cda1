// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What an app receipt says: the app's download, and the purchases it carries.
///
/// <https://developer.apple.com/documentation/appstorereceipts>
public struct AppReceipt: Hashable, Sendable, Codable {
    /// Where it was made.
    public var receiptType: ReceiptType?

    /// The app's number; 0 in the sandbox.
    public var appAppleID: AppAppleID?

    /// The app.
    public var bundleID: BundleID?

    /// The app's version.
    public var applicationVersion: String?

    /// When the receipt was made; its certificates must hold at this instant.
    public var creationDate: Date?

    /// When the customer first got the app.
    public var originalPurchaseDate: Date?

    /// The version the customer first got.
    public var originalApplicationVersion: String?

    /// When an app that an organization bought in volume stops.
    public var expirationDate: Date?

    /// The app's age rating.
    public var ageRating: String?

    /// The customer's download of the app.
    public var downloadID: Int64?

    /// The App Store's number of the app's version.
    public var versionExternalIdentifier: Int64?

    /// Some bytes that go into the device's hash.
    public var opaqueValue: Data?

    /// The hash that ties the receipt to a device.
    public var deviceHash: Data?

    /// The purchases.
    public var purchases: [Purchase]

    /// Every attribute as it came, the unknown ones too; empty in a receipt that is to be made.
    public var attributes: [ReceiptAttribute]

    /// Describes a receipt that is to be made.
    public init(
        receiptType: ReceiptType,
        appAppleID: AppAppleID?,
        bundleID: BundleID,
        applicationVersion: String?,
        creationDate: Date,
        originalPurchaseDate: Date? = nil,
        originalApplicationVersion: String? = nil,
        expirationDate: Date? = nil,
        ageRating: String? = "4+",
        downloadID: Int64? = nil,
        versionExternalIdentifier: Int64? = nil,
        opaqueValue: Data? = nil,
        deviceHash: Data? = nil,
        purchases: [Purchase] = []
    ) {
        self.receiptType = receiptType
        self.appAppleID = appAppleID
        self.bundleID = bundleID
        self.applicationVersion = applicationVersion
        self.creationDate = creationDate
        self.originalPurchaseDate = originalPurchaseDate
        self.originalApplicationVersion = originalApplicationVersion
        self.expirationDate = expirationDate
        self.ageRating = ageRating
        self.downloadID = downloadID
        self.versionExternalIdentifier = versionExternalIdentifier
        self.opaqueValue = opaqueValue
        self.deviceHash = deviceHash
        self.purchases = purchases
        attributes = []
    }
}

extension AppReceipt {
    /// The hash that ties a receipt to a device: of the device's identifier, the opaque value, and the bundle id's bytes.
    ///
    /// - Parameters:
    ///   - deviceIdentifier: The 16 bytes of `identifierForVendor`, or on a Mac the 6 bytes of its first network card.
    ///   - opaqueValue: The receipt's opaque value.
    ///   - bundleID: The app.
    /// - Returns: 20 bytes.
    public static func deviceHash(deviceIdentifier: Data, opaqueValue: Data, bundleID: BundleID) -> Data {
        hash(deviceIdentifier, opaqueValue, DER.utf8String(bundleID.rawValue))
    }

    /// Whether the receipt was made for a device.
    public func belongs(toDevice deviceIdentifier: Data) -> Bool {
        let values = ReceiptAttributes(attributes)
        guard let hash = deviceHash, let opaque = opaqueValue, let bundle = values.bytes(AttributeType.bundleID) else {
            return false
        }
        return constantTimeEquals(hash, Self.hash(deviceIdentifier, opaque, Array(bundle)))
    }

    private static func hash(_ device: Data, _ opaque: Data, _ bundle: [UInt8]) -> Data {
        Data(DigestAlgorithm.sha1.digest(of: Array(device) + Array(opaque) + bundle))
    }

    var claims: DocumentClaims {
        DocumentClaims(
            kind: .receipt,
            bundleID: bundleID,
            appAppleID: appAppleID,
            environment: receiptType?.environment,
            effectiveDate: creationDate
        )
    }
}
