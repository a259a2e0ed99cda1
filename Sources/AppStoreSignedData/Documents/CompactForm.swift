// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where the three segments of a document in JWS compact form lie.
///
/// A dot too many is found when the segments are decoded: it is not a symbol of base64url.
///
/// <https://www.rfc-editor.org/rfc/rfc7515#section-7.1>
struct CompactForm {
    let header: Range<Int>
    let payload: Range<Int>
    let signature: Range<Int>

    /// Finds three segments.
    init(_ text: UnsafeRawBufferPointer) throws(VerificationError) {
        guard let first = unsafe Self.dot(in: text, from: 0) else { throw Self.notThreeSegments }
        unsafe try self.init(text, payloadAt: first + 1)
    }

    /// Finds the last two segments behind a header that is known.
    init(_ text: UnsafeRawBufferPointer, payloadAt start: Int) throws(VerificationError) {
        guard let second = unsafe Self.dot(in: text, from: start) else { throw Self.notThreeSegments }
        header = 0..<start - 1
        payload = start..<second
        signature = second + 1..<text.count
    }

    private static let notThreeSegments = VerificationError(
        code: .format,
        message: "the text is not three segments with two dots; give the signed document as Apple sent it"
    )

    private static func dot(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = text.baseAddress, start < text.count else { return nil }
        let place = unsafe memchr(base + start, Int32(UInt8(ascii: ".")), text.count - start)
        return unsafe place.map { unsafe UnsafeRawPointer($0) - base }
    }

    /// The signature's 64 bytes.
    func signature(in text: UnsafeRawBufferPointer) throws(VerificationError) -> ECDSASignature {
        guard signature.count == 86,
            let bytes = unsafe Base64Alphabet.url.decode(UnsafeRawBufferPointer(rebasing: text[signature])),
            let signature = ECDSASignature(raw: bytes)
        else {
            throw VerificationError(code: .format, message: "the signature is not 64 bytes in canonical base64url")
        }
        return signature
    }

    /// The payload's bytes.
    func payload(in text: UnsafeRawBufferPointer) throws(VerificationError) -> [UInt8] {
        guard let bytes = unsafe Base64Alphabet.url.decode(UnsafeRawBufferPointer(rebasing: text[payload])) else {
            throw VerificationError(code: .format, message: "the payload is not canonical base64url")
        }
        return bytes
    }
}
