// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// A private key and the certificate of its public half; an authority issues certificates with it.
public struct CertifiedKey: Sendable {
    /// The certificate.
    public let certificate: Certificate

    /// Its private key.
    public let key: PrivateKey

    private let subject: [UInt8]

    /// Joins a certificate and its key.
    ///
    /// - Throws: ``CryptographyError`` when they do not belong together.
    public init(certificate: Certificate, key: PrivateKey) throws {
        guard try certificate.publicKey == key.publicKey, let subject = certificate.subjectDER else {
            throw CryptographyError(
                code: .unsuitableKey,
                message: "the private key does not belong to the certificate \(certificate.subject)"
            )
        }
        self.certificate = certificate
        self.key = key
        self.subject = subject
    }

    /// Issues a certificate for a key to itself: a root, or Xcode's certificate of one.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public static func selfSigned(_ template: CertificateTemplate, key: PrivateKey) throws -> CertifiedKey {
        let der = try sign(
            template,
            subjectKey: key.publicKey,
            issuer: template.subject.der,
            with: key
        )
        return try CertifiedKey(certificate: Certificate(der: der), key: key)
    }

    /// Issues a certificate for another key.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func issue(_ template: CertificateTemplate, for subjectKey: PublicKey) throws -> Certificate {
        try Certificate(der: Self.sign(template, subjectKey: subjectKey, issuer: subject, with: key))
    }

    /// Issues a certificate for a new key.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func issue(_ template: CertificateTemplate, algorithm: KeyAlgorithm) throws -> CertifiedKey {
        let key = try PrivateKey.generate(algorithm)
        return try CertifiedKey(certificate: issue(template, for: key.publicKey), key: key)
    }

    /// Issues a certificate for a new key that lacks the identifiers of its own key and of its issuer's key.
    ///
    /// RFC 5280 requires them; the tests show what a verifier does without them.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package func issueWithoutKeyIdentifiers(
        _ template: CertificateTemplate,
        algorithm: KeyAlgorithm
    ) throws -> CertifiedKey {
        let subjectKey = try PrivateKey.generate(algorithm)
        let der = try Self.sign(
            template,
            subjectKey: subjectKey.publicKey,
            issuer: subject,
            hasKeyIdentifiers: false,
            with: key
        )
        return try CertifiedKey(certificate: Certificate(der: der), key: subjectKey)
    }

    /// Issues what another certificate says again, under the same name.
    ///
    /// - Parameters:
    ///   - certificate: The certificate whose subject is named.
    ///   - subjectKey: The key that the new certificate is about.
    ///   - template: Everything else; its subject is not looked at.
    /// - Returns: The new certificate.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package func reissue(
        _ certificate: Certificate,
        for subjectKey: PublicKey,
        _ template: CertificateTemplate
    ) throws -> Certificate {
        let der = try Self.sign(
            template,
            named: certificate.subjectDER,
            subjectKey: subjectKey,
            issuer: subject,
            with: key
        )
        return try Certificate(der: der)
    }
}

extension CertifiedKey {
    private static func sign(
        _ template: CertificateTemplate,
        named name: [UInt8]? = nil,
        subjectKey: PublicKey,
        issuer: [UInt8],
        hasKeyIdentifiers: Bool = true,
        with key: PrivateKey
    ) throws -> Data {
        let algorithm = SignatureAlgorithm(for: key)
        let serial = (0..<8).map { UInt8(truncatingIfNeeded: template.serialNumber >> (56 - 8 * UInt64($0))) }
        let identifiers: [CertificateExtension] =
            hasKeyIdentifiers
            ? [
                .subjectKeyIdentifier(subjectKey.keyIdentifier),
                .authorityKeyIdentifier(key.publicKey.keyIdentifier),
            ] : []
        let body = DER.sequence([
            DER.explicit(0, DER.integer(2)),
            DER.integer(serial),
            algorithm.der,
            issuer,
            DER.sequence([
                DER.time(template.validity.lowerBound), DER.time(template.validity.upperBound),
            ]),
            name ?? template.subject.der,
            Array(subjectKey.subjectPublicKeyInfo),
            DER.explicit(3, DER.sequence((identifiers + template.extensions).map(\.der))),
        ])
        let signature = try key.signature(for: body, digest: algorithm.digest)
        return Data(DER.sequence([body, algorithm.der, DER.bitString(signature)]))
    }
}

/// The algorithm with which a key signs certificates and revocation answers.
struct SignatureAlgorithm: Sendable {
    let digest: DigestAlgorithm
    let der: [UInt8]

    init(for key: PrivateKey) {
        switch key.algorithm {
        case .p256:
            digest = .sha256
            der = DER.sequence([DER.objectIdentifier(.ecdsaWithSHA256)])
        case .p384:
            digest = .sha384
            der = DER.sequence([DER.objectIdentifier(.ecdsaWithSHA384)])
        case .rsa:
            digest = .sha256
            der = DER.sequence([DER.objectIdentifier(.rsaWithSHA256), DER.null])
        }
    }
}
