// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
public import FoundationEssentials

/// An X.509 certificate.
///
/// Certificates are equal when all of their bytes are.
public struct Certificate: Sendable {
    let handle: CertificateHandle

    /// The certificate in DER.
    public let der: Data

    /// The SHA-256 of the DER: the certificate's fingerprint.
    public let sha256: [UInt8]

    /// Reads a certificate from DER; nothing may follow it.
    ///
    /// - Throws: ``CryptographyError`` when the bytes are not a certificate.
    public init(der: Data) throws {
        let certificate = unsafe der.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            let certificate = unsafe d2i_X509(nil, &cursor, bytes.count)
            guard let end = unsafe cursor, unsafe end - start == bytes.count else {
                unsafe X509_free(certificate)
                return nil
            }
            return unsafe certificate
        }
        guard let certificate = unsafe certificate else {
            throw CryptographyError.openSSL("not a certificate in DER", code: .malformedCertificate)
        }
        handle = unsafe CertificateHandle(owning: certificate)
        self.der = der
        sha256 = SHA256.digest(of: der)
    }

    /// Reads the first certificate from PEM.
    ///
    /// - Throws: ``CryptographyError`` when the text holds none.
    public init(pem: String) throws {
        let buffer = try MemoryBuffer(reading: Array(pem.utf8))
        let certificate = unsafe buffer.use { unsafe copenssl_PEM_read_certificate($0) }
        guard let certificate = unsafe certificate else {
            throw CryptographyError.openSSL("not a certificate in PEM", code: .malformedCertificate)
        }
        try self.init(handle: unsafe CertificateHandle(owning: certificate))
    }

    /// Reads a certificate from a file's bytes, DER or PEM.
    ///
    /// - Throws: ``CryptographyError`` when the bytes are neither.
    public init(contentsOf file: Data) throws {
        if file.starts(with: Array("-----BEGIN".utf8)) {
            try self.init(pem: String(decoding: file, as: UTF8.self))
        } else {
            try self.init(der: file)
        }
    }

    init(handle: CertificateHandle) throws {
        self.handle = handle
        let der = handle.der
        guard !der.isEmpty else {
            throw CryptographyError.openSSL("the certificate cannot be encoded", code: .malformedCertificate)
        }
        self.der = Data(der)
        sha256 = SHA256.digest(of: der)
    }

    /// The certificate in PEM.
    public var pem: String { PEM.encode(Array(der), label: "CERTIFICATE") }

    /// The fingerprint in lower-case hexadecimal.
    public var fingerprint: String {
        sha256.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension Certificate: Hashable {
    /// Whether all bytes are equal.
    public static func == (left: Certificate, right: Certificate) -> Bool {
        left.der == right.der
    }

    /// Hashes the fingerprint.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sha256)
    }
}

extension Certificate: CustomStringConvertible {
    /// The subject and the fingerprint.
    public var description: String { "\(subject) (\(fingerprint))" }
}

/// Owns one reference to an OpenSSL certificate.
///
/// `@unchecked Sendable`: the certificate is never changed after it is read, and OpenSSL guards its reference count
/// and the caches of its extensions with locks of its own.
@safe
final class CertificateHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe X509_free(pointer)
    }

    var der: [UInt8] {
        let length = unsafe i2d_X509(pointer, nil)
        guard length > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { output, count in
            var cursor = output.baseAddress
            count = Int(unsafe i2d_X509(pointer, &cursor))
        }
    }
}
