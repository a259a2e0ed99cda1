// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

@testable import PurserServer

/// Compares two OpenAPI documents of the API: what clients send may only become more, what they receive only less varied.
struct ContractComparison {
    /// The earlier contract.
    let base: JSONValue
    let present: JSONValue
    private var found: Set<BreakingChange> = []

    init(base: JSONValue, present: JSONValue) {
        self.base = base
        self.present = present
        compareOperations()
        compareSchemes()
    }

    var changes: [BreakingChange] { found.sorted() }

    mutating func report(_ kind: BreakingChange.Kind, _ place: String, _ text: String) {
        found.insert(BreakingChange(kind: kind, place: place, text: text))
    }

    private mutating func compareOperations() {
        for (path, methods) in base["paths"]?.members ?? [:] {
            for (method, operation) in methods.members ?? [:] {
                let place = "\(method.uppercased()) \(path)"
                guard let now = present["paths"]?[path]?[method] else {
                    report(.operationRemoved, place, "The operation is gone.")
                    continue
                }
                compareNames(operation, now, at: place)
                compareAccess(operation, now, at: place)
                compareParameters(operation, now, at: place)
                compareBodies(operation["requestBody"], now["requestBody"], at: place)
                compareResponses(operation, now, at: place)
            }
        }
    }

    /// Generated clients name methods by the operation, and classes by its group.
    private mutating func compareNames(_ base: JSONValue, _ now: JSONValue, at place: String) {
        if base["operationId"] != now["operationId"] {
            report(.operationRenamed, place, changed("The name", base["operationId"], now["operationId"]))
        }
        if base["tags"] != now["tags"] {
            report(.groupChanged, place, changed("The group", base["tags"], now["tags"]))
        }
    }

    private mutating func compareAccess(_ base: JSONValue, _ now: JSONValue, at place: String) {
        let accepted = now["security"]?.array ?? []
        guard !accepted.isEmpty else { return }
        let before = base["security"]?.array ?? []
        if before.isEmpty { report(.accessRestricted, place, "A key is required.") }
        for requirement in before where !accepted.contains(requirement) {
            let names = requirement.members?.keys.sorted().joined(separator: " and ") ?? ""
            report(.accessRestricted, place, "\(names) no longer opens it.")
        }
    }

    private mutating func compareSchemes() {
        for (name, scheme) in base["components"]?["securitySchemes"]?.members ?? [:] {
            let now = present["components"]?["securitySchemes"]?[name]
            for member in ["type", "scheme", "in", "name"] where scheme[member] != now?[member] {
                report(.schemeChanged, "security scheme \(name)", changed("`\(member)`", scheme[member], now?[member]))
            }
        }
    }

    private mutating func compareParameters(_ base: JSONValue, _ now: JSONValue, at place: String) {
        let before = Self.parameters(base)
        let after = Self.parameters(now)
        for (name, parameter) in before {
            guard let other = after[name] else {
                report(.parameterRemoved, place, "The parameter \(name) is gone.")
                continue
            }
            compare(parameter["schema"], other["schema"], .sent, at: "\(place): \(name)")
        }
        for (name, parameter) in after where parameter["required"]?.bool == true {
            if before[name]?["required"]?.bool != true {
                report(.parameterRequired, place, "The parameter \(name) is required.")
            }
        }
    }

    /// Parameters by place and name, such as `query limit`.
    private static func parameters(_ operation: JSONValue) -> [String: JSONValue] {
        let pairs = (operation["parameters"]?.array ?? []).map { parameter in
            ("\(parameter["in"]?.string ?? "") \(parameter["name"]?.string ?? "")", parameter)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private mutating func compareBodies(_ base: JSONValue?, _ now: JSONValue?, at place: String) {
        if now?["required"]?.bool == true, base?["required"]?.bool != true {
            report(.bodyRequired, place, "A body is required.")
        }
        guard let base else { return }
        guard let now else { return report(.bodyRemoved, place, "No body is accepted.") }
        compareContent(base, now, .sent, at: "\(place): body")
    }

    private mutating func compareResponses(_ base: JSONValue, _ now: JSONValue, at place: String) {
        let before = base["responses"]?.members ?? [:]
        let after = now["responses"]?.members ?? [:]
        for (status, response) in before {
            guard let other = after[status] else {
                report(.statusRemoved, place, "The status \(status) is gone.")
                continue
            }
            let inside = "\(place): \(status)"
            compareContent(response, other, .answered, at: inside)
            for header in response["headers"]?.members?.keys.sorted() ?? [] where other["headers"]?[header] == nil {
                report(.headerRemoved, inside, "The header \(header) is gone.")
            }
        }
        // Clients are ready for errors that they do not know, and for no other kind of success.
        for status in after.keys where before[status] == nil && "123".contains(status.prefix(1)) {
            report(.statusAdded, place, "The status \(status) is new.")
        }
    }

    private mutating func compareContent(
        _ base: JSONValue,
        _ now: JSONValue,
        _ direction: SchemaDirection,
        at place: String
    ) {
        guard let before = base["content"]?.members else { return }
        guard let after = now["content"]?.members else { return report(.contentRemoved, place, "It has no content.") }
        for (type, content) in before {
            guard let other = after[type] else {
                report(.mediaTypeRemoved, place, "The media type \(type) is gone.")
                continue
            }
            compare(content["schema"], other["schema"], direction, at: place)
        }
    }
}
