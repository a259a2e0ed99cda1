// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A root, an authority below it, and a signing certificate below that, as Apple's own are built.
///
/// The simulator and the tests sign with one; nothing trusts it but a verifier that is given its root.
public struct CertificateHierarchy: Sendable {
    /// The root, which issued itself.
    public let root: CertifiedKey

    /// The authority that the root issued.
    public let intermediate: CertifiedKey

    /// The certificate that signs documents or receipts.
    public let leaf: CertifiedKey

    /// Joins three certificates that were issued before.
    public init(root: CertifiedKey, intermediate: CertifiedKey, leaf: CertifiedKey) {
        self.root = root
        self.intermediate = intermediate
        self.leaf = leaf
    }

    /// The certificates, the signing one first.
    public var chain: [Certificate] { [leaf.certificate, intermediate.certificate, root.certificate] }

    /// The root as the only trusted one.
    public var anchors: TrustAnchors { TrustAnchors(certificates: [root.certificate]) }

    /// Which of Apple's two kinds of hierarchies to build.
    public enum Kind: Hashable, Sendable {
        /// P-384 above P-256, for signed documents.
        case documents

        /// RSA of 2048 bits, for receipts.
        case receipts
    }

    /// Makes keys and certificates like Apple's.
    ///
    /// - Parameters:
    ///   - kind: Signed documents or receipts.
    ///   - name: What the names of the subjects begin with.
    ///   - validity: When all three certificates hold.
    ///   - firstSerialNumber: The root's number; the other two have the next ones.
    ///   - revocationResponder: Where to ask whether the lower two are revoked.
    /// - Returns: The hierarchy with its private keys.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public static func make(
        _ kind: Kind,
        name: String,
        validity: ClosedRange<Date>,
        firstSerialNumber: UInt64 = 1,
        revocationResponder: String? = nil
    ) throws -> CertificateHierarchy {
        let responder = revocationResponder.map { [CertificateExtension.revocationResponder(url: $0)] } ?? []
        func template(_ role: String, _ offset: UInt64, _ extensions: [CertificateExtension]) -> CertificateTemplate {
            CertificateTemplate(
                subject: DistinguishedName(commonName: "\(name) \(role)", organization: name, country: "US"),
                serialNumber: firstSerialNumber + offset,
                validity: validity,
                extensions: extensions
            )
        }
        let root = try CertifiedKey.selfSigned(
            template("Root", 0, [.authority(pathLength: nil), .signsCertificates]),
            key: .generate(kind == .documents ? .p384 : .rsa(bits: 2048))
        )
        let intermediate = try root.issue(
            template(
                "Developer Relations",
                1,
                [.authority(pathLength: 0), .signsCertificates, .worldwideDeveloperRelations] + responder
            ),
            algorithm: kind == .documents ? .p384 : .rsa(bits: 2048)
        )
        let leaf = try intermediate.issue(
            template("App Store Signing", 2, [.endEntity, .signsDocuments, .appStoreSigning] + responder),
            algorithm: kind == .documents ? .p256 : .rsa(bits: 2048)
        )
        return CertificateHierarchy(root: root, intermediate: intermediate, leaf: leaf)
    }
}
