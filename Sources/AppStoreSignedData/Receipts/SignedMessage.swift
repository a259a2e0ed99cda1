// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
import FoundationEssentials

/// A PKCS #7 message with one signer, its signature checked and its certificates not.
///
/// <https://www.rfc-editor.org/rfc/rfc5652>
struct SignedMessage {
    /// What was signed.
    let content: [UInt8]

    /// The certificate whose key signed it.
    let signer: Certificate

    /// All certificates in the message.
    let certificates: [Certificate]

    /// The most certificates that are looked at; Apple's messages carry three.
    private static let maximumCertificates = 16

    /// Reads a message and checks its signature.
    init(_ bytes: Data, acceptsSHA1: Bool) throws {
        let handle = try MessageHandle(bytes)
        defer { ERR_clear_error() }
        guard unsafe copenssl_CMS_signer_count(handle.pointer) == 1,
            let signer = unsafe copenssl_CMS_first_signer(handle.pointer)
        else { throw VerificationError(code: .format, message: "the receipt does not have exactly one signer") }
        let digest = unsafe copenssl_CMS_digest_number(signer)
        guard digest == NID_sha256 || (digest == NID_sha1 && acceptsSHA1) else {
            throw VerificationError(
                code: .algorithm,
                message:
                    "the receipt is signed with a digest that is not accepted; Apple uses SHA-256, and SHA-1 before"
            )
        }
        certificates = try handle.certificates(atMost: Self.maximumCertificates)
        let flags = UInt32(CMS_NO_SIGNER_CERT_VERIFY) | UInt32(CMS_BINARY)
        guard unsafe CMS_verify(handle.pointer, nil, nil, nil, nil, flags) == 1 else {
            throw VerificationError(code: .signature, message: "the signature is not the signer's over this receipt")
        }
        content = try handle.content()
        self.signer = try handle.signer()
    }

    /// What a message carries, with nothing checked.
    static func uncheckedContent(of bytes: Data) throws -> [UInt8] {
        defer { ERR_clear_error() }
        return try MessageHandle(bytes).content()
    }
}

/// Owns an OpenSSL message.
@safe
private final class MessageHandle {
    let pointer: OpaquePointer

    init(_ bytes: Data) throws {
        let message = unsafe bytes.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            let message = unsafe d2i_CMS_ContentInfo(nil, &cursor, bytes.count)
            guard let end = unsafe cursor, unsafe end - start == bytes.count else {
                unsafe CMS_ContentInfo_free(message)
                return nil
            }
            return unsafe message
        }
        ERR_clear_error()
        guard let message = unsafe message else {
            throw VerificationError(code: .format, message: "the receipt is not one PKCS #7 message")
        }
        unsafe pointer = message
        guard unsafe OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed,
            unsafe OBJ_obj2nid(CMS_get0_eContentType(message)) == NID_pkcs7_data
        else { throw VerificationError(code: .format, message: "the receipt is not a signed message with data") }
    }

    deinit {
        unsafe CMS_ContentInfo_free(pointer)
    }

    func content() throws -> [UInt8] {
        guard let place = unsafe CMS_get0_content(pointer), let content = unsafe place.pointee,
            let bytes = unsafe ASN1_STRING_get0_data(content)
        else { throw VerificationError(code: .format, message: "the receipt has no content") }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(content))))
    }

    func signer() throws -> Certificate {
        let stack = unsafe CMS_get0_signers(pointer)
        defer { unsafe copenssl_X509_stack_free(stack) }
        guard unsafe copenssl_X509_stack_count(stack) == 1, let certificate = unsafe copenssl_X509_stack_value(stack, 0)
        else { throw VerificationError(code: .certificate, message: "the signer's certificate is not in the receipt") }
        unsafe X509_up_ref(certificate)
        return try Certificate(handle: unsafe CertificateHandle(owning: certificate))
    }

    func certificates(atMost limit: Int) throws -> [Certificate] {
        let stack = unsafe CMS_get1_certs(pointer)
        defer { unsafe copenssl_X509_stack_free_all(stack) }
        let count = Int(unsafe copenssl_X509_stack_count(stack))
        guard count <= limit else {
            throw VerificationError(
                code: .chainLength,
                message: "the receipt carries \(count) certificates; Apple's carry 3"
            )
        }
        var certificates: [Certificate] = []
        for index in 0..<max(0, count) {
            guard let certificate = unsafe copenssl_X509_stack_value(stack, Int32(index)) else { continue }
            unsafe X509_up_ref(certificate)
            certificates.append(try Certificate(handle: unsafe CertificateHandle(owning: certificate)))
        }
        return certificates
    }
}
