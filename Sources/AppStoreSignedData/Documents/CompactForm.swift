// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Where the three segments of a document in JWS compact form lie.
///
/// <https://www.rfc-editor.org/rfc/rfc7515#section-7.1>
struct CompactForm {
    let header: Range<Int>
    let payload: Range<Int>
    let signature: Range<Int>

    /// Finds exactly three segments.
    init(_ text: UnsafeRawBufferPointer) throws(VerificationError) {
        let dot = UInt8(ascii: ".")
        guard let first = unsafe text.firstIndex(of: dot),
            let second = unsafe text[(first + 1)...].firstIndex(of: dot),
            unsafe !text[(second + 1)...].contains(dot)
        else {
            throw VerificationError(
                code: .format,
                message: "the text is not three segments with two dots; give the signed document as Apple sent it"
            )
        }
        header = 0..<first
        payload = first + 1..<second
        signature = second + 1..<text.count
    }

    /// The signature's 64 bytes.
    func signature(in text: UnsafeRawBufferPointer) throws(VerificationError) -> ECDSASignature {
        guard let bytes = unsafe Base64Alphabet.url.decode(UnsafeRawBufferPointer(rebasing: text[signature])),
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
