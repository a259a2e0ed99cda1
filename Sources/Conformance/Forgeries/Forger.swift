// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSignedData
package import AppStoreSimulator
package import AppStoreTypes
import FoundationEssentials

/// Signs forged documents.
package struct Forger: Sendable {
    private let honest: DocumentSigner
    private let signers: [Forgery: DocumentSigner]
    private let signing: [Forgery: SimulatorSigning]
    private let certificates: [Certificate]

    /// Creates the forgers' keys.
    ///
    /// - Parameters:
    ///   - authority: The root that the server trusts.
    ///   - revoked: A hierarchy whose leaf is revoked; absent when no revocation is checked.
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    package init(_ authority: SimulatorAuthority, revoked: CertificateHierarchy? = nil) throws {
        let documents = authority.documents
        let validity = documents.leaf.certificate.validity
        certificates = documents.chain
        honest = try DocumentSigner(documents)
        let stranger = try CertificateHierarchy.make(.documents, name: "Simulated App Store", validity: validity)
        let plain = try documents.intermediate.issue(
            CertificateTemplate(
                subject: DistinguishedName(commonName: "Developer", organization: "Developer", country: "US"),
                serialNumber: 77,
                validity: validity,
                extensions: [.endEntity, .signsDocuments]
            ),
            algorithm: .p256
        )
        let root = documents.root.certificate
        var signers = [
            Forgery.wrongRoot: try DocumentSigner(stranger),
            .appendedRoot: try DocumentSigner(
                chain: [stranger.leaf.certificate, stranger.intermediate.certificate, root],
                key: stranger.leaf.key
            ),
            .otherPurpose: try DocumentSigner(
                chain: [plain.certificate, documents.intermediate.certificate, root],
                key: plain.key
            ),
            .selfSigned: try DocumentSigner(xcode: authority.xcode),
            .xcode: try DocumentSigner(xcode: authority.xcode),
        ]
        if let revoked { signers[.revokedCertificate] = try DocumentSigner(revoked) }
        self.signers = signers
        let (wrong, expired) = (try SimulatorSigning(authority), try SimulatorSigning(authority))
        try wrong.use(.wrong)
        try expired.use(.expired)
        signing = [.wrongIntermediate: wrong, .expiredIntermediate: expired]
    }

    /// Signs a document in a forger's way.
    ///
    /// - Throws: A `CryptographyError` when OpenSSL fails, or what the encoder throws.
    package func sign(_ document: some SignedDocument, as forgery: Forgery) throws -> SignedPayload {
        if let signer = signers[forgery] { return try signer.sign(document) }
        if let signing = signing[forgery] { return try signing.sign(document) }
        let payload = try AppStoreJSON.encode(document)
        switch forgery {
        case .changedPayload:
            // The signature is that of another document, which Apple did sign.
            let parts = try honest.sign(Data("{}".utf8)).rawValue.split(separator: ".")
            return SignedPayload(rawValue: "\(parts[0]).\(Base64URL.encode(payload)).\(parts[2])")
        case .changedSignature:
            let parts = try honest.sign(payload).rawValue.split(separator: ".")
            return SignedPayload(rawValue: "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))")
        case .noSignature: return try unsigned("none", payload) { _ in [] }
        case .sharedSecret:
            let secret = Array(certificates[0].der)
            return try unsigned("HS256", payload) { HMACSHA256.code(for: $0, key: secret) }
        default: return try honest.sign(payload)
        }
    }

    private func unsigned(
        _ algorithm: String,
        _ payload: Data,
        signature: ([UInt8]) -> [UInt8]
    ) throws -> SignedPayload {
        struct Header: Encodable {
            let alg: String
            let x5c: [String]
        }
        let header = Header(alg: algorithm, x5c: certificates.map { $0.der.base64EncodedString() })
        let message = Base64URL.encode(try AppStoreJSON.encode(header)) + "." + Base64URL.encode(payload)
        return SignedPayload(rawValue: message + "." + Base64URL.encode(signature(Array(message.utf8))))
    }
}
