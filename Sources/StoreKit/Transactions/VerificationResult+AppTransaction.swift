// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKitCrypto

extension VerificationResult where SignedType == AppTransaction {
    /// The signed document, as it goes to a server.
    public var jwsRepresentation: String { unsafePayloadValue.signed.jws }

    /// The document's header as JSON.
    public var headerData: Data { unsafePayloadValue.signed.header }

    /// The document's content as JSON.
    public var payloadData: Data { unsafePayloadValue.signed.payload }

    /// The signature's bytes.
    public var signatureData: Data { unsafePayloadValue.signed.signature }

    /// The signature.
    public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signed.ecdsaSignature }

    /// The bytes that were signed.
    public var signedData: Data { unsafePayloadValue.signed.signedData }

    /// When the document was signed.
    public var signedDate: Date { unsafePayloadValue.signedDate }

    /// The hash that ties the document to this device.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

    /// The value that went into the hash.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
