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

    /// For each of the four places in a group, what a symbol adds to its three bytes, the first byte lowest; an unknown
    /// symbol sets the top byte.
    private let places: [UInt32]

    static let standard = Base64Alphabet(last: "+/")
    static let url = Base64Alphabet(last: "-_")

    private init(last: String) {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        symbols = Array((letters + letters.lowercased() + "0123456789" + last).utf8)
        var places = [UInt32](repeating: 0xFF00_0000, count: 1024)
        for (number, symbol) in symbols.enumerated() {
            let (value, index) = (UInt32(number), Int(symbol))
            places[index] = value << 2
            places[256 + index] = value >> 4 | (value & 15) << 12
            places[512 + index] = (value >> 2) << 8 | (value & 3) << 22
            places[768 + index] = value << 16
        }
        self.places = places
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
        var seen: UInt32 = 0
        // Each group is stored as four bytes, of which the next group overwrites the last: room for one more at the end.
        let output = unsafe [UInt8](unsafeUninitializedCapacity: size + 4) { output, count in
            unsafe places.withUnsafeBufferPointer { places in
                let target = UnsafeMutableRawBufferPointer(output)
                var end = 0
                for index in stride(from: 0, to: whole, by: 4) {
                    let group =
                        unsafe places[Int(text[index])] | places[256 + Int(text[index + 1])]
                        | places[512 + Int(text[index + 2])] | places[768 + Int(text[index + 3])]
                    seen |= group
                    unsafe target.storeBytes(of: group.littleEndian, toByteOffset: end, as: UInt32.self)
                    end += 3
                }
                if remainder >= 2 {
                    let third = remainder == 3 ? unsafe places[512 + Int(text[whole + 2])] : 0
                    let group = unsafe places[Int(text[whole])] | places[256 + Int(text[whole + 1])] | third
                    // Bits beyond the last whole byte must be zero.
                    seen |= group | group << (remainder == 3 ? 8 : 16)
                    unsafe target.storeBytes(of: group.littleEndian, toByteOffset: end, as: UInt32.self)
                }
            }
            count = size
        }
        return seen & 0xFF00_0000 == 0 ? output : nil
    }
}
