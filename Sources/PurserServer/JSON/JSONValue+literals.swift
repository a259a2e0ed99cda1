// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

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
    /// Makes a value from a literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}

extension JSONValue {
    /// The members, when this is an object.
    var members: [String: JSONValue]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// This object with one more member; an absent value is left out.
    func with(_ name: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members[name] = value
        return .object(members)
    }

    /// Any encodable value as JSON.
    static func encoding(_ value: some Encodable) throws -> JSONValue {
        try ServiceJSON.decode(from: ServiceJSON.encode(value))
    }
}
