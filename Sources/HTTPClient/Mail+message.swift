// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

extension Mail {
    /// Addresses and the identifier are in lines of their own, which nothing may break.
    var isSafe: Bool {
        let texts = recipients + [sender, id]
        return !recipients.isEmpty
            && texts.allSatisfy { text in
                !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x3c && $0 != 0x3e }
            }
    }

    /// The mail as it goes over the line.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc5322>
    var message: Data {
        let lines = [
            "From: <\(sender)>",
            "To: \(recipients.map { "<\($0)>" }.joined(separator: ", "))",
            "Subject: \(Self.encodedHeader(subject))",
            "Date: \(Self.date(date))",
            "Message-ID: <\(id)>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated",
            "",
        ]
        return Data((lines + Self.pieces(Data(text.utf8).base64EncodedString(), of: 76)).joined(separator: "\r\n").utf8)
            + Data("\r\n".utf8)
    }

    /// A text of any language in a header field, in words short enough for a line.
    ///
    /// <https://www.rfc-editor.org/rfc/rfc2047>
    private static func encodedHeader(_ text: String) -> String {
        var fields: [String] = []
        var part = ""
        for character in text {
            if part.utf8.count + character.utf8.count > 42 {
                fields.append(part)
                part = ""
            }
            part.append(character)
        }
        return (fields + [part]).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func pieces(_ text: String, of length: Int) -> [String] {
        var rest = text[...]
        var pieces: [String] = []
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return pieces
    }

    private static func date(_ date: Date) -> String {
        // RFC 5322 takes its elements from a calendar that needs no locale.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [parts.hour, parts.minute, parts.second].map { number in
            let digits = String(number ?? 0)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "\(parts.day ?? 1) \(months[((parts.month ?? 1) + 11) % 12]) \(parts.year ?? 1970) "
            + time.joined(separator: ":") + " +0000"
    }
}
