// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a text and a number are in JSON when nothing in them is out of the ordinary.
extension [UInt8] {
    /// Appends a text in quotation marks.
    ///
    /// - Returns: Whether it needs no escapes; what was appended is of no use when it does.
    mutating func append(plain text: String) -> Bool {
        append(UInt8(ascii: "\""))
        let start = count
        append(contentsOf: text.utf8)
        let isPlain = self[start...].allSatisfy { byte in
            byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        append(UInt8(ascii: "\""))
        return isPlain
    }

    /// Appends a number in decimal digits.
    mutating func append(decimal number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = count
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }
}
