// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Base64url without padding, and only its one canonical spelling.
///
/// A decoder that also took padding, spaces, or spare bits that are not zero would let anyone write another text with
/// the same meaning; a document that is accepted must be exactly the one that was signed.
///
/// <https://www.rfc-editor.org/rfc/rfc7515#section-2>
public enum Base64URL {
    /// The canonical text of some bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Base64Alphabet.url.encode(Array(bytes))
    }

    /// The bytes of a canonical text, or nothing for any other text.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var text = String(text)
        return text.withUTF8 { bytes in
            unsafe Base64Alphabet.url.decode(UnsafeRawBufferPointer(bytes))
        }
    }
}

/// Base64 with padding, and only its one canonical spelling, as in certificate headers and receipts.
///
/// <https://www.rfc-editor.org/rfc/rfc4648#section-4>
enum Base64 {
    /// The canonical text of some bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        let text = Base64Alphabet.standard.encode(bytes)
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    /// The bytes of a canonical text, or nothing for any other text.
    static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { bytes -> [UInt8]? in
            guard bytes.count % 4 == 0 else { return nil }
            var count = bytes.count
            while count > 0, bytes.count - count < 2, unsafe bytes[count - 1] == UInt8(ascii: "=") { count -= 1 }
            let symbols = unsafe UnsafeBufferPointer(rebasing: bytes[..<count])
            return unsafe Base64Alphabet.standard.decode(UnsafeRawBufferPointer(symbols))
        }
    }
}

/// One of the two alphabets of base64, without padding.
struct Base64Alphabet: Sendable {
    private let symbols: [UInt8]
    private let values: [UInt8]

    static let standard = Base64Alphabet(last: "+/")
    static let url = Base64Alphabet(last: "-_")

    private init(last: String) {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        symbols = Array((letters + letters.lowercased() + "0123456789" + last).utf8)
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        self.values = values
    }

    func encode(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count * 4 + 2) / 3)
        var accumulator: UInt32 = 0
        var bits = 0
        for byte in bytes {
            accumulator = accumulator << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                output.append(symbols[Int(accumulator >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { output.append(symbols[Int(accumulator << UInt32(6 - bits) & 63)]) }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes of a text without padding; nothing when a symbol is unknown, spare bits are set, or the length is
    /// none that whole bytes have.
    func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        let remainder = text.count % 4
        guard remainder != 1 else { return nil }
        let whole = text.count - remainder
        let size = whole / 4 * 3 + (remainder == 0 ? 0 : remainder - 1)
        var isCanonical = true
        let output = unsafe [UInt8](unsafeUninitializedCapacity: size) { output, count in
            unsafe values.withUnsafeBufferPointer { values in
                var bad: UInt8 = 0
                var target = 0
                for index in stride(from: 0, to: whole, by: 4) {
                    let a = unsafe values[Int(text[index])]
                    let b = unsafe values[Int(text[index + 1])]
                    let c = unsafe values[Int(text[index + 2])]
                    let d = unsafe values[Int(text[index + 3])]
                    bad |= a | b | c | d
                    unsafe output[target] = a << 2 | (b >> 4 & 3)
                    unsafe output[target + 1] = b << 4 | (c >> 2 & 15)
                    unsafe output[target + 2] = c << 6 | (d & 63)
                    target += 3
                }
                if remainder >= 2 {
                    let a = unsafe values[Int(text[whole])]
                    let b = unsafe values[Int(text[whole + 1])]
                    let c = remainder == 3 ? unsafe values[Int(text[whole + 2])] : 0
                    bad |= a | b | c
                    unsafe output[target] = a << 2 | (b >> 4 & 3)
                    if remainder == 3 { unsafe output[target + 1] = b << 4 | (c >> 2 & 15) }
                    let spare = remainder == 3 ? c & 3 : b & 15
                    isCanonical = spare == 0
                }
                // Values have six bits; an unknown symbol sets the upper two.
                isCanonical = isCanonical && bad & 0xC0 == 0
            }
            count = size
        }
        return isCanonical ? output : nil
    }
}
