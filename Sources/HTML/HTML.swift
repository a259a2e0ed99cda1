// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Markup that is safe to send: every text that is put into it is escaped.
///
/// A literal is markup as the program's author wrote it; what is interpolated into one is text and is escaped, unless it
/// is `HTML` itself. Markup that comes as a text needs the initializer that says so.
package struct HTML: Hashable, Sendable {
    /// The markup.
    package private(set) var text: String

    /// Takes a text as markup, without escaping it: never what a person or another program wrote.
    package init(verbatim text: String) {
        self.text = text
    }

    /// Shows a text.
    package init(_ text: some StringProtocol) {
        self.text = Self.escape(text)
    }

    /// Nothing.
    package static var empty: HTML { HTML(verbatim: "") }

    /// Whether there is no markup.
    package var isEmpty: Bool { text.isEmpty }

    /// Puts one piece after another.
    package static func + (left: HTML, right: HTML) -> HTML {
        HTML(verbatim: left.text + right.text)
    }

    /// Adds a piece at the end.
    package static func += (left: inout HTML, right: HTML) {
        left.text += right.text
    }

    /// Spells a text so that no markup can begin or end in it, neither between tags nor in a quoted attribute.
    package static func escape(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            // What no page may hold is shown as the character for that.
            case 0: bytes += "\u{FFFD}".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Spells a text so that it is one segment of a path or one value of a query.
    package static func escapeSegment(_ text: some StringProtocol) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            // A dot alone or twice would name another folder.
            case UInt8(ascii: ".") where text != "." && text != "..": bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Sequence where Element == HTML {
    /// All pieces, one after another.
    package func joined(separator: HTML = .empty) -> HTML {
        HTML(verbatim: map(\.text).joined(separator: separator.text))
    }
}
