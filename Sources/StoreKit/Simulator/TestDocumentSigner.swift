// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Synchronization

/// Signs documents as StoreKit testing does, and checks them.
///
/// The certificate is made again for each process: nothing outside it can sign for this store.
final class TestDocumentSigner: Sendable {
    private let signer: DocumentSigner
    let check: DocumentVerifier
    private let cache = Mutex<[AnyHashableSendable: String]>([:])

    /// The root that a verifier has to be given to trust this process's documents.
    let root: Certificate

    /// How many signed documents are remembered.
    private static let capacity = 4096

    private init() throws {
        let template = Self.template
        let certified = try CertifiedKey.selfSigned(template, key: .generate(.p256))
        root = certified.certificate
        signer = try DocumentSigner(xcode: certified)
        check = try DocumentVerifier(anchors: TrustAnchors(certificates: [certified.certificate]), bundleID: nil)
    }

    private static var template: CertificateTemplate {
        CertificateTemplate(
            subject: DistinguishedName(commonName: "StoreKit", organization: "StoreKit", country: "US"),
            serialNumber: 1,
            validity: Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_102_444_800),
            extensions: [.endEntity, .signsDocuments]
        )
    }

    // Made when the first receipt is: an RSA key takes long.
    private static let receipts = Result {
        try ReceiptSigner(xcode: CertifiedKey.selfSigned(template, key: .generate(.rsa(bits: 2048))))
    }

    private static let made = Result { try TestDocumentSigner() }

    /// The process's own.
    static func shared() throws -> TestDocumentSigner { try made.get() }

    /// An app receipt with its signature.
    func sign(_ receipt: AppReceipt) throws -> Data { try Self.receipts.get().sign(receipt, options: .xcode) }

    /// A receipt of iOS 6 with its signature.
    func sign(_ receipt: TransactionReceipt) throws -> Data { try Self.receipts.get().sign(receipt) }

    /// A document with its signature, tied to a device; the same document has the same signature.
    func sign<Document: SignedDocument & Hashable>(_ document: Document, device: UUID) throws -> String {
        let key = AnyHashableSendable(document, device)
        if let known = cache.withLock({ $0[key] }) { return known }
        let nonce = UUID()
        let proof = DeviceVerification.proof(nonce: nonce, id: device).base64EncodedString()
        var payload = try AppStoreJSON.encode(document)
        guard payload.first == UInt8(ascii: "{") else { throw StoreKitError.unknown }
        payload.replaceSubrange(
            payload.startIndex...payload.startIndex,
            with: Data(
                """
                {"deviceVerification":"\(proof)","deviceVerificationNonce":"\(nonce.uuidString.lowercased())",
                """.utf8
            )
        )
        let signed = try signer.sign(payload).rawValue
        cache.withLock { cache in
            if cache.count >= Self.capacity { cache.removeAll() }
            cache[key] = signed
        }
        return signed
    }
}

/// A document of any kind with a device, as a key.
private struct AnyHashableSendable: Hashable, @unchecked Sendable {
    // Documents are values that can be sent; the type that erases them does not say so.
    private let document: AnyHashable
    private let device: UUID

    init(_ document: some Hashable & Sendable, _ device: UUID) {
        self.document = AnyHashable(document)
        self.device = device
    }
}
