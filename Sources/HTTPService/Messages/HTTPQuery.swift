// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The names and values of a query or of a form, in order, repeats kept.
///
/// <https://url.spec.whatwg.org/#application/x-www-form-urlencoded>
public struct HTTPQuery: Hashable, Sendable {
    /// The text as it came, without the question mark.
    public let rawValue: String

    /// Takes a text as it is in a URI or in a form's body; it is decoded when it is asked for.
    public init(rawValue: String = "") {
        self.rawValue = rawValue
    }

    /// Makes a query from names and values.
    public init(_ items: [(name: String, value: String)]) {
        rawValue = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
    }

    /// Every name with its value; a part whose escapes are broken is left as it is written.
    public var items: [(name: String, value: String)] {
        rawValue.split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decode(halves[0]), halves.count > 1 ? Self.decode(halves[1]) : "")
        }
    }

    /// The first value of a name.
    public subscript(_ name: String) -> String? {
        rawValue.isEmpty ? nil : items.first { $0.name == name }?.value
    }

    /// Every value of a name, in order.
    public func values(_ name: String) -> [String] {
        items.filter { $0.name == name }.map(\.value)
    }

    private static func decode(_ text: Substring) -> String {
        PercentEncoding.decode(text, plusIsSpace: true) ?? String(text)
    }
}
