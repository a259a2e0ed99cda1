// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

@Suite struct AppReceiptTests {
    let authority = TestAuthority.shared
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    @Test(
        arguments: [
            ReceiptSigner.Options.appStore, .xcode, .init(usesSHA1: true),
            .init(usesSHA1: true, usesIndefiniteLengths: true),
        ]
    )
    func `a receipt is accepted, and every attribute is read`(options: ReceiptSigner.Options) throws {
        let made = Samples.appReceipt(at: now)
        let receipt = try authority.receiptSigner.sign(made, options: options)
        let verified = try authority.receiptVerifier().verifyAppReceipt(receipt)
        var read = verified.payload
        #expect(read.attributes.count == 13)
        #expect(read.purchases[0].attributes.count == 13)
        read.attributes = []
        for index in read.purchases.indices { read.purchases[index].attributes = [] }
        #expect(read == made)
        #expect(verified.signedPayload.rawValue == receipt.base64EncodedString())
    }

    @Test func `a large receipt survives open lengths`() throws {
        var made = Samples.appReceipt(at: now)
        made.purchases = (0..<500).map { number in
            AppReceipt.Purchase(
                productID: "com.example.app.coins",
                transactionID: TransactionID(rawValue: String(number)),
                purchaseDate: now,
                originalTransactionID: OriginalTransactionID(rawValue: String(number)),
                originalPurchaseDate: now
            )
        }
        let receipt = try authority.receiptSigner.sign(made, options: .xcode)
        #expect(try authority.receiptVerifier().verifyAppReceipt(receipt).payload.purchases.count == 500)
    }

