// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// The authorities at the top that a verifier trusts, by the fingerprints of their certificates.
///
/// A fingerprint is enough: the certificate itself travels with every document. A server trusts Apple's roots or a
/// simulator's, never both, so there is no way to join two sets.
public struct TrustAnchors: Sendable, Hashable {
    /// The SHA-256 of each trusted certificate's DER.
    public let fingerprints: Set<[UInt8]>

    /// The trusted certificates that are at hand, for documents that do not carry theirs.
    let certificates: [Certificate]

    /// Trusts certificates.
    public init(certificates: [Certificate]) {
        self.certificates = certificates
        fingerprints = Set(certificates.map(\.sha256))
    }

    private init(fingerprints: [[UInt8]]) {
        certificates = []
        self.fingerprints = Set(fingerprints)
    }

    /// Whether a certificate is one of these.
    public func contains(_ certificate: Certificate) -> Bool {
        fingerprints.contains(certificate.sha256)
    }

    /// The three root certificates of Apple.
    ///
    /// In order: the one of 2006 (receipts), Apple Root CA - G2, and Apple Root CA - G3 (signed documents).
    ///
    /// <https://www.apple.com/certificateauthority/>
    public static let apple = TrustAnchors(fingerprints: [
        [
            0xB0, 0xB1, 0x73, 0x0E, 0xCB, 0xC7, 0xFF, 0x45, 0x05, 0x14, 0x2C, 0x49, 0xF1, 0x29, 0x5E, 0x6E,
            0xDA, 0x6B, 0xCA, 0xED, 0x7E, 0x2C, 0x68, 0xC5, 0xBE, 0x91, 0xB5, 0xA1, 0x10, 0x01, 0xF0, 0x24,
        ],
        [
            0xC2, 0xB9, 0xB0, 0x42, 0xDD, 0x57, 0x83, 0x0E, 0x7D, 0x11, 0x7D, 0xAC, 0x55, 0xAC, 0x8A, 0xE1,
            0x94, 0x07, 0xD3, 0x8E, 0x41, 0xD8, 0x8F, 0x32, 0x15, 0xBC, 0x3A, 0x89, 0x04, 0x44, 0xA0, 0x50,
        ],
        [
            0x63, 0x34, 0x3A, 0xBF, 0xB8, 0x9A, 0x6A, 0x03, 0xEB, 0xB5, 0x7E, 0x9B, 0x3F, 0x5F, 0xA7, 0xBE,
            0x7C, 0x4F, 0x5C, 0x75, 0x6F, 0x30, 0x17, 0xB3, 0xA8, 0xC4, 0x88, 0xC3, 0x65, 0x3E, 0x91, 0x79,
        ],
    ])

    /// The trusted certificates that may stand above another: the presented one when it is trusted, or those at hand.
    func candidates(above certificate: Certificate, presented: Certificate?) -> [Certificate] {
        if let presented, contains(presented) { return [presented] }
        return certificates.filter(certificate.namesIssuer)
    }
}
