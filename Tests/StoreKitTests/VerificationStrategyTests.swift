// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import StoreKit
import StoreKitCrypto
import StoreKitTest
import Testing

@Suite(.storeKit) struct VerificationTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    private func signed() async throws -> String {
        guard case .success(let result) = try await Shop.product(Shop.lamp).purchase() else {
            throw SKError(.unknown)
        }
        return result.jwsRepresentation
    }

    @Test func `a document's parts are those of its text`() async throws {
        guard case .success(let result) = try await Shop.product(Shop.lamp).purchase() else { return }
        let parts = result.jwsRepresentation.split(separator: ".")
        #expect(result.signedData == Data("\(parts[0]).\(parts[1])".utf8))
        #expect(result.signature.rawRepresentation == result.signatureData)
        #expect(result.signature.derRepresentation.first == 0x30)
        #expect(result.payloadData == result.unsafePayloadValue.jsonRepresentation)
        let header = try #require(try JSONSerialization.jsonObject(with: result.headerData) as? [String: Any])
        #expect(header["alg"] as? String == "ES256")
        #expect(result.deviceVerification == result.unsafePayloadValue.deviceVerification)
        #expect(result.signedDate == result.unsafePayloadValue.signedDate)
    }

    @Test func `a changed document is not verified`() async throws {
        let document = try await signed()
        var parts = document.split(separator: ".").map(String.init)
        let payload = try #require(Data(base64URL: parts[1]))
        let forged = String(decoding: payload, as: UTF8.self).replacingOccurrences(of: Shop.lamp, with: Shop.season)
        parts[1] = Data(forged.utf8).base64URL
        let result = try #require(StoreKitSimulator.verify(parts.joined(separator: ".")))
        guard case .unverified(let content, let error) = result else {
            Issue.record("a forged transaction passed")
            return
        }
        #expect(content.productID == Shop.season)
        #expect(error == .invalidSignature)
        #expect(throws: VerificationResult<Transaction>.VerificationError.invalidSignature) {
            try result.payloadValue
        }
    }

    @Test func `a document of another authority is not verified`() async throws {
        let document = try await signed()
        let payload = try #require(Data(base64URL: String(document.split(separator: ".")[1])))
        let template = CertificateTemplate(
            subject: DistinguishedName(commonName: "StoreKit", organization: "StoreKit", country: "US"),
            serialNumber: 1,
            validity: Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 4_000_000_000),
            extensions: [.endEntity, .signsDocuments]
        )
        let stranger = try DocumentSigner(xcode: .selfSigned(template, key: .generate(.p256)))
        let result = try #require(StoreKitSimulator.verify(try stranger.sign(payload).rawValue))
        guard case .unverified(_, .invalidCertificateChain) = result else {
            Issue.record("a stranger's transaction passed: \(result)")
            return
        }
    }

    @Test func `a document of another device is not verified`() async throws {
        let document = try await signed()
        let other = try Shop.session()
        guard case .unverified(_, .invalidDeviceVerification)? = StoreKitSimulator.verify(document) else {
            Issue.record("another device's transaction passed")
            return
        }
        withExtendedLifetime(other) {}
    }

    @Test func `documents of a session without any switch are verified`() async throws {
        let plain = try SKTestSession(contentsOf: Shop.file)
        #expect(try await Shop.buy(Shop.lamp).productID == Shop.lamp)
        withExtendedLifetime(plain) {}
    }

    @Test func `what is not a document is nothing`() {
        #expect(StoreKitSimulator.verify("") == nil)
        #expect(StoreKitSimulator.verify("a.b") == nil)
        #expect(StoreKitSimulator.verify("e30.e30.AA") == nil)
    }

    @Test(arguments: [
        VerificationResult<Transaction>.VerificationError.revokedCertificate, .invalidCertificateChain,
        .invalidDeviceVerification, .invalidEncoding, .invalidSignature, .missingRequiredProperties,
    ])
    func `a simulated failure is reported`(error: VerificationResult<Transaction>.VerificationError) async throws {
        try await session.setSimulatedError(.verification(error), forAPI: .verification)
        guard case .success(let result) = try await Shop.product(Shop.coins).purchase(),
            case .unverified(_, let received) = result
        else {
            Issue.record("the purchase was verified")
            return
        }
        #expect(received == error)
        #expect(error.errorDescription != nil)
    }

    @Test func `a device's hash is SHA-384 over nonce and identifier`() throws {
        // The standard's example: the digest of "abc".
        let expected =
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        #expect(StoreKitSimulator.digest("abc").map { String(format: "%02x", $0) }.joined() == expected)
        let long = String(repeating: "a", count: 1_000_000)
        let million = "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985"
        #expect(StoreKitSimulator.digest(long).map { String(format: "%02x", $0) }.joined() == million)
    }
}

extension Data {
    fileprivate init?(base64URL text: String) {
        var standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        standard += String(repeating: "=", count: (4 - standard.count % 4) % 4)
        self.init(base64Encoded: standard)
    }

    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
