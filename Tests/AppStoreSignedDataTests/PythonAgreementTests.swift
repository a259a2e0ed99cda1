// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

/// Documents and signatures made here, in the eyes of Apple's Python library, and the other way round.
@Suite struct PythonAgreementTests {
    let authority = TestAuthority.shared
    let now = Date(millisecondsSince1970: 1_790_000_000_000)
    let nonce = UUID()

    @Test func `Apple's library accepts a chain made here under OpenSSL's strict rules`() throws {
        let answer = try PythonPeer.ask(
            "chain",
            [
                "root": authority.documents.root.certificate.der.base64EncodedString(),
                "strict": true,
                "certificates": authority.documents.chain.map { $0.der.base64EncodedString() },
                "instant": 1_790_000_000,
            ]
        )
        #expect(answer.isEmpty)
    }

    @Test func `Apple's library accepts every kind of document made here`() throws {
        let transaction = try authority.signer.sign(Samples.transaction(at: now))
        let notification = try authority.signer.sign(Samples.notification(at: now, transaction: transaction))
        let documents: [(DocumentKind, SignedPayload, String)] = [
            (.transaction, transaction, "2000000123456789"),
            (.renewalInfo, try authority.signer.sign(Samples.renewalInfo(at: now)), "2000000123456789"),
            (.appTransaction, try authority.signer.sign(Samples.appTransaction(at: now)), "com.example.app"),
            (.notification, notification, "SUBSCRIBED"),
        ]
        for (kind, signed, said) in documents {
            let answer = try PythonPeer.ask("document", request(kind, signed, bundleID: "com.example.app"))
            #expect(answer["said"] as? String == said)
        }
    }

    @Test func `Apple's library and this one refuse another app's document alike`() throws {
        let signed = try authority.signer.sign(Samples.transaction(at: now))
        let answer = try PythonPeer.ask("document", request(.transaction, signed, bundleID: "com.example.other"))
        #expect(answer["refused"] as? String == "INVALID_APP_IDENTIFIER")
    }

    private func request(_ kind: DocumentKind, _ signed: SignedPayload, bundleID: String) -> [String: Any] {
        [
            "root": authority.documents.root.certificate.der.base64EncodedString(),
            "kind": kind.rawValue,
            "environment": "Sandbox",
            "bundleID": bundleID,
            "signed": signed.rawValue,
        ]
    }

    @Test func `PyJWT accepts bearer tokens made here`() throws {
        let key = try PrivateKey.generate(.p256)
        let issuer = ServerAPITokenIssuer(
            .init(issuerID: "issuer", keyID: "ABCDE12345", key: key, bundleID: "com.example.app")
        )
        let answer = try PythonPeer.ask(
            "token",
            [
                "token": issuer.token(asOf: now), "publicKey": key.publicKey.pem, "audience": "appstoreconnect-v1",
            ]
        )
        let claims = try #require(answer["claims"] as? [String: Any])
        #expect(claims["iss"] as? String == "issuer")
        #expect(claims["bid"] as? String == "com.example.app")
        #expect((claims["iat"] as? Int) == 1_789_999_970)
        #expect((answer["header"] as? [String: Any])?["kid"] as? String == "ABCDE12345")
    }

    @Test func `bearer tokens of Apple's library are accepted here`() throws {
        let key = try PrivateKey.generate(.p256)
        let answer = try PythonPeer.ask(
            "make_bearer",
            [
                "key": key.pem, "keyID": "ABCDE12345", "issuerID": "issuer", "bundleID": "com.example.app",
                "instant": 1_790_000_000,
            ]
        )
        let token = try ServerAPIToken(verifying: #require(answer["token"] as? String), asOf: now) { _ in key.publicKey
        }
        #expect(token.bundleID == "com.example.app")
        #expect(token.keyID == "ABCDE12345")
    }

    @Test func `an independent verifier accepts a promotional offer signed here`() throws {
        let key = try PrivateKey.generate(.p256)
        let token = AppAccountToken(rawValue: UUID())
        let signature = try PromotionalOfferSigner(bundleID: "com.example.app", keyID: "ABCDE12345", key: key).sign(
            PromotionalOffer(productID: "gold", offerID: "half", customer: .accountToken(token)),
            nonce: nonce,
            asOf: now
        )
        let fields = [
            "com.example.app", "ABCDE12345", "gold", "half", token.rawValue.uuidString.lowercased(),
            nonce.uuidString.lowercased(), "1790000000000",
        ]
        _ = try PythonPeer.ask(
            "offer",
            ["publicKey": key.publicKey.pem, "signature": signature.signature, "fields": fields]
        )
    }