    @Test func `a receipt is its device's`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now))
        let verifier = try authority.receiptVerifier()
        _ = try verifier.verifyAppReceipt(receipt, deviceIdentifier: Data(0..<16))
        #expect(
            refusal { _ = try verifier.verifyAppReceipt(receipt, deviceIdentifier: Data(1..<17)) } == .deviceHash
        )
    }

    @Test func `a receipt without a hash belongs to no device`() throws {
        var made = Samples.appReceipt(at: now)
        made.deviceHash = nil
        let receipt = try authority.receiptSigner.sign(made)
        let verifier = try authority.receiptVerifier()
        #expect(
            refusal { _ = try verifier.verifyAppReceipt(receipt, deviceIdentifier: Data(0..<16)) } == .deviceHash
        )
    }

    @Test func `another app's receipt is refused`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now, bundleID: "com.example.other"))
        #expect(refusal { _ = try authority.receiptVerifier().verifyAppReceipt(receipt) } == .bundleID)
    }

    @Test func `a production receipt needs the app's own number`() throws {
        let verifier = try authority.receiptVerifier(appAppleID: AppAppleID(rawValue: 7), environment: .production)
        let good = Samples.appReceipt(at: now, type: .production, appAppleID: AppAppleID(rawValue: 7))
        let bad = Samples.appReceipt(at: now, type: .production, appAppleID: AppAppleID(rawValue: 8))
        _ = try verifier.verifyAppReceipt(authority.receiptSigner.sign(good))
        #expect(refusal { _ = try verifier.verifyAppReceipt(authority.receiptSigner.sign(bad)) } == .appAppleID)
    }

    @Test func `a sandbox receipt is none of production`() throws {
        let verifier = try authority.receiptVerifier(appAppleID: AppAppleID(rawValue: 7), environment: .production)
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now))
        #expect(refusal { _ = try verifier.verifyAppReceipt(receipt) } == .environment)
    }

    @Test func `the certificates must hold when the receipt was made`() throws {
        let late = TestAuthority.validity.upperBound.addingTimeInterval(1)
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: late))
        #expect(refusal { _ = try authority.receiptVerifier().verifyAppReceipt(receipt) } == .validity)
    }

    @Test func `a receipt that does not say when it was made is refused`() throws {
        var made = Samples.appReceipt(at: now)
        made.creationDate = nil
        let receipt = try authority.receiptSigner.sign(made)
        #expect(refusal { _ = try authority.receiptVerifier().verifyAppReceipt(receipt) } == .payload)
    }

    @Test func `a stranger's receipt is refused`() throws {
        let receipt = try TestAuthority(name: "Stranger").receiptSigner.sign(Samples.appReceipt(at: now))
        #expect(refusal { _ = try authority.receiptVerifier().verifyAppReceipt(receipt) } == .trustAnchor)
        #expect(
            refusal { _ = try authority.receiptVerifier { $0.anchors = .apple }.verifyAppReceipt(receipt) }
                == .trustAnchor
        )
    }

    @Test func `a certificate without Apple's mark signs no receipt`() throws {
        let receipts = authority.receipts
        let unmarked = try receipts.intermediate.issue(
            CertificateTemplate(
                subject: DistinguishedName(commonName: "Any developer"),
                serialNumber: 99,
                validity: TestAuthority.validity,
                extensions: [.endEntity, .signsDocuments]
            ),
            algorithm: .rsa(bits: 2048)
        )
        let hierarchy = CertificateHierarchy(root: receipts.root, intermediate: receipts.intermediate, leaf: unmarked)
        let receipt = try ReceiptSigner(hierarchy).sign(Samples.appReceipt(at: now))
        #expect(refusal { _ = try authority.receiptVerifier().verifyAppReceipt(receipt) } == .appleMarkers)
    }

    @Test func `SHA-1 can be refused`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now), options: .init(usesSHA1: true))
        let verifier = try authority.receiptVerifier { $0.acceptsSHA1Receipts = false }
        #expect(refusal { _ = try verifier.verifyAppReceipt(receipt) } == .algorithm)
    }

    @Test func `bytes after the message are refused`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now)) + [0]
        #expect(refusal { _ = try authority.receiptVerifier().verifyAppReceipt(receipt) } == .format)
    }

    @Test func `a longer receipt than allowed is refused before it is read`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now))
        let verifier = try authority.receiptVerifier { $0.maximumReceiptByteCount = 1000 }
        #expect(refusal { _ = try verifier.verifyAppReceipt(receipt) } == .size)
    }

    @Test(arguments: [[], [0x31, 0], [0x31, 3, 0x30, 1, 2], [0x31, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x04, 0]])
    func `signed nonsense is refused`(content: [UInt8]) throws {
        let receipt = Data(try authority.receiptSigner.message(around: content, .appStore))
        #expect(refusal { _ = try authority.receiptVerifier().verifyAppReceipt(receipt) } != nil)
    }

    @Test func `Xcode's receipts are accepted when its certificate is trusted`() throws {
        let xcode = try CertifiedKey.selfSigned(
            CertificateTemplate(
                subject: DistinguishedName(commonName: "StoreKit", organizationalUnit: "StoreKit"),
                serialNumber: 1,
                validity: TestAuthority.validity,
                extensions: [.authority(pathLength: nil), .signsCertificates]
            ),
            key: .generate(.rsa(bits: 2048))
        )
        let signer = try ReceiptSigner(xcode: xcode)
        let receipt = try signer.sign(Samples.appReceipt(at: now, type: .xcode), options: .xcode)
        let verifier = try authority.receiptVerifier(environment: .xcode) {
            $0.anchors = TrustAnchors(certificates: [xcode.certificate])
        }
        #expect(try verifier.verifyAppReceipt(receipt).payload.receiptType == .xcode)
        #expect(
            refusal { _ = try authority.receiptVerifier(environment: .xcode).verifyAppReceipt(receipt) } == .trustAnchor
        )
        // A certificate alone vouches for nothing else.
        let sandbox = try signer.sign(Samples.appReceipt(at: now))
        let other = try authority.receiptVerifier { $0.anchors = TrustAnchors(certificates: [xcode.certificate]) }
        #expect(refusal { _ = try other.verifyAppReceipt(sandbox) } == .chainLength)
    }

    @Test func `a receipt may come as base64 with line breaks`() throws {
        let receipt = try authority.receiptSigner.sign(Samples.appReceipt(at: now))
        let text = receipt.base64EncodedData(options: [.lineLength64Characters, .endLineWithCarriageReturn])
        for form in [receipt, text, receipt.base64EncodedData()] {
            guard case .app(let verified) = try authority.receiptVerifier().verify(form) else {
                Issue.record("not an app receipt")
                continue
            }
            #expect(verified.payload.bundleID == "com.example.app")
        }
    }

    @Test func `a receipt can be read without trusting it`() throws {
        let receipt = try TestAuthority(name: "Stranger").receiptSigner.sign(Samples.appReceipt(at: now))
        #expect(try ReceiptVerifier.decodeUnverifiedAppReceipt(receipt).bundleID == "com.example.app")
    }

    /// A receipt whose dates are all one text.
    private func receipt(datedAs text: String) throws -> Data {
        func dated(_ attribute: ReceiptAttribute) -> ReceiptAttribute {
            guard [12, 18, 21, 1704, 1706, 1708, 1712].contains(attribute.type) else { return attribute }
            return ReceiptAttribute(type: attribute.type, value: Data([0x16, UInt8(text.utf8.count)] + text.utf8))
        }
        let made = try ReceiptVerifier.decodeUnverifiedAppReceipt(
            authority.receiptSigner.sign(Samples.appReceipt(at: now))
        )
        let purchases = made.purchases.map { purchase in
            ReceiptAttribute(type: 17, value: Data(ReceiptAttribute.encodeSet(purchase.attributes.map(dated))))
        }
        let others = made.attributes.filter { $0.type != 17 }.map(dated)
        return Data(try authority.receiptSigner.message(around: ReceiptAttribute.encodeSet(others + purchases), .xcode))
    }

    @Test(arguments: [("Z", 0), ("+0100", 3600), ("+08:00", 28_800), ("-0330", -12_600), (".250+0800", 28_800)])
    func `a receipt's dates may be those of a time zone, as Xcode writes them`(zone: String, seconds: Int64) throws {
        let receipt = try receipt(datedAs: "2020-07-22T18:33:15" + zone)
        let read = try ReceiptVerifier.decodeUnverifiedAppReceipt(receipt)
        let instant = Date(millisecondsSince1970: (1_595_442_795 - seconds) * 1000)
        #expect(read.creationDate == instant)
        #expect(read.originalPurchaseDate == instant)
        #expect(read.purchases.map(\.purchaseDate) == [instant, instant])
        #expect(read.purchases.first?.expiresDate == instant)
    }

    @Test(arguments: ["", "+", "+1", "+01", "+2400", "+0060", "+01:0", "+01000", "+0x00", "Z+0100", "+0100Z"])
    func `a receipt's date without a sensible time zone is refused`(zone: String) throws {
        let receipt = try receipt(datedAs: "2020-07-22T18:33:15" + zone)
        #expect(refusal { _ = try ReceiptVerifier.decodeUnverifiedAppReceipt(receipt) } == .payload)
    }
}
