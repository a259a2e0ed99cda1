// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

/// Something a parser reads, and how to detect a wrong acceptance of a changed copy.
struct Specimen: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let original: [UInt8]

    /// Reads changed bytes; answers false when they were accepted and must not have been.
    let isHandled: @Sendable ([UInt8]) -> Bool

    init(_ name: String, _ original: some Sequence<UInt8>, _ isHandled: @escaping @Sendable ([UInt8]) -> Bool) {
        testDescription = name
        self.original = Array(original)
        self.isHandled = isHandled
    }

    static let now = Date(millisecondsSince1970: 1_790_000_000_000)

    static let all: [Specimen] = {
        do {
            return try documents() + certificates() + receipts() + revocation() + tokens()
        } catch {
            preconditionFailure("no specimens could be made: \(error)")
        }
    }()

    /// Signed documents: a changed one is never accepted.
    private static func documents() throws -> [Specimen] {
        let authority = TestAuthority.shared
        let verifier = try authority.verifier()
        let strict = try authority.verifier { $0.nestedDocuments = .strict }
        let transaction = try authority.signer.sign(Samples.transaction(at: now))
        let notification = try authority.signer.sign(
            Samples.notification(
                at: now,
                transaction: transaction,
                renewalInfo: authority.signer.sign(Samples.renewalInfo(at: now))
            )
        )
        let payload = try AppStoreJSON.encode(Samples.transaction(at: now))
        return [
            Specimen("signed transaction", transaction.rawValue.utf8) {
                let signed = SignedPayload(rawValue: String(decoding: $0, as: UTF8.self))
                return (try? verifier.verify(signed, as: TransactionPayload.self, asOf: now)) == nil
            },
            Specimen("signed notification, strict", notification.rawValue.utf8) {
                let signed = SignedPayload(rawValue: String(decoding: $0, as: UTF8.self))
                return (try? strict.verifyNotification(signed, asOf: now)) == nil
            },
            Specimen("header of a signed transaction", headerJSON(transaction)) {
                let rest = transaction.rawValue.drop { $0 != "." }
                let signed = SignedPayload(rawValue: Base64URL.encode($0) + rest)
                return (try? verifier.verify(signed, as: TransactionPayload.self, asOf: now)) == nil
            },
            Specimen("payload of a signed transaction", payload) {
                // Signed as it is: whatever is in it, it is read or refused, and never another app's.
                guard let signed = try? authority.signer.sign(Data($0)),
                    let read = try? verifier.verify(signed, as: TransactionPayload.self, asOf: now)
                else { return true }
                return read.payload.bundleId == "com.example.app" && read.payload.environment == .sandbox
            },
            Specimen("base64url", transaction.rawValue.utf8.filter { $0 != UInt8(ascii: ".") }.prefix(400)) {
                let text = String(decoding: $0, as: UTF8.self)
                guard let bytes = Base64URL.decode(text) else { return true }
                return Base64URL.encode(bytes) == text
            },
        ]
    }

    private static func headerJSON(_ signed: SignedPayload) -> [UInt8] {
        Base64URL.decode(signed.rawValue.prefix { $0 != "." }) ?? []
    }

    /// Certificates and keys: whatever is read can be looked at.
    private static func certificates() throws -> [Specimen] {
        let leaf = TestAuthority.shared.documents.leaf
        let keys = try PrivateKey.generate(.p256)
        return [
            Specimen("certificate", leaf.certificate.der) {
                guard let certificate = try? Certificate(der: Data($0)) else { return true }
                _ = (certificate.subject, certificate.issuer, certificate.validity, certificate.serialNumber)
                _ = (
                    certificate.pem, try? certificate.publicKey,
                    try? CertifiedKey(certificate: certificate, key: leaf.key)
                )
                return certificate.der == Data($0)
            },
            Specimen("certificate in PEM", leaf.certificate.pem.utf8) {
                _ = try? Certificate(contentsOf: Data($0))
                return true
            },
            Specimen("private key in PEM", try keys.pem.utf8) {
                guard let key = try? PrivateKey(pem: String(decoding: $0, as: UTF8.self)) else { return true }
                return key.description.count < 40
            },
            Specimen("public key", keys.publicKey.subjectPublicKeyInfo) {
                guard let key = try? PublicKey(subjectPublicKeyInfo: Data($0)) else { return true }
                return !key.isValidSignature([1, 2, 3] as [UInt8], for: [1] as [UInt8])
            },
        ]
    }

    /// Receipts: a changed one is refused, or says what was signed.
    private static func receipts() throws -> [Specimen] {
        let authority = TestAuthority.shared
        let verifier = try authority.receiptVerifier()
        let receipt = Samples.appReceipt(at: now)
        let read = try verifier.verifyAppReceipt(authority.receiptSigner.sign(receipt)).payload
        let styles: [(String, ReceiptSigner.Options)] = [
            ("app receipt", .appStore), ("app receipt with open lengths", .xcode),
            ("app receipt with SHA-1", .init(usesSHA1: true)),
        ]
        var specimens = try styles.map { name, options in
            Specimen(name, try authority.receiptSigner.sign(receipt, options: options)) {
                guard let other = try? verifier.verifyAppReceipt(Data($0)) else { return true }
                return other.payload == read
            }
        }
        let old = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now))
        specimens += [
            Specimen("content of an app receipt", try content(of: authority.receiptSigner.sign(receipt))) {
                // Not signed, for that is slow: wrapped as it is, and read without a check.
                guard let wrapped = try? authority.receiptSigner.unsignedMessage(around: $0) else { return false }
                _ = try? ReceiptVerifier.decodeUnverifiedAppReceipt(Data(wrapped))
                return true
            },
            Specimen("transaction receipt", old) {
                guard let other = try? verifier.verifyTransactionReceipt(Data($0)) else { return true }
                return other.payload.fields == Samples.transactionReceipt(at: now).fields
            },
            Specimen("receipt of either style", old.base64EncodedData()) {
                guard let other = try? verifier.verify(Data($0)) else { return true }
                guard case .transaction(let verified) = other else { return false }
                return verified.payload.fields == Samples.transactionReceipt(at: now).fields
            },
        ]
        return specimens
    }

    private static func content(of receipt: Data) throws -> [UInt8] {
        let attributes = try ReceiptVerifier.decodeUnverifiedAppReceipt(receipt).attributes
        return ReceiptAttribute.encodeSet(attributes)
    }

    /// Questions and answers about revocation: a changed answer never says anything else.
    private static func revocation() throws -> [Specimen] {
        let documents = TestAuthority.shared.documents
        let chain = documents.chain
        let responder = RevocationResponder(authorities: [documents.root, documents.intermediate])
        let request = try RevocationRequest(url: "", certificate: chain[0], issuer: chain[1])
        let answer = try responder.respond(to: request.body, asOf: now) { _ in .revoked(now) }
        return [
            Specimen("revocation request", request.body) {
                (try? responder.respond(to: Data($0), asOf: now) { _ in .good }) != nil
            },
            Specimen("revocation answer", answer) {
                guard
                    let read = try? RevocationAnswer(
                        Data($0),
                        certificate: chain[0],
                        issuer: chain[1],
                        root: chain[2],
                        asOf: now
                    )
                else { return true }
                return read.status == .revoked(now)
            },
        ]
    }

    /// Tokens and offers: a changed one is never accepted.
    private static func tokens() throws -> [Specimen] {
        let key = try PrivateKey.generate(.p256)
        let issuer = ServerAPITokenIssuer(.init(issuerID: "i", keyID: "K", key: key, bundleID: "com.example.app"))
        let offers = try PromotionalOfferSigner(bundleID: "com.example.app", keyID: "K", key: key)
        let offer = PromotionalOffer(productID: "gold", offerID: "half", customer: .anyone)
        let signature = try offers.sign(offer, nonce: UUID(), asOf: now)
        return [
            Specimen("bearer token", try issuer.token(asOf: now).utf8) {
                (try? ServerAPIToken(verifying: String(decoding: $0, as: UTF8.self), asOf: now) { _ in key.publicKey })
                    == nil
            },
            Specimen("promotional offer", signature.signature.utf8) {
                var changed = signature
                changed.signature = String(decoding: $0, as: UTF8.self)
                return (try? changed.verify(offer, bundleID: "com.example.app", asOf: now) { _ in key.publicKey })
                    == nil
            },
        ]
    }
}
