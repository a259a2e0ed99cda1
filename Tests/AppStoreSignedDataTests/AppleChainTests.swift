// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

/// The certificate chains of Apple's own tests, with the outcomes that those tests ask for.
@Suite struct AppleChainTests {
    let package: ApplePackage

    init() throws {
        package = try ApplePackage()
    }

    private func outcome(
        _ names: [String],
        root: String = "ROOT_CA_BASE64_ENCODED",
        isStrict: Bool = false,
        seconds: Int? = nil
    ) throws -> VerificationError.Code? {
        let anchors = TrustAnchors(certificates: [try package.certificate(root)])
        let certificates = try names.map(package.certificate)
        let instant = Date(timeIntervalSince1970: Double(try seconds ?? package.number("EFFECTIVE_DATE")))
        do throws(VerificationError) {
            let builder = TrustedChainBuilder(anchors: anchors, isStrict: isStrict)
            let chain = try builder.chain(of: certificates)
            try ValidityPolicy().check(chain, at: instant)
            return nil
        } catch {
            return error.code
        }
    }

    private let good = ["LEAF_CERT_BASE64_ENCODED", "INTERMEDIATE_CA_BASE64_ENCODED", "ROOT_CA_BASE64_ENCODED"]

    @Test func `the good chain is accepted and gives its key`() throws {
        #expect(try outcome(good) == nil)
        let chain = try TrustedChainBuilder(
            anchors: TrustAnchors(certificates: [package.certificate("ROOT_CA_BASE64_ENCODED")]),
            isStrict: false
        ).chain(of: good.map(package.certificate))
        #expect(chain.leafKey == (try package.certificate("LEAF_CERT_BASE64_ENCODED").publicKey))
    }

    @Test func `the good chain lacks what strict checks ask for`() throws {
        #expect(try outcome(good, isStrict: true) == .chainPath)
    }

    @Test func `an authority without Apple's mark is refused`() throws {
        let names = [
            "LEAF_CERT_FOR_INTERMEDIATE_CA_INVALID_OID_BASE64_ENCODED",
            "INTERMEDIATE_CA_INVALID_OID_BASE64_ENCODED", "ROOT_CA_BASE64_ENCODED",
        ]
        #expect(try outcome(names) == .appleMarkers)
    }

    @Test func `a signing certificate without Apple's mark is refused`() throws {
        let names = [
            "LEAF_CERT_INVALID_OID_BASE64_ENCODED", "INTERMEDIATE_CA_BASE64_ENCODED", "ROOT_CA_BASE64_ENCODED",
        ]
        #expect(try outcome(names) == .appleMarkers)
    }

    @Test func `two certificates are too few`() throws {
        #expect(try outcome(["INTERMEDIATE_CA_BASE64_ENCODED", "ROOT_CA_BASE64_ENCODED"]) == .chainLength)
    }

    @Test func `another root than the trusted one is refused`() throws {
        #expect(try outcome(good, root: "REAL_APPLE_ROOT_BASE64_ENCODED") == .trustAnchor)
    }

    @Test func `an expired chain is refused`() throws {
        #expect(try outcome(good, seconds: 2_280_946_846) == .validity)
    }

    @Test func `Apple's real chain is accepted, strictly and by fingerprint alone`() throws {
        let names = [
            "REAL_APPLE_SIGNING_CERTIFICATE_BASE64_ENCODED", "REAL_APPLE_INTERMEDIATE_BASE64_ENCODED",
            "REAL_APPLE_ROOT_BASE64_ENCODED",
        ]
        #expect(try outcome(names, root: "REAL_APPLE_ROOT_BASE64_ENCODED", isStrict: true) == nil)
        let chain = try TrustedChainBuilder(anchors: .apple, isStrict: true).chain(of: names.map(package.certificate))
        #expect(chain.certificates.count == 3)
    }

    @Test(arguments: ["abc", "YWJj", "b'YWJj'"])
    func `what is not a certificate in the header is refused as such`(text: String) throws {
        let header =
            [
                "alg": "ES256",
                "x5c": [
                    text, try package.base64("INTERMEDIATE_CA_BASE64_ENCODED"),
                    try package.base64("ROOT_CA_BASE64_ENCODED"),
                ],
            ] as [String: Any]
        let signed = SignedPayload(
            rawValue: Base64URL.encode(try JSONSerialization.data(withJSONObject: header)) + ".e30."
                + Base64URL.encode([UInt8](repeating: 1, count: 64))
        )
        let verifier = try TestAuthority.shared.verifier()
        let error = #expect(throws: VerificationError.self) {
            try verifier.verify(signed, as: TransactionPayload.self, asOf: Date(timeIntervalSince1970: 1_761_962_975))
        }
        #expect(error?.code == .certificate)
    }
}
