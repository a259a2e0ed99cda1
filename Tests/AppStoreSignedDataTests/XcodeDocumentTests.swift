// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

/// Documents of StoreKit testing are verified against a certificate that the user names, never waved through.
@Suite struct XcodeDocumentTests {
    let now = Date(millisecondsSince1970: 1_790_000_000_000)
    let xcode: CertifiedKey
    let signer: DocumentSigner

    init() throws {
        xcode = try CertifiedKey.selfSigned(
            CertificateTemplate(
                subject: DistinguishedName(commonName: "StoreKit Testing in Xcode"),
                serialNumber: 1,
                validity: TestAuthority.validity,
                extensions: [.authority(pathLength: nil), .signsDocuments]
            ),
            key: .generate(.p256)
        )
        signer = try DocumentSigner(xcode: xcode)
    }

    private func verifier(
        _ environment: Environment,
        trusting anchors: TrustAnchors? = nil
    ) throws -> SignedDataVerifier {
        try SignedDataVerifier(
            .init(
                anchors: anchors ?? TrustAnchors(certificates: [xcode.certificate]),
                bundleID: "com.example.app",
                environment: environment
            )
        )
    }

    @Test(arguments: [Environment.xcode, .localTesting])
    func `a document is accepted when its certificate is trusted`(environment: Environment) throws {
        let signed = try signer.sign(Samples.transaction(at: now, environment: environment))
        _ = try verifier(environment).verify(signed, as: TransactionPayload.self, asOf: now)
    }

    @Test func `a document is refused when its certificate is not trusted`() throws {
        let signed = try signer.sign(Samples.transaction(at: now, environment: .xcode))
        for anchors in [TrustAnchors.apple, TestAuthority.shared.anchors] {
            let verifier = try verifier(.xcode, trusting: anchors)
            #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .trustAnchor)
        }
    }

    @Test func `a trusted certificate alone signs nothing of the App Store`() throws {
        let signed = try signer.sign(Samples.transaction(at: now, environment: .sandbox))
        let verifier = try verifier(.sandbox)
        #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == .chainLength)
    }

    @Test func `a renewal info alone must say its environment`() throws {
        let signed = try signer.sign(Samples.renewalInfo(at: now, environment: nil))
        let verifier = try SignedDataVerifier(
            .init(anchors: TrustAnchors(certificates: [xcode.certificate]), apps: nil, environments: nil)
        )
        #expect(refusal { _ = try verifier.verify(signed, as: RenewalInfoPayload.self, asOf: now) } == .chainLength)
    }

    @Test func `a changed document is refused`() throws {
        let signed = try signer.sign(Samples.transaction(at: now, environment: .xcode))
        let other = try signer.sign(Samples.transaction(at: now.addingTimeInterval(1), environment: .xcode))
        let (parts, others) = (signed.rawValue.split(separator: "."), other.rawValue.split(separator: "."))
        let mixed = SignedPayload(rawValue: "\(parts[0]).\(parts[1]).\(others[2])")
        #expect(
            refusal { _ = try verifier(.xcode).verify(mixed, as: TransactionPayload.self, asOf: now) } == .signature
        )
    }

    @Test func `Xcode's fractional dates are read`() throws {
        let json = #"""
            {"transactionId":"0","originalTransactionId":"0","bundleId":"com.example.app","productId":"pass.premium",
            "purchaseDate":1697679936049.7297,"originalPurchaseDate":1697679936049.7297,"quantity":1,
            "type":"Auto-Renewable Subscription","deviceVerification":"AAAA","inAppOwnershipType":"PURCHASED",
            "signedDate":1697679936056.4847,"environment":"Xcode","transactionReason":"PURCHASE","storefront":"USA"}
            """#
        let verified = try verifier(.xcode).verify(signer.sign(Data(json.utf8)), as: TransactionPayload.self, asOf: now)
        #expect(verified.payload.signedDate.millisecondsSince1970 == 1_697_679_936_056)
    }
}
