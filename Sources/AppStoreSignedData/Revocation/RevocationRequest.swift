// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The question whether a certificate is withdrawn, for an OCSP responder.
///
/// <https://www.rfc-editor.org/rfc/rfc6960#section-4.1>
public struct RevocationRequest: Hashable, Sendable {
    /// Where to post it.
    public let url: String

    /// What to post, as `application/ocsp-request`.
    public let body: Data

    /// Asks about one certificate.
    package init(url: String, certificate: Certificate, issuer: Certificate, usesSHA256: Bool = false) throws {
        self.url = url
        let name = try CertificateID(of: certificate, issuer: issuer, digest: usesSHA256 ? .sha256 : .sha1)
        body = Data(DER.sequence([DER.sequence([DER.sequence([DER.sequence([name.der])])])]))
    }

    /// The names in a request's body; at most a handful, for no one asks for more.
    static func names(in body: Data) throws(DERError) -> [CertificateID] {
        var whole = DERReader(Array(body))
        var request = try whole.sequence()
        guard whole.isAtEnd else { throw .badLength }
        var parts = try request.sequence()
        while let tag = parts.nextTag, tag == 0xA0 || tag == 0xA1 { _ = try parts.element() }
        var list = try parts.sequence()
        var names: [CertificateID] = []
        while !list.isAtEnd {
            guard names.count < 16 else { throw .badLength }
            var single = try list.sequence()
            names.append(try CertificateID(&single))
        }
        guard !names.isEmpty else { throw .truncated }
        return names
    }
}

extension Certificate {
    /// Where to ask whether the certificate is withdrawn.
    var revocationResponder: String? {
        guard let value = extensionValue(.authorityInformationAccess) else { return nil }
        var reader = DERReader(value)
        guard var list = try? reader.sequence() else { return nil }
        while var access = try? list.sequence() {
            guard let method = try? access.content(0x06), let place = try? access.content(0x86) else { continue }
            if Array(method) == ObjectIdentifier.ocspAccess.content { return String(validating: place, as: UTF8.self) }
        }
        return nil
    }
}
