// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import TestSupport
import Testing

/// What the certificates in a header must be.
@Suite struct CertificatePolicyTests {
    let authority = TestAuthority.shared
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    private func template(
        _ name: String,
        _ extensions: [CertificateExtension],
        validity: ClosedRange<Date> = TestAuthority.validity
    ) -> CertificateTemplate {
        CertificateTemplate(
            subject: DistinguishedName(commonName: name),
            serialNumber: 77,
            validity: validity,
            extensions: extensions
        )
    }

    private let leafExtensions: [CertificateExtension] = [.endEntity, .signsDocuments, .appStoreSigning]

    private func outcome(_ chain: [Certificate], _ key: PrivateKey) throws -> VerificationError.Code? {
        let signed = try DocumentSigner(chain: chain, key: key).sign(Samples.transaction(at: now))
        return refusal { _ = try authority.verifier().verify(signed, as: TransactionPayload.self, asOf: now) }
    }

    private func outcome(leaf: CertifiedKey) throws -> VerificationError.Code? {
        let documents = authority.documents
        return try outcome(
            [leaf.certificate, documents.intermediate.certificate, documents.root.certificate],
            leaf.key
        )
    }

    @Test func `a signing certificate needs Apple's mark`() throws {
        let intermediate = authority.documents.intermediate
        let good = try intermediate.issue(template("Signing", leafExtensions), algorithm: .p256)
        #expect(try outcome(leaf: good) == nil)
        let plain = try intermediate.issue(template("Signing", [.endEntity, .signsDocuments]), algorithm: .p256)
        #expect(try outcome(leaf: plain) == .appleMarkers)
        let wrong = try intermediate.issue(
            template("Signing", [.endEntity, .signsDocuments, .worldwideDeveloperRelations]),
            algorithm: .p256
        )
        #expect(try outcome(leaf: wrong) == .appleMarkers)
    }

    @Test func `the authority needs Apple's mark`() throws {
        let root = authority.documents.root
        let unmarked = try root.issue(
            template("Authority", [.authority(pathLength: 0), .signsCertificates]),
            algorithm: .p384
        )
        let leaf = try unmarked.issue(template("Signing", leafExtensions), algorithm: .p256)
        let chain = [leaf.certificate, unmarked.certificate, root.certificate]
        #expect(try outcome(chain, leaf.key) == .appleMarkers)
    }

    @Test func `a signing certificate is not an authority`() throws {
        let documents = authority.documents
        let child = try documents.leaf.issue(
            template("Child", leafExtensions + [.worldwideDeveloperRelations]),
            algorithm: .p256
        )
        let chain = [child.certificate, documents.leaf.certificate, documents.root.certificate]
        #expect(try outcome(chain, child.key) != nil)
    }

    @Test func `an authority must be allowed to issue`() throws {
        let root = authority.documents.root
        let weak = try root.issue(template("Weak", [.endEntity, .worldwideDeveloperRelations]), algorithm: .p384)
        let leaf = try weak.issue(template("Signing", leafExtensions), algorithm: .p256)
        #expect(try outcome([leaf.certificate, weak.certificate, root.certificate], leaf.key) == .chainPath)
    }

    @Test func `a certificate under another authority of the same name is refused`() throws {
        let documents = authority.documents
        let twin = try TestAuthority().documents
        #expect(twin.intermediate.certificate.subject == documents.intermediate.certificate.subject)
        let chain = [twin.leaf.certificate, documents.intermediate.certificate, documents.root.certificate]
        #expect(try outcome(chain, twin.leaf.key) == .chainPath)
        let mixed = [twin.leaf.certificate, twin.intermediate.certificate, documents.root.certificate]
        #expect(try outcome(mixed, twin.leaf.key) == .chainPath)
    }

    @Test func `the order of the certificates counts`() throws {
        let documents = authority.documents
        let chain = [documents.leaf.certificate, documents.root.certificate, documents.intermediate.certificate]
        #expect(try outcome(chain, documents.leaf.key) != nil)
    }

    @Test func `a document carries three certificates`() throws {
        let documents = authority.documents
        for count in [1, 2] {
            let code = try outcome(Array(documents.chain.prefix(count)), documents.leaf.key)
            #expect(code == (count == 1 ? .trustAnchor : .chainLength))
        }
        #expect(try outcome(documents.chain + [documents.root.certificate], documents.leaf.key) == .chainLength)
    }

    @Test func `an unknown root in the header is replaced by the trusted one at hand`() throws {
        let documents = authority.documents
        let other = try TestAuthority(name: "Other").documents.root.certificate
        let chain = [documents.leaf.certificate, documents.intermediate.certificate, other]
        #expect(try outcome(chain, documents.leaf.key) == nil)
    }

