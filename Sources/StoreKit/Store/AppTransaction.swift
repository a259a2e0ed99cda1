// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The customer's download of the app, as the App Store signed it.
///
/// <https://developer.apple.com/documentation/storekit/apptransaction>
public struct AppTransaction: Sendable {
    /// The signed document's payload.
    public var jsonRepresentation: Data { signed.payload }

    /// The app's number; nil outside production.
    public let appID: UInt64?

    /// The app's version.
    public let appVersion: String

    /// The App Store's number of that version.
    public let appVersionID: UInt64?

    /// The app.
    public let bundleID: String

    /// Where the app came from.
    public let environment: AppStore.Environment

    /// The version the customer first got.
    public let originalAppVersion: String

    /// When the customer first got the app.
    public let originalPurchaseDate: Date

    /// The platform on which the customer first got the app.
    public let originalPlatform: AppStore.Platform

    /// When the customer pre-ordered the app.
    public let preorderDate: Date?

    /// The hash that ties the document to this device.
    public let deviceVerification: Data

    /// The value that went into the hash.
    public let deviceVerificationNonce: UUID

    /// When the document was signed.
    public let signedDate: Date

    /// The kind of store that the app came from; the consumer's when the document does not say.
    public let storeType: AppTransaction.StoreType

    let signed: SignedBytes
    let fields: AppTransactionPayload

    /// The customer's download of the app, from the device when it is there.
    ///
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static var shared: VerificationResult<AppTransaction> {
        get async throws { try await StoreRuntime.shared.appTransaction() }
    }

    /// Asks the store for the document again.
    ///
    /// - Returns: The document.
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await StoreRuntime.shared.appTransaction()
    }
}

extension AppTransaction: SignedContent {
    init?(signed: SignedBytes) {
        guard let fields = try? AppStoreJSON.decode(AppTransactionPayload.self, from: signed.payload) else {
            return nil
        }
        self.signed = signed
        self.fields = fields
        appID = fields.appAppleId.flatMap { UInt64("\($0.rawValue)") }
        appVersion = fields.applicationVersion ?? ""
        appVersionID = fields.versionExternalIdentifier.flatMap { UInt64(exactly: $0) }
        bundleID = fields.bundleId.rawValue
        environment = AppStore.Environment(rawValue: fields.receiptType.rawValue)
        originalAppVersion = fields.originalApplicationVersion ?? ""
        originalPurchaseDate = fields.originalPurchaseDate ?? .distantPast
        storeType = fields.storeType.map { StoreType(rawValue: $0.rawValue) } ?? .consumer
        originalPlatform = AppStore.Platform(rawValue: fields.originalPlatform?.rawValue ?? "")
        preorderDate = fields.preorderDate
        let device = DeviceFields(payload: signed.payload)
        deviceVerification = device.verification
        deviceVerificationNonce = device.nonce
        signedDate = fields.receiptCreationDate
    }
}

extension AppTransaction {
    /// The customer's download of the app, the same on all devices.
    public var appTransactionID: String { fields.appTransactionId?.rawValue ?? "" }

    /// The platform on which the customer first got the app, as the App Store writes it.
    public var originalPlatformStringRepresentation: String { originalPlatform.rawValue }
}

extension AppTransaction: Equatable {
    /// Compares the whole payloads.
    public static func == (lhs: AppTransaction, rhs: AppTransaction) -> Bool {
        lhs.signed.payload == rhs.signed.payload
    }
}

extension AppTransaction: Hashable {
    /// Hashes the payload.
    public func hash(into hasher: inout Hasher) { hasher.combine(signed.payload) }
}

extension AppTransaction: CustomDebugStringConvertible {
    /// The payload as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
