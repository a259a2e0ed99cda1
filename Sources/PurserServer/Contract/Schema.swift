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
    static let uuid = Schema(["type": "string", "format": "uuid"])
    /// A day, such as 2026-11-21.
    static let day = Schema(["type": "string", "format": "date"])
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

    static func pattern(_ expression: String) -> Schema {
        Schema(["type": "string", "pattern": .string(expression)])
    }

    /// One of a few texts; for answers of ours, whose sets are ours to close.
    static func oneOf(_ values: [String]) -> Schema {
        Schema(["type": "string", "enum": .array(values.map(JSONValue.string))])
    }

    static func array(of element: Schema) -> Schema {
        Schema(["type": "array", "items": element.json])
    }

    static func map(of value: Schema) -> Schema {
        Schema(["type": "object", "additionalProperties": value.json])
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
    static func of(_ type: any Described.Type) -> Schema {
        Schema(["$ref": .string("#/components/schemas/\(type.schemaName)")])
    }

    func described(_ text: String) -> Schema {
        Schema(json.with("description", .string(text)))
    }

    /// Also accepts null.
    var orNull: Schema {
        Schema(["anyOf": [json, ["type": "null"]]])
    }
}
