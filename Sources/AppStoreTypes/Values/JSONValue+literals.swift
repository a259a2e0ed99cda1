// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a value from a literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes a value from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a value from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes a value from a literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes a value from a literal; of members with the same name the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
