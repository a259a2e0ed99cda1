// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

extension String {
    /// A text that a bundle may hold in several languages, as it is written in the source.
    ///
    /// Apple's Foundation has it; the one on Linux has not.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
        /// Collects the text as the compiler hands over its parts.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            fileprivate var key = ""
            fileprivate var values: [String] = []

            /// Begins a text.
            public init(literalCapacity: Int, interpolationCount: Int) {}

            /// Takes a part that was written out.
            public mutating func appendLiteral(_ literal: String) {
                key += literal.replacingOccurrences(of: "%", with: "%%")
            }

            /// Takes a value: whole numbers and broken ones have placeholders of their own in a table's keys.
            public mutating func appendInterpolation(_ value: some Any) {
                switch value {
                case is Int, is Int64: key += "%lld"
                case is Int32: key += "%d"
                case is UInt, is UInt64: key += "%llu"
                case is Double: key += "%lf"
                case is Float: key += "%f"
                default: key += "%@"
                }
                values.append("\(value)")
            }
        }

        fileprivate let key: String
        fileprivate let values: [String]

        /// Takes a text without values.
        public init(stringLiteral value: String) {
            key = value
            values = []
        }

        /// Takes a text that was not written in the source.
        public init(_ value: String) {
            self.init(stringLiteral: value)
        }

        /// Takes a text with its values.
        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            values = stringInterpolation.values
        }
    }

    /// A bundle's text for a key in the customer's language, or the key itself.
    ///
    /// - Parameters:
    ///   - keyAndValue: The key, which is also the text when the bundle has none.
    ///   - table: The table of texts; nil for the usual one.
    ///   - bundle: The bundle; nil for the main one.
    ///   - locale: How values are written; here they are written as Swift does.
    ///   - comment: A hint for translators.
    public init(
        localized keyAndValue: LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        let text = (bundle ?? .main).localizedString(forKey: keyAndValue.key, value: nil, table: table)
        self = keyAndValue.values.isEmpty ? text : Self.filling(text, with: keyAndValue.values)
    }

    /// A bundle's text for a key in the customer's language, or another text.
    public init(
        localized key: StaticString,
        defaultValue: LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        let text = (bundle ?? .main).localizedString(forKey: "\(key)", value: defaultValue.key, table: table)
        self = defaultValue.values.isEmpty ? text : Self.filling(text, with: defaultValue.values)
    }

    /// Puts values where a text has placeholders, the numbered ones where their number says.
    private static func filling(_ text: String, with values: [String]) -> String {
        var rest = values[...]
        return text.replacing(#/%(?:(%)|(?:(\d+)\$)?(?:@|l{0,2}[dufi]|l[f]))/#) { match in
            if match.output.1 != nil { return "%" }
            if let number = match.output.2.flatMap({ Int($0) }) {
                return values.indices.contains(number - 1) ? values[number - 1] : ""
            }
            return rest.popFirst() ?? ""
        }
    }
}
