// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One extension of a certificate that is to be issued.
///
/// <https://www.rfc-editor.org/rfc/rfc5280#section-4.2>
public struct CertificateExtension: Hashable, Sendable {
    let identifier: ObjectIdentifier
    let isCritical: Bool
    let value: [UInt8]

    var der: [UInt8] {
        DER.sequence(
            [DER.objectIdentifier(identifier)] + (isCritical ? [DER.boolean(true)] : []) + [DER.octetString(value)]
        )
    }
}

extension CertificateExtension {
    /// An authority, with at most so many authorities below it.
    public static func authority(pathLength: Int?) -> CertificateExtension {
        let length = pathLength.map { [DER.integer(Int64($0))] } ?? []
        return CertificateExtension(
            identifier: .basicConstraints,
            isCritical: true,
            value: DER.sequence([DER.boolean(true)] + length)
        )
    }

    /// No authority.
    public static let endEntity = CertificateExtension(
        identifier: .basicConstraints,
        isCritical: true,
        value: DER.sequence([])
    )

    /// A key that signs documents.
    public static let signsDocuments = CertificateExtension(
        identifier: .keyUsage,
        isCritical: true,
        value: DER.bitString([0x80], unusedBits: 7)
    )

    /// A key that signs certificates and revocation lists.
    public static let signsCertificates = CertificateExtension(
        identifier: .keyUsage,
        isCritical: true,
        value: DER.bitString([0x06], unusedBits: 1)
    )

    /// A key that answers for its issuer whether certificates are revoked.
    public static let signsRevocationAnswers = CertificateExtension(
        identifier: .extendedKeyUsage,
        isCritical: false,
        value: DER.sequence([DER.objectIdentifier(.ocspSigning)])
    )

    /// A key with which a server proves its name.
    public static let authenticatesServers = CertificateExtension(
        identifier: .extendedKeyUsage,
        isCritical: false,
        value: DER.sequence([DER.objectIdentifier(.serverAuthentication)])
    )

    /// The names and addresses of a server.
    public static func names(_ names: [String], addresses: [[UInt8]] = []) -> CertificateExtension {
        CertificateExtension(
            identifier: .subjectAlternativeName,
            isCritical: false,
            value: DER.sequence(
                names.map { DER.element(0x82, Array($0.utf8)) } + addresses.map { DER.element(0x87, $0) }
            )
        )
    }

    /// A responder's certificate that is not itself checked for revocation.
    public static let needsNoRevocationCheck = CertificateExtension(
        identifier: .ocspNoCheck,
        isCritical: false,
        value: DER.null
    )

    /// Where to ask whether the certificate is revoked.
    public static func revocationResponder(url: String) -> CertificateExtension {
        let location = DER.element(0x86, Array(url.utf8))
        let access = DER.sequence([DER.objectIdentifier(.ocspAccess), location])
        return CertificateExtension(
            identifier: .authorityInformationAccess,
            isCritical: false,
            value: DER.sequence([access])
        )
    }

    /// Apple's mark on a certificate that signs documents and receipts of the App Store.
    public static let appStoreSigning = marker(.appStoreSigning)

    /// Apple's mark on the authority that issues such certificates.
    public static let worldwideDeveloperRelations = marker(.worldwideDeveloperRelations)

    /// A mark whose presence alone has a meaning.
    static func marker(_ identifier: ObjectIdentifier) -> CertificateExtension {
        CertificateExtension(identifier: identifier, isCritical: false, value: DER.null)
    }

    static func subjectKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            identifier: .subjectKeyIdentifier,
            isCritical: false,
            value: DER.octetString(identifier)
        )
    }

    static func authorityKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            identifier: .authorityKeyIdentifier,
            isCritical: false,
            value: DER.sequence([DER.element(0x80, identifier)])
        )
    }
}
