// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

@testable import PurserServer

/// The writer of a value, a client or the server.
enum SchemaDirection {
    /// A client: what was accepted must still be.
    case sent

    /// The server: what was promised must still hold.
    case answered
}

extension ContractComparison {
    /// Compares two schemas of one place; absent ones accept anything.
    mutating func compare(
        _ base: JSONValue?,
        _ now: JSONValue?,
        _ direction: SchemaDirection,
        at place: String,
        inside seen: Set<String> = []
    ) {
        let (old, new) = (NullableSchema(base ?? [:]), NullableSchema(now ?? [:]))
        compareNull(old, new, direction, at: place)
        var seen = seen
        if let first = old.reference, let second = new.reference {
            if first != second { report(.typeRenamed, place, "The type \(first) is named \(second).") }
            // A type that leads to itself was compared where it began.
            guard seen.insert("\(first) \(second)").inserted else { return }
        }
        let before = resolve(old, in: self.base)
        let after = resolve(new, in: present)
        guard compareTypes(before, after, direction, at: place) else { return }
        compareValues(before, after, direction, at: place)
        compareBounds(before, after, direction, at: place)
        compareMembers(before, after, direction, at: place, inside: seen)
        for (part, name) in [("items", "[]"), ("propertyNames", " names")]
        where before[part] != nil || after[part] != nil {
            compare(before[part], after[part], direction, at: place + name, inside: seen)
        }
    }

    private func resolve(_ schema: NullableSchema, in document: JSONValue) -> JSONValue {
        guard let name = schema.reference else { return schema.json }
        return document["components"]?["schemas"]?[name] ?? [:]
    }

    private mutating func compareNull(
        _ base: NullableSchema,
        _ now: NullableSchema,
        _ direction: SchemaDirection,
        at place: String
    ) {
        switch (base.acceptsNull, now.acceptsNull, direction) {
        case (true, false, .sent): report(.nullRejected, place, "null is rejected.")
        case (false, true, .answered): report(.nullAdded, place, "null is possible.")
        default: return
        }
    }

    /// Whether the schemas have the same type, so that its details compare.
    private mutating func compareTypes(
        _ base: JSONValue,
        _ now: JSONValue,
        _ direction: SchemaDirection,
        at place: String
    ) -> Bool {
        let (before, after) = (base["type"]?.string, now["type"]?.string)
        guard before == after else {
            let (narrow, wide) = direction == .sent ? (before, after) : (after, before)
            if wide != nil, !(narrow == "integer" && wide == "number") {
                report(.typeChanged, place, changed("The type", base["type"], now["type"]))
            }
            return false
        }
        if base["format"] != now["format"] {
            report(.formatChanged, place, changed("The format", base["format"], now["format"]))
        }
        return true
    }

    private mutating func compareValues(
        _ base: JSONValue,
        _ now: JSONValue,
        _ direction: SchemaDirection,
        at place: String
    ) {
        let before = base["enum"]?.array
        let after = now["enum"]?.array
        // Generated clients name each value, in both directions.
        for value in before ?? [] where after.map({ !$0.contains(value) }) ?? (direction == .answered) {
            report(.valueRemoved, place, "The value \(text(value)) is gone.")
        }
        switch direction {
        case .sent:
            if before == nil, after != nil { report(.valueRemoved, place, "Only some values are accepted.") }
        case .answered:
            for value in after ?? [] where before.map({ !$0.contains(value) }) ?? false {
                report(.valueAdded, place, "The value \(text(value)) is new.")
            }
        }
        if base["pattern"] != now["pattern"], direction == .sent ? now["pattern"] != nil : base["pattern"] != nil,
            direction == .answered || !Self.addsNames(base["pattern"]?.string, now["pattern"]?.string)
        {
            report(.patternChanged, place, changed("The pattern", base["pattern"], now["pattern"]))
        }
    }

