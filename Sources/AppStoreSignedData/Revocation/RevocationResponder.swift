// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Answers OCSP requests for authorities whose keys are at hand: the simulator's responder.
public struct RevocationResponder: Sendable {
    /// What is known of a certificate.
    public enum Status: Hashable, Sendable {
        /// It is not withdrawn.
        case good

        /// It is withdrawn since an instant.
        case revoked(Date)

        /// No one here issued it.
        case unknown
    }

    private let authorities: [Authority]
    private let lifetime: TimeInterval

    private struct Authority: Sendable {
        let issuer: Certificate
        let signer: CertifiedKey
    }

    /// Answers for authorities with their own keys.
    ///
    /// - Parameters:
    ///   - authorities: Those who issued the certificates that are asked about.
    ///   - lifetime: For how long an answer may be used, in seconds.
    public init(authorities: [CertifiedKey], lifetime: TimeInterval = 12 * 60 * 60) {
        self.authorities = authorities.map { Authority(issuer: $0.certificate, signer: $0) }
        self.lifetime = lifetime
    }

    /// Answers for one authority with a key that it certified for that.
    public init(authority: Certificate, delegate: CertifiedKey, lifetime: TimeInterval = 12 * 60 * 60) {
        authorities = [Authority(issuer: authority, signer: delegate)]
        self.lifetime = lifetime
    }

    /// Answers a request; one that cannot be read, or is about a stranger's certificate, gets the refusal OCSP has for it.
    ///
    /// - Parameters:
    ///   - body: What was posted.
    ///   - now: The present instant.
    ///   - status: What is known of the certificate with a serial number, the most significant byte first.
    /// - Returns: The body of the answer, `application/ocsp-response`.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func respond(
        to body: Data,
        asOf now: Date,
        status: (_ serialNumber: [UInt8]) -> Status
    ) throws -> Data {
        guard let names = try? RevocationRequest.names(in: body), let first = names.first else {
            return Self.refusal(.malformedRequest)
        }
        guard let authority = authorities.first(where: { first.isIssued(by: $0.issuer) }) else {
            return Self.refusal(.unauthorized)
        }
        let answers = names.map { name in
            let isOurs = name.isIssued(by: authority.issuer)
            let known = isOurs ? status(Array(name.serialNumber.dropFirst(2).drop { $0 == 0 })) : .unknown
            return DER.sequence([
                name.der, Self.encode(known), DER.generalizedTime(now),
                DER.explicit(0, DER.generalizedTime(now.addingTimeInterval(lifetime))),
            ])
        }
        let key = authority.signer.key
        let content = DER.sequence([
            DER.explicit(2, DER.octetString(key.publicKey.keyIdentifier)), DER.generalizedTime(now),
            DER.sequence(answers),
        ])
        let algorithm = SignatureAlgorithm(for: key)
        let basic = DER.sequence([
            content, algorithm.der, DER.bitString(try key.signature(for: content, digest: algorithm.digest)),
            DER.explicit(0, DER.sequence([Array(authority.signer.certificate.der)])),
        ])
        let typed = DER.sequence([DER.objectIdentifier(.ocspBasic), DER.octetString(basic)])
        return Data(DER.sequence([DER.element(0x0A, [0]), DER.explicit(0, typed)]))
    }

    private enum Refusal: UInt8 {
        case malformedRequest = 1
        case unauthorized = 6
    }

    private static func refusal(_ refusal: Refusal) -> Data {
        Data(DER.sequence([DER.element(0x0A, [refusal.rawValue])]))
    }

    private static func encode(_ status: Status) -> [UInt8] {
        switch status {
        case .good: DER.element(0x80, [])
        case .revoked(let date): DER.element(0xA1, DER.generalizedTime(date))
        case .unknown: DER.element(0x82, [])
        }
    }
}

extension ObjectIdentifier {
    fileprivate static let ocspBasic = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)
}
