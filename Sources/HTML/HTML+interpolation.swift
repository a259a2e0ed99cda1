// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension HTML: ExpressibleByStringInterpolation {
    /// Takes a literal as markup.
    package init(stringLiteral value: String) {
        self.init(verbatim: value)
    }

    /// Makes markup from a literal and what was put into it.
    package init(stringInterpolation: StringInterpolation) {
        self.init(verbatim: stringInterpolation.text)
    }

    /// Gathers the pieces of a literal and escapes what is put into it.
    package struct StringInterpolation: StringInterpolationProtocol {
        var text = ""

        /// Makes room for the pieces.
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Takes a part of the literal.
        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Shows a text, escaped.
        package mutating func appendInterpolation(_ value: String) {
            text += HTML.escape(value)
        }

        /// Shows a text, escaped, if there is one.
        package mutating func appendInterpolation(_ value: String?) {
            if let value { text += HTML.escape(value) }
        }

        /// Shows a whole number.
        package mutating func appendInterpolation(_ value: some BinaryInteger) {
            text += String(value)
        }

        /// Puts in markup.
        package mutating func appendInterpolation(_ value: HTML) {
            text += value.text
        }

        /// Puts in markup, if there is any.
        package mutating func appendInterpolation(_ value: HTML?) {
            if let value { text += value.text }
        }

        /// Puts in pieces of markup, one after another.
        package mutating func appendInterpolation(_ values: [HTML]) {
            for value in values { text += value.text }
        }

        /// Puts in a segment of a path or a value of a query.
        package mutating func appendInterpolation(segment: String) {
            text += HTML.escapeSegment(segment)
        }
    }
}
