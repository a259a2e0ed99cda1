// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The base64 alphabet of signed documents, without padding.
///
/// <https://www.rfc-editor.org/rfc/rfc4648#section-5>
enum Base64URL {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// Whether a text has letters of the alphabet alone.
    static func holdsOnly(_ text: ArraySlice<UInt8>) -> Bool {
        values.withUnsafeBufferPointer { values in
            text.withUnsafeBufferPointer { text in text.allSatisfy { values[Int($0)] != 255 } }
        }
    }

    /// For each byte whether it is a letter of the alphabet.
    static let letterTable: [Bool] = values.map { $0 != 255 }

    /// The bytes of a text, or nothing unless encoding them gives the very same text.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var isExact = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
            values.withUnsafeBufferPointer { values in
                text.withUnsafeBufferPointer { text in isExact = decode(text, values, to: bytes, &count) }
            }
        }
        return isExact ? bytes : nil
    }

    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>,
        _ values: UnsafeBufferPointer<UInt8>,
        to bytes: UnsafeMutableBufferPointer<UInt8>,
        _ count: inout Int
    ) -> Bool {
        var place = 0
        // A value that is not a letter's has its highest bit set, and so have all of them together then.
        var seen: UInt8 = 0
        while place + 4 <= text.count {
            let (a, b) = (values[Int(text[place])], values[Int(text[place + 1])])
            let (c, d) = (values[Int(text[place + 2])], values[Int(text[place + 3])])
            seen |= a | b | c | d
            bytes[count] = a << 2 | b >> 4
            bytes[count + 1] = b << 4 | c >> 2
            bytes[count + 2] = c << 6 | d
            place += 4
            count += 3
        }
        guard seen < 128 else { return false }
        var gathered: UInt32 = 0
        var bits = 0
        for letter in text[place...] {
            let value = values[Int(letter)]
            guard value != 255 else { return false }
            gathered = gathered << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes[count] = UInt8(truncatingIfNeeded: gathered >> UInt32(bits))
                count += 1
            }
        }
        // Bits that are left over must be zero, or another text would come back.
        return gathered & (1 << UInt32(bits) - 1) == 0
    }

    /// The text of bytes.
    static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let letters = letters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var gathered: UInt32 = 0
        var bits = 0
        for byte in bytes {
            gathered = gathered << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(letters[Int(gathered >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { text.append(letters[Int(gathered << UInt32(6 - bits) & 63)]) }
        return text
    }
}
