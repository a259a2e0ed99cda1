// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

@Suite struct TransactionReceiptTests {
    let authority = TestAuthority.shared
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    @Test func `a receipt is accepted, and its fields are read`() throws {
        let made = Samples.transactionReceipt(at: now)
        let receipt = try authority.receiptSigner.sign(made)
        let read = try authority.receiptVerifier().verifyTransactionReceipt(receipt).payload
        #expect(read == made)
        #expect(read.transactionID == "33993399")
        #expect(read.originalTransactionID == "33993398")
        #expect(read.productID == "com.example.app.gold")
        #expect(read.quantity == 1)
        #expect(read.purchaseDate == now)
        #expect(read.expiresDate == nil)
    }

    @Test func `production is what a receipt without an environment says`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now, environment: .production))
        #expect(!String(decoding: receipt, as: UTF8.self).contains("environment"))
        #expect(try ReceiptVerifier.decodeUnverifiedTransactionReceipt(receipt).environment == .production)
    }

    @Test func `a changed field is refused`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now))
        let other = try authority.receiptSigner.sign(
            TransactionReceipt(
                environment: .sandbox,
                fields: Samples.transactionReceipt(at: now).fields.merging(["product-id": "free"]) { $1 }
            )
        )
        // The fields of one with the signature of the other.
        let mixed = String(decoding: receipt, as: UTF8.self).split(separator: "\n").map { line in
            guard line.contains("purchase-info") else { return String(line) }
            return String(decoding: other, as: UTF8.self).split(separator: "\n").first { $0.contains("purchase-info") }
                .map(String.init) ?? ""
        }
        let bytes = Data(mixed.joined(separator: "\n").utf8)
        #expect(refusal { _ = try authority.receiptVerifier().verifyTransactionReceipt(bytes) } == .signature)
    }

    @Test func `the authority above must be at hand`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now))
        let verifier = try authority.receiptVerifier { $0.intermediates = [] }
        #expect(refusal { _ = try verifier.verifyTransactionReceipt(receipt) } == .trustAnchor)
    }

    @Test func `another app's receipt is refused`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now))
        let verifier = try authority.receiptVerifier(bundleID: "com.example.other")
        #expect(refusal { _ = try verifier.verifyTransactionReceipt(receipt) } == .bundleID)
    }

    @Test func `SHA-1 can be refused`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now))
        let verifier = try authority.receiptVerifier { $0.acceptsSHA1Receipts = false }
        #expect(refusal { _ = try verifier.verifyTransactionReceipt(receipt) } == .algorithm)
    }

    @Test func `the style of a receipt is found by looking at it`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.transactionReceipt(at: now))
        for form in [receipt, receipt.base64EncodedData()] {
            guard case .transaction(let verified) = try authority.receiptVerifier().verify(form) else {
                Issue.record("not a transaction receipt")
                continue
            }
            #expect(verified.payload.transactionID == "33993399")
        }
    }

    @Test(arguments: [
        "", "{", "{}", "{ \"a\" = \"b\" }", "{ \"signature\" = \"AAAA\"; \"purchase-info\" = \"AAAA\"; }",
    ])
    func `what is not a receipt is refused`(text: String) {
        let bytes = Data(text.utf8)
        #expect(refusal { _ = try authority.receiptVerifier().verifyTransactionReceipt(bytes) } == .format)
    }
}
