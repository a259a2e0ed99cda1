// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

@_spi(Verification) public import AppStoreTypes
public import FoundationEssentials

/// Turns signed documents into verified ones.
///
/// Every rule is a policy of its own, and the error names the one that was broken. No setting turns a rule off: what is
/// trusted is said by ``TrustAnchors``, what is expected by the ``Configuration``.
///
/// Safe to use from many tasks at once; copies share one cache of checked certificates.
public struct SignedDataVerifier: Sendable {
    let configuration: Configuration
    let builder: TrustedChainBuilder
    let documentPolicies: [any DocumentPolicy]
    package let cache: ChainCache

    /// Makes a verifier.
    ///
    /// - Throws: ``VerificationError`` when production documents are expected for an app whose number is not given.
    public init(_ configuration: Configuration) throws {
        self.configuration = configuration
        builder = TrustedChainBuilder(
            anchors: configuration.anchors,
            isStrict: configuration.requiresStrictCertificates
        )
        documentPolicies = try configuration.documentPolicies()
        cache = ChainCache(capacity: 32, lifetime: min(configuration.chainLifetime, 15 * 60))
    }

    /// Verifies a document.
    ///
    /// - Parameters:
    ///   - signed: The document as it came.
    ///   - type: What it should say.
    ///   - now: The present instant.
    /// - Returns: The document's content with its exact text.
    /// - Throws: ``VerificationError``.
    public func verify<Document: SignedDocument>(
        _ signed: SignedPayload,
        as type: Document.Type = Document.self,
        asOf now: Date
    ) throws -> Verified<Document> {
        try open(signed, as: type, asOf: now).document
    }

    /// Checks everything, and answers the chain too.
    func open<Document: SignedDocument>(
        _ signed: SignedPayload,
        as type: Document.Type,
        asOf now: Date
    ) throws -> (document: Verified<Document>, chain: CertificateChain) {
        let (bytes, chain) = try signedBytes(of: signed, asOf: now)
        let payload: Document = try Self.decode(bytes)
        let claims = DocumentClaims(payload)
        try ValidityPolicy().check(chain, at: configuration.effectiveInstant.instant(of: claims, asOf: now))
        try SingleCertificatePolicy().check(chain, claims)
        for policy in documentPolicies { try policy.check(claims) }
        return (Verified(payload: payload, signedPayload: signed), chain)
    }

    /// The payload's bytes once the signature and the certificates are good, at no instant in particular.
    func signedBytes(of signed: SignedPayload, asOf now: Date) throws -> (payload: [UInt8], chain: CertificateChain) {
        var text = signed.rawValue
        return try text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            guard bytes.count <= configuration.maximumByteCount else {
                throw VerificationError(
                    code: .size,
                    message: "the document has \(bytes.count) bytes; "
                        + "at most \(configuration.maximumByteCount) are allowed"
                )
            }
            let known = unsafe cache.header(of: bytes, asOf: now)
            let form =
                unsafe try known.map { unsafe try CompactForm(bytes, payloadAt: $0.prefix.count) }
                ?? CompactForm(bytes)
            let signature = unsafe try form.signature(in: bytes)
            let header = unsafe try known ?? trustedHeader(bytes, form, asOf: now)
            let signedRest = unsafe UnsafeRawBufferPointer(rebasing: bytes[form.payload])
            guard unsafe header.verifier.isValid(signature, following: signedRest) else {
                throw VerificationError(
                    code: .signature,
                    message: "the signature is not that of \(header.chain.leaf.subject) over this document"
                )
            }
            if known == nil { cache.store(header) }
            return (unsafe try form.payload(in: bytes), header.chain)
        }
    }

    private func trustedHeader(
        _ bytes: UnsafeRawBufferPointer,
        _ form: CompactForm,
        asOf now: Date
    ) throws -> TrustedHeader {
        let segment = unsafe UnsafeRawBufferPointer(rebasing: bytes[form.header])
        let known = configuration.anchors.certificates + cache.certificates
        let certificates = unsafe try DocumentHeader.decode(segment).certificates(reusing: known)
        let (chain, checkedAt) = try cache.chain(of: certificates, asOf: now) { () throws(VerificationError) in
            try builder.chain(of: certificates)
        }
        let prefix = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<form.payload.lowerBound])
        return unsafe try TrustedHeader(prefix: prefix, chain: chain, checkedAt: checkedAt)
    }

    static func decode<Document: SignedDocument>(_ bytes: [UInt8]) throws -> Document {
        if let excess = JSONLimits.documentPayload.excess(in: bytes) {
            throw VerificationError(code: .payload, message: "the payload is refused: \(excess)")
        }
        do {
            return try Document.decode(Data(bytes))
        } catch {
            throw VerificationError(
                code: .payload,
                message: "the payload is not a valid \(Document.kind): \(PayloadFailure.field(of: error))"
            )
        }
    }
}

/// Says where a payload could not be decoded, without what it holds.
enum PayloadFailure {
    static func field(of error: any Error) -> String {
        let path: [any CodingKey]
        switch error {
        case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
        case DecodingError.valueNotFound(_, let context): path = context.codingPath
        case DecodingError.typeMismatch(_, let context): path = context.codingPath
        case DecodingError.dataCorrupted(let context): path = context.codingPath
        default: path = []
        }
        return path.isEmpty ? "it cannot be read" : "see its field " + path.map(\.stringValue).joined(separator: ".")
    }
}
