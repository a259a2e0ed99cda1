// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A signed document in its three parts, taken apart so that putting them together gives the same text.
struct SignedDocumentText {
    /// The first part as it stands: its certificates are those of many documents.
    let header: [UInt8]
    /// What the second part represents.
    let payload: [UInt8]
    /// What the third part represents.
    let signature: [UInt8]

    /// Takes a text apart, or answers nothing when it is not a signed document in compact form.
    init?(_ text: ArraySlice<UInt8>) {
        let dot = UInt8(ascii: ".")
        guard let first = text.firstIndex(of: dot), let last = text.lastIndex(of: dot), first < last,
            first > text.startIndex,
            let payload = Base64URL.decode(text[(first + 1)..<last]),
            let signature = Base64URL.decode(text[(last + 1)...]), signature.count >= 8,
            Base64URL.holdsOnly(text[..<first])
        else { return nil }
        header = Array(text[..<first])
        self.payload = payload
        self.signature = signature
    }

    init(header: [UInt8], payload: [UInt8], signature: [UInt8]) {
        self.header = header
        self.payload = payload
        self.signature = signature
    }

    /// The text.
    var bytes: [UInt8] {
        let dot = UInt8(ascii: ".")
        return header + [dot] + Base64URL.encode(payload) + [dot] + Base64URL.encode(signature)
    }

    /// The number by which a stored document is found again: the second it was signed in, then some of its signature.
    ///
    /// A signature looks random as it is. By the second first, what is signed now is indexed beside what was signed just
    /// before: an intake changes one page of the index, however many documents there are, and not one for each document.
    var lookup: Int64 {
        // 1.024 seconds, so that no division is needed; the numbers begin again after 68 years.
        let second = UInt64(Self.signedMilliseconds(in: payload)) >> 10 & 0x7fff_ffff
        let random = signature.prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: second << 32 | random)
    }

    /// The number behind the last `"signedDate":` of a JSON text; 0 when it has none.
    private static func signedMilliseconds(in json: [UInt8]) -> Int64 {
        json.withUnsafeBufferPointer { json in
            var end = json.count
            while end >= signedDate.count {
                let start = end - signedDate.count
                guard json[end - 1] == signedDate[signedDate.count - 1],
                    json[start..<end].elementsEqual(signedDate)
                else {
                    end -= 1
                    continue
                }
                let digits = json[end...].prefix(15).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            }
            return 0
        }
    }

    private static let signedDate = Array("\"signedDate\":".utf8)
}

extension SignedDocumentText {
    /// Where signed documents stand as texts inside a JSON text.
    static func nested(in json: [UInt8]) -> [Range<Int>] {
        let quote = UInt8(ascii: "\"")
        let dot = UInt8(ascii: ".")
        // No signed document is as short as this, quotes and dots included.
        guard json.count > 102 else { return [] }
        return json.withUnsafeBufferPointer { json in
            Base64URL.letterTable.withUnsafeBufferPointer { isLetter in
                var ranges: [Range<Int>] = []
                var position = 0
                while let start = json[position...].firstIndex(of: quote) {
                    var end = start + 1
                    var dots = 0
                    while end < json.count, isLetter[Int(json[end])] || json[end] == dot {
                        if json[end] == dot { dots += 1 }
                        end += 1
                    }
                    if dots == 2, end < json.count, json[end] == quote, end - start > 100 {
                        ranges.append((start + 1)..<end)
                        position = end + 1
                    } else {
                        position = max(end, start + 1)
                    }
                }
                return ranges
            }
        }
    }
}
