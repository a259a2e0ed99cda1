// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// JSON that this version of the software does not understand and must not lose.
public enum OpaqueJSON: Hashable, Sendable {
    /// The absent value.
    case null

    /// True or false.
    case boolean(Bool)

    /// A whole number.
    case integer(Int64)

    /// Another number; never money.
    case number(Double)

    /// A text.
    case text(String)

    /// A list.
    case list([OpaqueJSON])

    /// Named values.
    case object([String: OpaqueJSON])
}

extension OpaqueJSON: Codable {
    /// Decodes any JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([OpaqueJSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: OpaqueJSON].self))
        }
    }

    /// Encodes the JSON as it came.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
