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
        let values = values
        return text.allSatisfy { values[Int($0)] != 255 }
    }

    /// For each byte whether it is a letter of the alphabet.
    static let letterTable: [Bool] = values.map { $0 != 255 }

    /// The bytes of a text, or nothing unless encoding them gives the very same text.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var gathered: UInt32 = 0
        var bits = 0
        for letter in text {
            let value = values[Int(letter)]
            guard value != 255 else { return nil }
            gathered = gathered << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: gathered >> UInt32(bits)))
            }
        }
        // Bits that are left over must be zero, or another text would come back.
        guard gathered & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
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