    /// Whether a list of names with commas between has the names of another one, and more.
    private static func addsNames(_ base: String?, _ now: String?) -> Bool {
        guard let before = base.flatMap(names(of:)), let after = now.flatMap(names(of:)) else { return false }
        return before.isSubset(of: after)
    }

    /// The names of a pattern such as `^(a|b)(,(a|b))*$`.
    private static func names(of pattern: String) -> Set<Substring>? {
        guard let match = pattern.wholeMatch(of: /\^\(([a-z|]+)\)\(,\(([a-z|]+)\)\)\*\$/), match.1 == match.2 else {
            return nil
        }
        return Set(match.1.split(separator: "|"))
    }

    private mutating func compareBounds(
        _ base: JSONValue,
        _ now: JSONValue,
        _ direction: SchemaDirection,
        at place: String
    ) {
        let lower = ["minimum", "minLength", "minItems", "minProperties"].map { ($0, true) }
        let upper = ["maximum", "maxLength", "maxItems", "maxProperties"].map { ($0, false) }
        for (name, isLower) in lower + upper {
            let (before, after) = (base[name]?.number, now[name]?.number)
            guard before != after else { continue }
            // An absent bound allows most.
            let isNarrower =
                switch (before, after) {
                case (_, nil): false
                case (nil, _): true
                case (let before?, let after?): isLower ? after > before : after < before
                }
            switch (direction, isNarrower) {
            case (.sent, true): report(.boundNarrowed, place, changed("`\(name)`", base[name], now[name]))
            case (.answered, false): report(.boundWidened, place, changed("`\(name)`", base[name], now[name]))
            default: continue
            }
        }
    }

    private mutating func compareMembers(
        _ base: JSONValue,
        _ now: JSONValue,
        _ direction: SchemaDirection,
        at place: String,
        inside seen: Set<String>
    ) {
        for (name, member) in base["properties"]?.members ?? [:] {
            guard let other = now["properties"]?[name] else {
                report(.memberRemoved, place, "The member \(name) is gone.")
                continue
            }
            compare(member, other, direction, at: "\(place).\(name)", inside: seen)
        }
        let (before, after) = (Self.required(base), Self.required(now))
        switch direction {
        case .sent:
            for name in after.subtracting(before) { report(.memberRequired, place, "The member \(name) is required.") }
        case .answered:
            for name in before.subtracting(after) {
                report(.memberOptional, place, "The member \(name) can be absent.")
            }
        }
        let (others, othersNow) = (base["additionalProperties"], now["additionalProperties"])
        if direction == .sent, othersNow == false, others != false {
            report(.memberRemoved, place, "Other members are rejected.")
        } else if let others, others.members != nil {
            compare(others, othersNow, direction, at: place + ".*", inside: seen)
        }
    }

    private static func required(_ schema: JSONValue) -> Set<String> {
        Set(schema["required"]?.array?.compactMap(\.string) ?? [])
    }

    func changed(_ what: String, _ base: JSONValue?, _ now: JSONValue?) -> String {
        "\(what) is \(now.map(text) ?? "absent") instead of \(base.map(text) ?? "absent")."
    }

    private func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .array(let values): values.map(text).joined(separator: ", ")
        case .integer(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .bool(let flag): "\(flag)"
        case .null: "null"
        case .object(let members): members.keys.sorted().joined(separator: ", ")
        }
    }
}

/// A schema, and whether it also accepts null.
private struct NullableSchema {
    var json: JSONValue
    var acceptsNull = false

    init(_ schema: JSONValue) {
        json = schema
        guard let choices = schema["anyOf"]?.array else { return }
        acceptsNull = choices.contains { $0["type"] == "null" }
        json = choices.first { $0["type"] != "null" } ?? [:]
    }

    /// The component that it refers to.
    var reference: String? {
        json["$ref"]?.string?.split(separator: "/").last.map(String.init)
    }
}

extension JSONValue {
    /// The number, whole or not.
    fileprivate var number: Decimal? {
        switch self {
        case .integer(let value): Decimal(value)
        case .decimal(let value): value
        default: nil
        }
    }
}
