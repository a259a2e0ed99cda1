// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// What a value of a request must be, compiled from a schema.
indirect enum BodyRule: Sendable {
    case anything
    case text(TextRule)
    case whole(ClosedRange<Int64>)
    /// Milliseconds in the years that can be meant; a fraction is rounded when it is read.
    case instant
    case number
    case flag
    case list(BodyRule, limit: Int)
    case map(BodyRule, limit: Int)
    case members(MemberRules)
    case orNull(BodyRule)

    /// Compiles a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - components: The schemas that others refer to by name.
    ///   - isOpen: Whether clients made by others write it: unknown members stay, and only lengths are bounded.
    init(_ schema: JSONValue, components: [String: JSONValue], isOpen: Bool = false) {
        if let reference = schema["$ref"]?.string {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            self.init(components[name] ?? [:], components: components, isOpen: isOpen)
            return
        }
        if let choices = schema["anyOf"]?.array {
            let rule = choices.first { $0["type"] != "null" } ?? [:]
            self = .orNull(BodyRule(rule, components: components, isOpen: isOpen))
            return
        }
        switch schema["type"]?.string {
        case "string": self = .text(TextRule(schema, isLoose: isOpen))
        case "integer": self = Self.whole(schema)
        case "number": self = .number
        case "boolean": self = .flag
        case "array":
            let element = BodyRule(schema["items"] ?? [:], components: components, isOpen: isOpen)
            self = .list(element, limit: schema["maxItems"]?.integer.map(Int.init) ?? .max)
        case "object":
            guard let each = schema["additionalProperties"], each.bool == nil else {
                self = .members(MemberRules(schema, components: components, isOpen: isOpen))
                return
            }
            let rule = BodyRule(each, components: components, isOpen: isOpen)
            self = .map(rule, limit: schema["maxProperties"]?.integer.map(Int.init) ?? .max)
        default: self = .anything
        }
    }

    private static func whole(_ schema: JSONValue) -> BodyRule {
        let range = (schema["minimum"]?.integer ?? .min)...(schema["maximum"]?.integer ?? .max)
        return range == ServiceJSON.instants ? .instant : .whole(range)
    }

    /// Whether null is one of its values.
    var acceptsNull: Bool {
        switch self {
        case .anything, .orNull: true
        default: false
        }
    }

    /// What is allowed, to follow "Send".
    var expectation: String {
        switch self {
        case .anything: "a value"
        case .text(let rule): rule.expectation
        case .whole(Int64.min ... .max): "a whole number"
        case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .instant: "milliseconds since 1970, in the years 1 to 9999"
        case .number: "a number"
        case .flag: "true or false"
        case .list(let element, .max): "a list; each element is \(element.expectation)"
        case .list(let element, let limit): "a list of at most \(limit) elements; each is \(element.expectation)"
        case .map(let value, let limit): "an object of at most \(limit) members; each is \(value.expectation)"
        case .members: "an object"
        case .orNull(let rule): rule.expectation + ", or null"
        }
    }
}

/// What a text must be.
struct TextRule: Sendable {
    /// How many characters it has at least.
    let least: Int
    /// How many characters it has at most.
    let maximumLength: Int
    /// The texts that there are; empty when it may be any.
    let choices: [String]
    private let choiceBytes: [[UInt8]]
    /// Whether an answer never shows it.
    let isSecret: Bool
    /// Whether a number or anything else is accepted instead.
    let isLoose: Bool

    init(_ schema: JSONValue, isLoose: Bool) {
        choices = isLoose ? [] : (schema["enum"]?.array ?? []).compactMap(\.string)
        choiceBytes = choices.map { Array($0.utf8) }
        least = isLoose ? 0 : schema["minLength"]?.integer.map(Int.init) ?? 0
        maximumLength = schema["maxLength"]?.integer.map(Int.init) ?? choiceBytes.map(\.count).max() ?? .max
        isSecret = schema["writeOnly"]?.bool ?? false
        self.isLoose = isLoose
    }

    /// Whether the text is one of those that there are; true when it may be any.
    func knows(_ text: some Collection<UInt8>) -> Bool {
        choiceBytes.isEmpty || choiceBytes.contains { $0.elementsEqual(text) }
    }

    var expectation: String {
        if !choices.isEmpty { return "one of " + Shown.names(choices) }
        if maximumLength == .max { return "a text" }
        return least > 0 ? "\(least) to \(maximumLength) characters" : "at most \(maximumLength) characters"
    }
}

/// The members of an object.
final class MemberRules: Sendable {
    struct Member: Sendable {
        let name: String
        let bytes: [UInt8]
        let rule: BodyRule
        let isRequired: Bool
    }

    let members: [Member]
    /// The members that must be there, one bit each.
    let required: UInt64
    let allowsOthers: Bool

    /// No member at all.
    static let none = MemberRules(["properties": [:]], components: [:], isOpen: false)

    init(_ schema: JSONValue, components: [String: JSONValue], isOpen: Bool) {
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        let properties = (schema["properties"]?.members ?? [:]).sorted { $0.key < $1.key }
        precondition(properties.count <= 64, "an object has at most 64 members, for each has a bit")
        let members = properties.map { name, schema in
            Member(
                name: name,
                bytes: Array(name.utf8),
                rule: BodyRule(schema, components: components, isOpen: isOpen),
                isRequired: required.contains(name) && !isOpen
            )
        }
        self.members = members
        self.required = members.indices.reduce(0) { members[$1].isRequired ? $0 | 1 << UInt64($1) : $0 }
        allowsOthers = isOpen || schema["properties"] == nil
    }
}
