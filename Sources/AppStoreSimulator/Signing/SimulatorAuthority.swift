// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import FoundationEssentials

/// The simulated store's own certificates: a hierarchy for documents, one for receipts, and Xcode's single one.
///
/// Nothing trusts them but a verifier that is given their roots.
public struct SimulatorAuthority: Sendable {
    /// P-384 above P-256, for signed documents.
    public let documents: CertificateHierarchy

    /// RSA, for receipts.
    public let receipts: CertificateHierarchy

    /// The certificate that issued itself, for StoreKit testing.
    public let xcode: CertifiedKey

    /// Joins certificates that were made before.
    public init(documents: CertificateHierarchy, receipts: CertificateHierarchy, xcode: CertifiedKey) {
        self.documents = documents
        self.receipts = receipts
        self.xcode = xcode
    }

    /// Makes keys and certificates.
    ///
    /// - Parameters:
    ///   - name: What the names of the subjects begin with.
    ///   - validity: When the certificates hold; wide enough for the virtual clock.
    ///   - revocationResponder: Where to ask whether a certificate is revoked.
    /// - Returns: The authority with its private keys.
    /// - Throws: A `CryptographyError` when OpenSSL fails.
    public static func make(
        name: String = "Simulated App Store",
        validity: ClosedRange<Date>,
        revocationResponder: String? = nil
    ) throws -> SimulatorAuthority {
        let storeKit = CertificateTemplate(
            subject: DistinguishedName(commonName: "StoreKit", organization: "StoreKit", country: "US"),
            serialNumber: 1,
            validity: validity,
            extensions: [.endEntity, .signsDocuments]
        )
        return SimulatorAuthority(
            documents: try .make(.documents, name: name, validity: validity, revocationResponder: revocationResponder),
            receipts: try .make(
                .receipts,
                name: name + " Receipts",
                validity: validity,
                firstSerialNumber: 100,
                revocationResponder: revocationResponder
            ),
            xcode: try .selfSigned(storeKit, key: .generate(.p256))
        )
    }
}

extension SimulatorAuthority: Codable {
    private struct Pair: Codable {
        var certificate: String
        var key: String

        init(_ pair: CertifiedKey) throws {
            certificate = pair.certificate.pem
            key = try pair.key.pem
        }

        func certified() throws -> CertifiedKey {
            try CertifiedKey(certificate: Certificate(pem: certificate), key: PrivateKey(pem: key))
        }
    }

    private enum CodingKeys: String, CodingKey {
        case documents, receipts, xcode
    }

    /// Reads the certificates and keys from PEM texts: root, intermediate and leaf of each hierarchy.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func hierarchy(_ key: CodingKeys) throws -> CertificateHierarchy {
            let pairs = try container.decode([Pair].self, forKey: key)
            guard pairs.count == 3 else {
                throw DecodingError.dataCorruptedError(
                    forKey: key,
                    in: container,
                    debugDescription: "three certificates are needed: root, intermediate and leaf"
                )
            }
            return CertificateHierarchy(
                root: try pairs[0].certified(),
                intermediate: try pairs[1].certified(),
                leaf: try pairs[2].certified()
            )
        }
        self.init(
            documents: try hierarchy(.documents),
            receipts: try hierarchy(.receipts),
            xcode: try container.decode(Pair.self, forKey: .xcode).certified()
        )
    }

    /// Writes the certificates with their private keys; who stores the text keeps it secret.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(pairs(of: documents), forKey: .documents)
        try container.encode(pairs(of: receipts), forKey: .receipts)
        try container.encode(Pair(xcode), forKey: .xcode)
    }

    private func pairs(of hierarchy: CertificateHierarchy) throws -> [Pair] {
        try [hierarchy.root, hierarchy.intermediate, hierarchy.leaf].map(Pair.init)
    }
}
