// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// A JSON Schema, as far as this server's contract needs it.
struct Schema: Hashable, Sendable {
    let json: JSONValue

    private init(_ json: JSONValue) {
        self.json = json
    }

    static let string = Schema(["type": "string"])
    static let boolean = Schema(["type": "boolean"])
    static let integer = Schema(["type": "integer", "format": "int64"])
    static let decimal = Schema(["type": "number"])
    static let any = Schema([:])
    static let uuid = Schema(["type": "string", "format": "uuid", "maxLength": 36])
    /// A signed document or a receipt, bounded as the default size of a body is; an answer never shows any of it.
    static let document = Schema.string(upTo: 2_000_000).secret
    /// An ISO 4217 code, such as USD.
    static let currency = Schema(["type": "string", "minLength": 3, "maxLength": 3])
    /// The mark of a sum that is beyond what can be counted.
    static let isClamped = Schema.boolean.described(
        "True if the sum exceeds 64 bits and is clamped; otherwise absent."
    )
    /// A storefront's code, such as CHN.
    static let storefront = Schema.string(upTo: 3)
    /// The store of a purchase that Apple did not sell.
    static let otherStore = Schema.string.described(
        "The store that sold the purchase, as the team stated; absent if Apple sold it."
    )
    /// A day, such as 2026-11-21.
    static let day = Schema(["type": "string", "format": "date", "maxLength": 10])
    /// A text that names something: not empty, and short enough to be a key.
    static let identifier = Schema(["type": "string", "minLength": 1, "maxLength": 200])
    /// Milliseconds since 1970, in the years 1 to 9999.
    static let instant = Schema([
        "type": "integer", "format": "int64", "description": "Milliseconds since 1970 in UTC.",
        "minimum": .integer(ServiceJSON.instants.lowerBound), "maximum": .integer(ServiceJSON.instants.upperBound),
    ])

    static func integer(from low: Int64, to high: Int64) -> Schema {
        Schema(["type": "integer", "format": "int64", "minimum": .integer(low), "maximum": .integer(high)])
    }

    static func string(upTo length: Int64) -> Schema {
        Schema(["type": "string", "maxLength": .integer(length)])
    }

    static func pattern(_ expression: String, upTo length: Int64 = 200) -> Schema {
        Schema(["type": "string", "pattern": .string(expression), "maxLength": .integer(length)])
    }

    /// One of a few texts; for answers of ours, whose sets are ours to close.
    static func oneOf(_ values: [String]) -> Schema {
        Schema(["type": "string", "enum": .array(values.map(JSONValue.string))])
    }

    static func array(of element: Schema) -> Schema {
        Schema(["type": "array", "items": element.json])
    }

    static func array(of element: Schema, upTo count: Int64) -> Schema {
        Schema(["type": "array", "items": element.json, "maxItems": .integer(count)])
    }

    static func map(of value: Schema) -> Schema {
        Schema(["type": "object", "additionalProperties": value.json])
    }

    /// Members of any name of 1 to 200 characters.
    static func map(of value: Schema, upTo count: Int64) -> Schema {
        Schema([
            "type": "object", "additionalProperties": value.json, "maxProperties": .integer(count),
            "propertyNames": identifier.json,
        ])
    }

    static func object(_ required: [String: Schema], optional: [String: Schema] = [:]) -> Schema {
        let all = required.merging(optional) { first, _ in first }
        var members: [String: JSONValue] = [
            "type": "object",
            "properties": .object(all.mapValues(\.json)),
        ]
        if !required.isEmpty {
            members["required"] = .array(required.keys.sorted().map(JSONValue.string))
        }
        return Schema(.object(members))
    }

    /// The schema of a described type, by its name among the components.
    static func of(_ type: any SchemaDescribed.Type) -> Schema {
        Schema(["$ref": .string("#/components/schemas/\(type.schemaName)")])
    }

    func described(_ text: String) -> Schema {
        Schema(json.with("description", .string(text)))
    }

    /// What is sent and never shown again, not even to say what is wrong with it.
    var secret: Schema {
        Schema(json.with("writeOnly", true))
    }

    /// The same, with every object in it closed: it has the members that are named and no others.
    var closed: Schema {
        Schema(Self.closed(json))
    }

    private static func closed(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let elements): return .array(elements.map(closed))
        case .object(let members):
            let inner = JSONValue.object(members.mapValues(closed))
            let isOpen = members["type"] == "object" && members["additionalProperties"] == nil
            return isOpen && members["properties"]?.members != nil ? inner.with("additionalProperties", false) : inner
        default: return json
        }
    }

    /// Also accepts null.
    var orNull: Schema {
        Schema(["anyOf": [json, ["type": "null"]]])
    }
}
