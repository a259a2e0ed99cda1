// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_spi(Verification) public import AppStoreTypes
public import FoundationEssentials

extension ReceiptVerifier {
    /// Verifies an iOS 6 transaction receipt.
    ///
    /// Such a receipt carries its signing certificate alone: the authorities above it come from the configuration.
    ///
    /// - Parameter receipt: The receipt's bytes, a property list.
    /// - Returns: What the receipt says; its exact text is the receipt in base64.
    /// - Throws: ``VerificationError``.
    public func verifyTransactionReceipt(_ receipt: Data) throws -> Verified<TransactionReceipt> {
        try checkSize(receipt)
        let (envelope, payload) = try Self.read(receipt)
        guard configuration.acceptsSHA1Receipts else {
            throw VerificationError(
                code: .algorithm,
                message: "the receipt is signed with SHA-1, which is not accepted"
            )
        }
        guard let signer = try? Certificate(der: Data(envelope.certificate)), let key = try? signer.publicKey else {
            throw VerificationError(code: .certificate, message: "the receipt's certificate cannot be read")
        }
        let chain = try builder.chain(of: signer, among: configuration.intermediates)
        guard key.isValidSignature(envelope.signature, for: envelope.message, digest: .sha1) else {
            throw VerificationError(code: .signature, message: "the signature is not the signer's over this receipt")
        }
        try check(payload.claims, chain)
        return Verified(payload: payload, signedPayload: SignedPayload(rawValue: receipt.base64EncodedString()))
    }

    /// Reads an iOS 6 transaction receipt without checking anything: its content may be anyone's.
    ///
    /// - Throws: ``VerificationError`` when it cannot be read.
    public static func decodeUnverifiedTransactionReceipt(_ receipt: Data) throws -> TransactionReceipt {
        try read(receipt).payload
    }

    private static func read(
        _ receipt: Data
    ) throws -> (envelope: TransactionReceiptEnvelope, payload: TransactionReceipt) {
        guard let envelope = TransactionReceiptEnvelope(Array(receipt)) else {
            throw VerificationError(code: .format, message: "the receipt is not an iOS 6 transaction receipt")
        }
        guard let info = PropertyList(envelope.purchaseInfo) else {
            throw VerificationError(code: .payload, message: "the receipt's purchase info cannot be read")
        }
        return (envelope, TransactionReceipt(environment: envelope.environment, fields: info.values))
    }
}

extension ReceiptSigner {
    /// Makes an iOS 6 transaction receipt.
    ///
    /// - Throws: ``CryptographyError`` when the key is not RSA of 2048 bits, or OpenSSL fails.
    public func sign(_ receipt: TransactionReceipt) throws -> Data {
        guard key.algorithm == .rsa(bits: 2048), let leaf = chain.first else {
            throw CryptographyError(code: .unsuitableKey, message: "such receipts are signed with RSA of 2048 bits")
        }
        let info = PropertyList(receipt.fields).bytes
        let unsigned = TransactionReceiptEnvelope(
            purchaseInfo: info,
            environment: receipt.environment,
            version: 3,
            signature: [],
            certificate: Array(leaf.der)
        )
        let signed = TransactionReceiptEnvelope(
            purchaseInfo: info,
            environment: receipt.environment,
            version: 3,
            signature: try key.signature(for: unsigned.message, digest: .sha1),
            certificate: Array(leaf.der)
        )
        return Data(signed.bytes)
    }
}