    @Test func `a certificate that ended is distinguished from one that has not begun`() throws {
        let second = now.addingTimeInterval(-1)
        for (validity, word) in [
            (TestAuthority.validity.lowerBound...second, "no longer"),
            (now.addingTimeInterval(1)...TestAuthority.validity.upperBound, "yet"),
        ] {
            let leaf = try authority.documents.intermediate.issue(
                template("Signing", leafExtensions, validity: validity),
                algorithm: .p256
            )
            let chain = [leaf.certificate] + authority.documents.chain.dropFirst()
            let signed = try DocumentSigner(chain: chain, key: leaf.key).sign(Samples.transaction(at: now))
            let error = #expect(throws: VerificationError.self) {
                try authority.verifier().verify(signed, as: TransactionPayload.self, asOf: now)
            }
            #expect(error?.code == .validity)
            #expect(error?.message.contains(word) == true)
        }
    }

    @Test func `the first and the last second of a certificate count`() throws {
        let leaf = try authority.documents.intermediate.issue(
            template("Signing", leafExtensions, validity: now...now.addingTimeInterval(60)),
            algorithm: .p256
        )
        let chain = [leaf.certificate] + authority.documents.chain.dropFirst()
        let signer = try DocumentSigner(chain: chain, key: leaf.key)
        let verifier = try authority.verifier()
        for (seconds, code) in [(-1, VerificationError.Code.validity), (0, nil), (60, nil), (61, .validity)] {
            let signed = try signer.sign(Samples.transaction(at: now.addingTimeInterval(Double(seconds))))
            #expect(refusal { _ = try verifier.verify(signed, as: TransactionPayload.self, asOf: now) } == code)
        }
    }

    @Test(arguments: [
        #"{"alg":"none","x5c":[]}"#, #"{"alg":"HS256"}"#, #"{"alg":"ES384"}"#, #"{"x5c":[]}"#, "[]", "{", "",
        #"{"alg":"ES256"}"#, #"{"alg":"ES256","x5c":[]}"#, #"{"alg":"ES256","x5c":[""]}"#,
        #"{"alg":"ES256","x5c":["AAAA","AAAA","AAAA"]}"#, #"{"alg":"ES256","crit":["b64"],"b64":false}"#,
    ])
    func `a header that Apple would not write is refused`(header: String) throws {
        let signature = Base64URL.encode([UInt8](repeating: 1, count: 64))
        let signed = SignedPayload(rawValue: "\(Base64URL.encode(Array(header.utf8))).e30.\(signature)")
        let code = refusal { _ = try authority.verifier().verify(signed, as: TransactionPayload.self, asOf: now) }
        #expect([.algorithm, .header, .chainLength, .certificate].contains(code))
    }

    @Test func `a certificate's fields can be read`() throws {
        let leaf = authority.documents.leaf.certificate
        #expect(leaf.subject.contains("Purser Tests App Store Signing"))
        #expect(leaf.issuer.contains("Purser Tests Developer Relations"))
        #expect(leaf.validity == TestAuthority.validity)
        #expect(leaf.serialNumber == [3])
        #expect(try Certificate(pem: leaf.pem) == leaf)
        #expect(try Certificate(contentsOf: leaf.der) == leaf)
        #expect(try Certificate(contentsOf: Data(leaf.pem.utf8)) == leaf)
        #expect(leaf.fingerprint.count == 64)
        #expect(throws: CryptographyError.self) { try Certificate(der: leaf.der + [0]) }
        #expect(throws: CryptographyError.self) { try Certificate(der: leaf.der.dropLast()) }
        #expect(throws: CryptographyError.self) { try Certificate(der: Data()) }
    }

    @Test func `a key and a certificate that do not belong together are not joined`() throws {
        let stranger = try PrivateKey.generate(.p256)
        #expect(throws: CryptographyError.self) {
            try CertifiedKey(certificate: authority.documents.leaf.certificate, key: stranger)
        }
        #expect(throws: CryptographyError.self) { try DocumentSigner(chain: authority.documents.chain, key: stranger) }
    }

    @Test func `certificates hold beyond the year 2049`() throws {
        let far = Date(timeIntervalSince1970: 4_102_444_800)
        let long = try CertifiedKey.selfSigned(
            template("Root", [.authority(pathLength: nil)], validity: now...far),
            key: .generate(.p256)
        )
        #expect(long.certificate.validity == now...far)
    }
}
