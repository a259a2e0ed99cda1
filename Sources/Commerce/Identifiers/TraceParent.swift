// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The place in a distributed trace from which something was caused, as W3C Trace Context writes it.
///
/// <https://www.w3.org/TR/trace-context/#traceparent-header>
package struct TraceParent: WireString {
    /// `00-<trace ID>-<parent ID>-<flags>`, as it is sent on.
    package let rawValue: String

    /// Makes a value from what was stored.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from its parts.
    ///
    /// - Parameters:
    ///   - trace: 32 lowercase hexadecimal digits.
    ///   - span: 16 lowercase hexadecimal digits.
    ///   - isSampled: Whether the caller records the trace.
    package init(trace: String, span: String, isSampled: Bool) {
        rawValue = "00-\(trace)-\(span)-\(isSampled ? "01" : "00")"
    }

    /// Reads the header of a request; what is not valid is `nil`, and the request goes without a trace.
    ///
    /// A later version is read as far as this one goes, and only the flag of sampling is kept.
    package init?(header: String) {
        let bytes = Array(header.utf8)
        guard (55...Self.maximumLength).contains(bytes.count), bytes.prefix(55).allSatisfy(Self.isAllowed) else {
            return nil
        }
        let parts = header.prefix(55).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 32, 16, 2], parts[0] != "ff" else { return nil }
        guard bytes.count == 55 || (parts[0] != "00" && bytes[55] == UInt8(ascii: "-")) else { return nil }
        guard parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" }) else { return nil }
        let isSampled = UInt8(parts[3], radix: 16).map { $0 & 1 == 1 } ?? false
        self.init(trace: String(parts[1]), span: String(parts[2]), isSampled: isSampled)
    }

    /// The trace, by which what was recorded in every program belongs together.
    package var trace: String { part(1) }

    /// The span that is the parent of what follows.
    package var span: String { part(2) }

    /// Whether the caller records the trace.
    package var isSampled: Bool { rawValue.hasSuffix("1") }

    private func part(_ index: Int) -> String {
        let parts = rawValue.split(separator: "-")
        return index < parts.count ? String(parts[index]) : ""
    }

    /// How long the header of a later version may be.
    private static let maximumLength = 200

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
