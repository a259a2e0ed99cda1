// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// How an OCSP request names a certificate: by its issuer's name and key, hashed, and its serial number.
///
/// <https://www.rfc-editor.org/rfc/rfc6960#section-4.1.1>
struct CertificateID: Hashable, Sendable {
    /// The whole element as it is in a request, to be repeated in the answer.
    let der: [UInt8]
    let digest: DigestAlgorithm
    let issuerNameHash: [UInt8]
    let issuerKeyHash: [UInt8]
    let serialNumber: [UInt8]

    /// Names a certificate.
    init(of certificate: Certificate, issuer: Certificate, digest: DigestAlgorithm) throws(VerificationError) {
        guard let name = issuer.subjectDER, let key = try? issuer.publicKey, let serial = certificate.serialNumberDER,
            let bits = DERReader.subjectPublicKeyBits(Array(key.subjectPublicKeyInfo))
        else {
            throw VerificationError(code: .certificate, message: "the certificate \(certificate.subject) is broken")
        }
        self.digest = digest
        issuerNameHash = digest.digest(of: name)
        issuerKeyHash = digest.digest(of: bits)
        serialNumber = serial
        der = DER.sequence([
            DER.sequence([DER.objectIdentifier(digest == .sha1 ? .sha1 : .sha256), DER.null]),
            DER.octetString(issuerNameHash), DER.octetString(issuerKeyHash), serial,
        ])
    }

    /// Reads a name from a request.
    init(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.element()
        guard element.tag == 0x30 else { throw .unexpectedTag(element.tag) }
        var parts = DERReader(element.content)
        var algorithm = try parts.sequence()
        switch Array(try algorithm.content(0x06)) {
        case ObjectIdentifier.sha1.content: digest = .sha1
        case ObjectIdentifier.sha256.content: digest = .sha256
        default: throw .badValue
        }
        der = Array(element.whole)
        issuerNameHash = Array(try parts.content(0x04))
        issuerKeyHash = Array(try parts.content(0x04))
        let serial = try parts.element()
        guard serial.tag == 0x02, parts.isAtEnd else { throw .badValue }
        serialNumber = Array(serial.whole)
    }

    /// Whether a certificate is the issuer that is meant.
    func isIssued(by issuer: Certificate) -> Bool {
        guard let name = issuer.subjectDER, let key = try? issuer.publicKey,
            let bits = DERReader.subjectPublicKeyBits(Array(key.subjectPublicKeyInfo))
        else { return false }
        return digest.digest(of: name) == issuerNameHash && digest.digest(of: bits) == issuerKeyHash
    }
}

extension ObjectIdentifier {
    static let sha1 = ObjectIdentifier(1, 3, 14, 3, 2, 26)
    static let sha256 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1)
}
