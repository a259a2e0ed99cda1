// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import COpenSSL
public import FoundationEssentials

extension Certificate {
    /// The subject's public key.
    ///
    /// - Throws: ``CryptographyError`` when the key is of a kind that Apple does not use.
    public var publicKey: PublicKey {
        get throws {
            guard let key = unsafe X509_get_pubkey(handle.pointer) else {
                throw CryptographyError.openSSL("the certificate has no usable key", code: .unsuitableKey)
            }
            return try PublicKey(handle: unsafe KeyHandle(owning: key))
        }
    }

    /// The subject, for people to read.
    public var subject: String { unsafe Self.text(of: X509_get_subject_name(handle.pointer)) }

    /// The issuer, for people to read.
    public var issuer: String { unsafe Self.text(of: X509_get_issuer_name(handle.pointer)) }

    /// The instants between which the certificate holds, both included.
    public var validity: ClosedRange<Date> {
        let start = unsafe Self.date(of: X509_get0_notBefore(handle.pointer)) ?? .distantFuture
        let end = unsafe Self.date(of: X509_get0_notAfter(handle.pointer)) ?? .distantFuture
        // A certificate that ends before it begins holds at no instant: the range is empty but for its start.
        return start...max(start, end)
    }

    /// The serial number's bytes, the most significant first.
    public var serialNumber: [UInt8] {
        guard let number = unsafe X509_get0_serialNumber(handle.pointer),
            let bytes = unsafe ASN1_STRING_get0_data(number)
        else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(number))))
    }

    /// Whether the certificate carries an extension, whatever its value.
    func hasExtension(_ identifier: ObjectIdentifier) -> Bool {
        guard let object = unsafe OBJ_txt2obj(identifier.description, 1) else { return false }
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe X509_get_ext_by_OBJ(handle.pointer, object, -1) >= 0
    }

    /// The value of an extension.
    func extensionValue(_ identifier: ObjectIdentifier) -> [UInt8]? {
        guard let object = unsafe OBJ_txt2obj(identifier.description, 1) else { return nil }
        defer { unsafe ASN1_OBJECT_free(object) }
        let index = unsafe X509_get_ext_by_OBJ(handle.pointer, object, -1)
        guard index >= 0, let found = unsafe X509_get_ext(handle.pointer, index),
            let value = unsafe X509_EXTENSION_get_data(found), let bytes = unsafe ASN1_STRING_get0_data(value)
        else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(value))))
    }

    /// Whether another certificate's subject is this one's issuer by name.
    func namesIssuer(_ other: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_get_issuer_name(handle.pointer), X509_get_subject_name(other.handle.pointer)) == 0
    }

    private static func text(of name: OpaquePointer?) -> String {
        var buffer = [CChar](repeating: 0, count: 512)
        guard let name = unsafe name, unsafe X509_NAME_oneline(name, &buffer, Int32(buffer.count)) != nil else {
            return ""
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func date(of time: UnsafePointer<ASN1_TIME>?) -> Date? {
        var parts = unsafe tm()
        guard let time = unsafe time, unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return unsafe CivilTime(
            year: Int(parts.tm_year) + 1900,
            month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour),
            minute: Int(parts.tm_min),
            second: Int(parts.tm_sec)
        )?.date
    }
}

extension Certificate {
    /// The subject's name in DER, byte for byte as it is in the certificate.
    var subjectDER: [UInt8]? {
        try? parts().subject
    }

    /// The issuer's name in DER, byte for byte as it is in the certificate.
    var issuerDER: [UInt8]? {
        try? parts().issuer
    }

    /// The serial number in DER, byte for byte as it is in the certificate.
    var serialNumberDER: [UInt8]? {
        try? parts().serial
    }

    private func parts() throws(DERError) -> (serial: [UInt8], issuer: [UInt8], subject: [UInt8]) {
        var reader = DERReader(Array(der))
        var whole = try reader.sequence()
        var body = try whole.sequence()
        if body.nextTag == 0xA0 { _ = try body.element() }
        let serial = try body.element().whole
        _ = try body.sequence()
        let issuer = try body.element().whole
        _ = try body.sequence()
        let subject = try body.element().whole
        return (Array(serial), Array(issuer), Array(subject))
    }
}
