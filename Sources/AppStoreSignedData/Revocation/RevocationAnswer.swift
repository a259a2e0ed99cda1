// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
package import FoundationEssentials

/// What an OCSP responder said about a certificate, its signature checked.
package struct RevocationAnswer: Hashable, Sendable {
    package enum Status: Hashable, Sendable {
        case good
        case revoked(Date?)
        case unknown
    }

    package let status: Status

    /// Until when the answer may be used.
    package let nextUpdate: Date

    /// How far the clocks of a responder and ours may be apart, in seconds.
    static let clockSkew: TimeInterval = 60

    /// Reads an answer.
    ///
    /// The responder is the issuer itself, or holds a certificate from the issuer that says it may answer for it.
    ///
    /// - Throws: ``VerificationError`` with ``VerificationError/Code/revocationUnavailable``, for an answer that cannot
    ///   be used says nothing about the certificate.
    package init(_ body: Data, certificate: Certificate, issuer: Certificate, root: Certificate, asOf now: Date) throws
    {
        let basic = try BasicResponse(body)
        defer { ERR_clear_error() }
        guard basic.isSigned(for: issuer, root: root, asOf: now) else {
            throw Self.unusable("is not signed by the issuer or by a responder it names")
        }
        let names = try [DigestAlgorithm.sha1, .sha256].map {
            try CertificateID(of: certificate, issuer: issuer, digest: $0)
        }
        guard let found = names.lazy.compactMap({ basic.find($0) }).first else {
            throw Self.unusable("is about another certificate")
        }
        guard found.thisUpdate <= now.addingTimeInterval(Self.clockSkew) else {
            throw Self.unusable("is from the future")
        }
        guard let nextUpdate = found.nextUpdate, nextUpdate >= now.addingTimeInterval(-Self.clockSkew) else {
            throw Self.unusable("is too old")
        }
        status = found.status
        self.nextUpdate = nextUpdate
    }

    fileprivate static func unusable(_ what: String) -> VerificationError {
        VerificationError(
            code: .revocationUnavailable,
            message: "the answer of the revocation responder \(what); try again later"
        )
    }
}

/// Owns an OpenSSL OCSP answer.
@safe
private final class BasicResponse {
    private let pointer: OpaquePointer

    init(_ body: Data) throws {
        let response = unsafe body.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            return unsafe d2i_OCSP_RESPONSE(nil, &cursor, bytes.count)
        }
        ERR_clear_error()
        guard let response = unsafe response else { throw RevocationAnswer.unusable("cannot be read") }
        defer { unsafe OCSP_RESPONSE_free(response) }
        let status = unsafe OCSP_response_status(response)
        guard status == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
            throw RevocationAnswer.unusable("is a refusal (\(status))")
        }
        guard let basic = unsafe OCSP_response_get1_basic(response) else {
            throw RevocationAnswer.unusable("cannot be read")
        }
        unsafe pointer = basic
    }

    deinit {
        unsafe OCSP_BASICRESP_free(pointer)
    }

    func isSigned(for issuer: Certificate, root: Certificate, asOf now: Date) -> Bool {
        let store = unsafe X509_STORE_new()
        let stack = unsafe copenssl_X509_stack_new()
        defer {
            unsafe X509_STORE_free(store)
            unsafe copenssl_X509_stack_free(stack)
        }
        guard unsafe store != nil, unsafe stack != nil, unsafe X509_STORE_add_cert(store, issuer.handle.pointer) == 1,
            unsafe X509_STORE_add_cert(store, root.handle.pointer) == 1,
            unsafe copenssl_X509_stack_push(stack, issuer.handle.pointer) > 0
        else { return false }
        let parameters = unsafe X509_STORE_get0_param(store)
        unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(now.timeIntervalSince1970))
        return unsafe OCSP_basic_verify(pointer, stack, store, 0) == 1
    }

    func find(
        _ name: CertificateID
    ) -> (status: RevocationAnswer.Status, thisUpdate: Date, nextUpdate: Date?)? {
        let identifier = unsafe name.der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_OCSP_CERTID(nil, &cursor, bytes.count)
        }
        defer { unsafe OCSP_CERTID_free(identifier) }
        var (status, reason): (Int32, Int32) = (0, 0)
        var revocation: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var this: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        guard unsafe OCSP_resp_find_status(pointer, identifier, &status, &reason, &revocation, &this, &next) == 1,
            let thisUpdate = unsafe Certificate.date(of: this)
        else { return nil }
        let meaning: RevocationAnswer.Status =
            switch status {
            case V_OCSP_CERTSTATUS_GOOD: .good
            case V_OCSP_CERTSTATUS_REVOKED: .revoked(unsafe Certificate.date(of: revocation))
            default: .unknown
            }
        return (meaning, thisUpdate, unsafe Certificate.date(of: next))
    }
}
