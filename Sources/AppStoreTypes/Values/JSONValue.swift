// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Any JSON value, for members that a model does not name.
///
/// Numbers keep their decimal digits: none passes through binary floating point.
public enum JSONValue: Hashable, Sendable {
    /// The literal null.
    case null

    /// True or false.
    case bool(Bool)

    /// A number without a fraction.
    case integer(Int64)

    /// Any other number.
    case decimal(Decimal)

    /// A text.
    case string(String)

    /// A list.
    case array([JSONValue])

    /// Members by name.
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        if let fast = decoder as? FastJSONDecoder {
            self = try JSONValue(fast.tokens, at: fast.index)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Decimal.self) {
            self = .decimal(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue {
    /// The member of that name, or nothing when this is not an object or has none.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The text, or nothing when this is none.
    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The whole number, or nothing when this is none.
    public var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The truth value, or nothing when this is none.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The list, or nothing when this is none.
    public var array: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }
}