    @Test func `a promotional offer signed by Apple's library is accepted here`() throws {
        let key = try PrivateKey.generate(.p256)
        let answer = try PythonPeer.ask(
            "make_offer",
            [
                "key": key.pem, "keyID": "ABCDE12345", "bundleID": "com.example.app", "productID": "gold",
                "offerID": "half", "customer": "Alice", "nonce": nonce.uuidString, "timestamp": 1_790_000_000_000,
            ]
        )
        let signature = PromotionalOfferSignature(
            keyIdentifier: "ABCDE12345",
            nonce: nonce,
            timestamp: 1_790_000_000_000,
            signature: try #require(answer["signature"] as? String)
        )
        let offer = PromotionalOffer(productID: "gold", offerID: "half", customer: .applicationUsername("Alice"))
        try signature.verify(offer, bundleID: "com.example.app", asOf: now) { _ in key.publicKey }
    }

    @Test func `requests in JWS form agree both ways`() throws {
        let key = try PrivateKey.generate(.p256)
        let signer = try InAppRequestSigner(
            .init(issuerID: "issuer", keyID: "ABCDE12345", key: key, bundleID: "com.example.app")
        )
        let made = try signer.promotionalOffer(productID: "gold", offerID: "half", nonce: nonce, asOf: now)
        let seen = try PythonPeer.ask(
            "token",
            ["token": made, "publicKey": key.publicKey.pem, "audience": "promotional-offer"]
        )
        #expect((seen["claims"] as? [String: Any])?["nonce"] as? String == nonce.uuidString.lowercased())
        for purpose in ["promotional-offer", "introductory-offer-eligibility"] {
            let answer = try PythonPeer.ask(
                "make_request",
                [
                    "key": key.pem, "keyID": "ABCDE12345", "issuerID": "issuer", "bundleID": "com.example.app",
                    "purpose": purpose, "productID": "gold", "offerID": "half", "transactionID": "42",
                ]
            )
            let request = try InAppRequest(verifying: #require(answer["token"] as? String)) { _ in key.publicKey }
            #expect(request.purpose.rawValue == purpose)
            #expect(request.productID == "gold")
            #expect(request.transactionID == "42")
        }
    }
}

extension PythonAgreementTests {
    @Test(arguments: [ReceiptSigner.Options.appStore, .xcode, .init(usesSHA1: true)])
    func `the openssl command accepts receipts made here`(options: ReceiptSigner.Options) throws {
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now), options: options)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(authority.receipts.root.certificate.pem.utf8).write(to: folder.appending(path: "root.pem"))
        try receipt.write(to: folder.appending(path: "receipt"))
        let content = try PythonPeer.run(
            URL(filePath: "/usr/bin/openssl"),
            [
                "cms", "-verify", "-binary", "-inform", "DER", "-purpose", "any", "-attime", "1790000000",
                "-CAfile", folder.appending(path: "root.pem").path(), "-in", folder.appending(path: "receipt").path(),
            ]
        )
        #expect(content.first == 0x31)
        #expect(content.count > 500)
    }

    @Test(arguments: [ReceiptSigner.Options.appStore, .xcode])
    func `Apple's library finds the transaction in an app receipt made here`(options: ReceiptSigner.Options) throws {
        var made = Samples.appReceipt(at: now)
        made.purchases.removeLast()
        let receipt = try authority.receiptSigner.sign(made, options: options)
        let answer = try PythonPeer.ask("app_receipt", ["receipt": receipt.base64EncodedString()])
        #expect(answer["transactionID"] as? String == "1000000000000001")
    }

    @Test func `Apple's library finds the transaction in an iOS 6 receipt made here`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now))
        let answer = try PythonPeer.ask("transaction_receipt", ["receipt": receipt.base64EncodedString()])
        #expect(answer["transactionID"] as? String == "33993399")
    }
}
