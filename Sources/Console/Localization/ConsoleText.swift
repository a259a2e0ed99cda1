// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A text of the console, written in English with its values; the catalogs have the same in other languages.
///
/// ```swift
/// let text: ConsoleText = "\(count) orders of \(customer)"   // "%1 orders of %2", in a catalog "%2的%1个订单"
/// ```
package struct ConsoleText: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The English text; `%1` represents the first value, `%%` a percent sign.
    package let original: String
    /// The values, in the order of the English text.
    package let values: [String]
    /// Which of its meanings, where the same English text has several translations.
    package private(set) var meaning: String?

    /// A text without values.
    package init(stringLiteral value: String) {
        original = value.contains("%") ? Self.escaped(value) : value
        values = []
    }

    /// A text with values.
    package init(stringInterpolation text: StringInterpolation) {
        (original, values) = (text.original, text.values)
    }

    /// A text in one of its meanings.
    package init(_ text: ConsoleText, meaning: String) {
        self = text
        self.meaning = meaning
    }

    /// The literal and its values, as the compiler hands them over.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var original = ""
        fileprivate var values: [String] = []

        /// Begins a text.
        package init(literalCapacity: Int, interpolationCount: Int) {
            original.reserveCapacity(literalCapacity + 2 * interpolationCount)
        }

        /// Appends a part of the English text.
        package mutating func appendLiteral(_ literal: String) {
            original += literal.contains("%") ? ConsoleText.escaped(literal) : literal
        }

        /// Appends a value.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            values.append(value.description)
            original += "%\(values.count)"
        }
    }

    /// A template with the values in their places.
    ///
    /// A number without a value stays as it is, so that a wrong catalog ends nothing.
    func filled(_ template: String) -> String {
        guard template.utf8.contains(0x25) else { return template }
        var text = ""
        var rest = template[...]
        while let mark = rest.firstIndex(of: "%") {
            text += rest[..<mark]
            rest = rest[rest.index(after: mark)...]
            let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
            } else if let number = Int(digits), values.indices.contains(number - 1) {
                text += values[number - 1]
                rest = rest[digits.endIndex...]
            } else {
                text += "%"
            }
        }
        return text + rest
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }
}
