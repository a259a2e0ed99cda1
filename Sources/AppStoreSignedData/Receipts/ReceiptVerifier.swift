// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_spi(Verification) public import AppStoreTypes
public import FoundationEssentials

/// Verifies app receipts and iOS 6 transaction receipts where they are, without asking Apple.
///
/// The certificates must hold at the instant at which the receipt was made, as Apple asks for; what has happened to the
/// purchases since is not in the receipt.
///
/// <https://developer.apple.com/documentation/appstorereceipts/validating-receipts-on-the-device>
public struct ReceiptVerifier: Sendable {
    let configuration: SignedDataVerifier.Configuration
    let builder: TrustedChainBuilder
    let documentPolicies: [any DocumentPolicy]

    /// Makes a verifier with the same expectations as one of signed documents.
    ///
    /// - Throws: ``VerificationError`` when production receipts are expected for an app whose number is not given.
    public init(_ configuration: SignedDataVerifier.Configuration) throws {
        self.configuration = configuration
        // Old chains have signatures with SHA-1 and lack what strict checks ask for.
        builder = TrustedChainBuilder(
            anchors: configuration.anchors,
            policies: [
                AppleMarkersPolicy(),
                PathPolicy(isStrict: false, refusesSHA1: !configuration.acceptsSHA1Receipts),
            ]
        )
        documentPolicies = try configuration.documentPolicies()
    }

    /// Verifies an app receipt.
    ///
    /// - Parameters:
    ///   - receipt: The receipt's bytes, a PKCS #7 message.
    ///   - deviceIdentifier: The device's identifier, when the app sent it: then the receipt must be that device's.
    /// - Returns: What the receipt says; its exact text is the receipt in base64.
    /// - Throws: ``VerificationError``.
    public func verifyAppReceipt(_ receipt: Data, deviceIdentifier: Data? = nil) throws -> Verified<AppReceipt> {
        try checkSize(receipt)
        let message = try SignedMessage(receipt, acceptsSHA1: configuration.acceptsSHA1Receipts)
        let chain = try builder.chain(of: message.signer, among: message.certificates)
        let payload = try Self.decode(message.content)
        try check(payload.claims, chain)
        if let deviceIdentifier, !payload.belongs(toDevice: deviceIdentifier) {
            throw VerificationError(code: .deviceHash, message: "the receipt was made for another device")
        }
        return Verified(payload: payload, signedPayload: SignedPayload(rawValue: receipt.base64EncodedString()))
    }

    /// Reads an app receipt without checking anything: its content may be anyone's.
    ///
    /// - Throws: ``VerificationError`` when it cannot be read.
    public static func decodeUnverifiedAppReceipt(_ receipt: Data) throws -> AppReceipt {
        try decode(SignedMessage.uncheckedContent(of: receipt))
    }

    func checkSize(_ receipt: Data) throws {
        guard receipt.count <= configuration.maximumReceiptByteCount else {
            throw VerificationError(
                code: .size,
                message: "the receipt has \(receipt.count) bytes; at most "
                    + "\(configuration.maximumReceiptByteCount) are allowed"
            )
        }
    }

    /// The rules that both styles of receipts share.
    func check(_ claims: DocumentClaims, _ chain: CertificateChain) throws {
        guard let instant = claims.effectiveDate else {
            throw VerificationError(code: .payload, message: "the receipt does not say when it was made")
        }
        try ValidityPolicy().check(chain, at: instant)
        try SingleCertificatePolicy().check(chain, claims)
        for policy in documentPolicies { try policy.check(claims) }
    }

    private static func decode(_ content: [UInt8]) throws -> AppReceipt {
        do throws(DERError) {
            return try AppReceipt(payload: content)
        } catch {
            throw VerificationError(code: .payload, message: "the receipt's content cannot be read: \(error)")
        }
    }
}
