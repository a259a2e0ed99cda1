// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The customer and the product that a realtime message is wanted for.
///
/// <https://developer.apple.com/documentation/retentionmessaging/decodedrealtimerequestbody>
public struct RealtimeRequestPayload: Hashable, Sendable, Codable {
    /// The subscription.
    public var originalTransactionId: OriginalTransactionID

    /// The app's number; absent in the sandbox.
    public var appAppleId: AppAppleID?

    /// The product.
    public var productId: ProductID

    /// The customer's language.
    public var userLocale: String

    /// The request.
    public var requestIdentifier: UUID

    /// When Apple signed it.
    public var signedDate: Date

    /// The environment.
    public var environment: Environment

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        originalTransactionId: OriginalTransactionID,
        appAppleId: AppAppleID? = nil,
        productId: ProductID,
        userLocale: String,
        requestIdentifier: UUID,
        signedDate: Date,
        environment: Environment
    ) {
        self.originalTransactionId = originalTransactionId
        self.appAppleId = appAppleId
        self.productId = productId
        self.userLocale = userLocale
        self.requestIdentifier = requestIdentifier
        self.signedDate = signedDate
        self.environment = environment
    }
}

extension RealtimeRequestPayload: SignedDocument {
    /// The kind of document.
    public static var kind: DocumentKind { .realtimeRequest }

    /// The instant at which Apple signed it.
    public var effectiveDate: Date? { signedDate }

    /// The app it is about; this document does not say.
    public var documentBundleID: BundleID? { nil }

    /// The app's number.
    public var documentAppAppleID: AppAppleID? { appAppleId }

    /// The environment it was made in.
    public var documentEnvironment: Environment? { environment }
}

extension DocumentKind {
    /// A signed request for a realtime retention message.
    public static let realtimeRequest = DocumentKind(rawValue: "realtime-request")
}
