// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

@testable import PurserServer

/// Bodies of an operation made from its description: good ones, and each with one thing wrong.
struct ContractSample {
    private let schema: JSONValue
    private let components: [String: JSONValue]

    init(_ route: Route) {
        schema = route.body?.schema.json ?? ["type": "object", "properties": [:]]
        components = Schema.components(route.body?.types ?? []).mapValues(\.json)
    }

    private func resolved(_ schema: JSONValue) -> JSONValue {
        guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
        return components[String(name)] ?? [:]
    }

    // MARK: - Good ones

    /// A body with every member, and one with those alone that must be there.
    var valid: [JSONValue] { [value(schema, all: true), value(schema, all: false)] }

    private func value(_ schema: JSONValue, all: Bool) -> JSONValue {
        let schema = resolved(schema)
        switch schema["type"]?.string {
        case "string": return .string(Self.text(of: schema))
        case "integer", "number": return .integer(schema["minimum"]?.integer.map { max($0, 0) } ?? 0)
        case "boolean": return true
        case "array": return [value(schema["items"] ?? [:], all: all)]
        case "object":
            if let each = schema["additionalProperties"], each.bool == nil { return ["USA": value(each, all: all)] }
            let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
            let members = (schema["properties"]?.members ?? [:]).filter { all || required.contains($0.key) }
            return .object(members.mapValues { value($0, all: all) })
        default: return 1
        }
    }

    /// A text that fits.
    static func text(of schema: JSONValue) -> String {
        if let first = schema["enum"]?.array?.first { return first.string ?? "" }
        switch schema["format"]?.string {
        case "uuid": return "00000000-0000-4000-8000-000000000001"
        case "date": return "2026-11-21"
        default: break
        }
        if schema["pattern"]?.string?.hasPrefix("^P") == true { return "P1M" }
        return schema["maxLength"]?.integer == 3 ? "USA" : "x"
    }

    // MARK: - One thing wrong

    private typealias Variant = (place: String, body: JSONValue)

    /// The body with one unknown member more, in each of its objects.
    var withUnknownMembers: [(place: String, body: JSONValue)] {
        variants(schema) { schema, value in
            guard schema["type"] == "object", schema["properties"] != nil else { return [] }
            return [(".nonsenseMember", value.with("nonsenseMember", 1))]
        }.map { (String($0.place.dropFirst()), $0.body) }
    }

    /// The body with one value that is too long, too large, too many or unknown, for each of its values.
    var outside: [(place: String, body: JSONValue)] {
        variants(schema) { schema, _ in
            switch schema["type"]?.string {
            case "string":
                if schema["enum"] != nil { return [("", "nonsense value")] }
                let limit = Int(schema["maxLength"]?.integer ?? 0)
                return [("", .string(String(repeating: "x", count: limit + 1)))]
            case "integer":
                return [
                    schema["minimum"]?.integer.flatMap { $0 > .min ? $0 - 1 : nil },
                    schema["maximum"]?.integer.flatMap { $0 < .max ? $0 + 1 : nil },
                ].compactMap(\.self).map { ("", .integer($0)) }
            case "array":
                guard let limit = schema["maxItems"]?.integer, limit <= 1000 else { return [] }
                let element = self.value(schema["items"] ?? [:], all: false)
                return [("", .array(Array(repeating: element, count: Int(limit) + 1)))]
            default: return []
            }
        }.map { ($0.place.hasPrefix(".") ? String($0.place.dropFirst()) : $0.place, $0.body) }
    }

    private func variants(_ schema: JSONValue, _ change: (JSONValue, JSONValue) -> [Variant]) -> [Variant] {
        let schema = resolved(schema)
        let whole = value(schema, all: true)
        var found = change(schema, whole)
        switch schema["type"]?.string {
        case "array":
            found += variants(schema["items"] ?? [:], change).map { ("[0]" + $0.place, [$0.body]) }
        case "object":
            if let each = schema["additionalProperties"], each.bool == nil {
                found += variants(each, change).map { (".USA" + $0.place, ["USA": $0.body]) }
            }
            for (name, inner) in (schema["properties"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
                found += variants(inner, change).map { (".\(name)" + $0.place, whole.with(name, $0.body)) }
            }
        default: break
        }
        return found
    }

    /// Values of a query parameter that it does not take.
    static func outside(_ parameter: Route.Parameter) -> [(name: String, value: String)] {
        let schema = parameter.schema.json
        switch schema["type"]?.string {
        case "string":
            if schema["enum"] != nil { return [(parameter.name, "nonsense value")] }
            let limit = Int(schema["maxLength"]?.integer ?? 0)
            return [(parameter.name, String(repeating: "x", count: limit + 1))]
        case "integer":
            return ["x", schema["maximum"]?.integer.flatMap { $0 < .max ? String($0 + 1) : nil }]
                .compactMap(\.self).map { (parameter.name, $0) }
        case "boolean": return [(parameter.name, "maybe")]
        default: return []
        }
    }

    // MARK: - Limits

    /// The places whose texts, lists or maps have none.
    var withoutLimit: [String] { lacking(schema, "") }

    private func lacking(_ schema: JSONValue, _ place: String) -> [String] {
        let schema = resolved(schema)
        let own = Self.lacksLimit(schema) ? [place] : []
        let element = schema["items"].map { lacking($0, place + "[]") } ?? []
        let each = schema["additionalProperties"].flatMap { $0.bool == nil ? lacking($0, place + ".*") : nil } ?? []
        return own + element + each
            + (schema["properties"]?.members ?? [:]).flatMap { lacking($0.value, place + "." + $0.key) }
    }

    static func lacksLimit(_ schema: JSONValue) -> Bool {
        switch schema["type"]?.string {
        case "string": schema["enum"] == nil && schema["maxLength"] == nil
        case "array": schema["maxItems"] == nil
        case "object": schema["properties"] == nil && schema["maxProperties"] == nil
        default: false
        }
    }
}

extension ContractSample {
    /// Any JSON, by a seed.
    struct Source {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        }

        private mutating func number(below bound: UInt64) -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state % bound
        }

        mutating func index(below count: Int) -> Int { Int(number(below: UInt64(count))) }

        mutating func value(depth: Int) -> JSONValue {
            switch number(below: depth > 0 ? 7 : 5) {
            case 0: return .null
            case 1: return .bool(number(below: 2) == 0)
            case 2: return .integer(Int64(bitPattern: number(below: .max)))
            case 3: return .decimal(Decimal(Int(number(below: 1000))) / 7)
            case 4: return .string(text())
            case 5: return .array((0..<number(below: 4)).map { _ in value(depth: depth - 1) })
            default:
                var members: [String: JSONValue] = [:]
                for _ in 0..<number(below: 4) { members[text()] = value(depth: depth - 1) }
                return .object(members)
            }
        }

        private mutating func text() -> String {
            let parts = ["a", "\"", "\\", "/", "\n", "\u{1}", "é", "付", "😀", "{", "]", ",", ":", " ", "u0041"]
            return (0..<number(below: 8)).map { _ in parts[Int(number(below: UInt64(parts.count)))] }.joined()
        }
    }
}
