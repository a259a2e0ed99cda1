// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Testing

@testable import PurserServer

/// The gate finds each kind of change that breaks a client, and lets through what breaks none.
@Suite struct ContractComparisonTests {
    /// A contract with one of everything that can break.
    private static let base: JSONValue = [
        "paths": ["/v1/cups": ["post": operation], "/v1/beans": ["get": ["operationId": "listBeans", "tags": ["A"]]]],
        "components": [
            "schemas": ["Cup": cup, "Bean": ["type": "object", "properties": ["name": ["type": "string"]]]],
            "securitySchemes": ["key": ["type": "http", "scheme": "bearer"]],
        ],
    ]

    private static let operation: JSONValue = [
        "operationId": "brew", "tags": ["Coffee"], "security": [["key": []], ["token": []]],
        "parameters": [
            [
                "name": "size", "in": "query", "required": false,
                "schema": ["type": "integer", "format": "int64", "minimum": 1, "maximum": 9],
            ],
            ["name": "page", "in": "query", "required": false, "schema": ["type": "string"]],
        ],
        "requestBody": [
            "required": false,
            "content": ["application/json": ["schema": sent], "text/csv": ["schema": ["type": "string"]]],
        ],
        "responses": [
            "200": [
                "headers": ["Age": [:]],
                "content": [
                    "application/json": ["schema": ["$ref": "#/components/schemas/Cup"]],
                    "text/csv": ["schema": ["type": "string"]],
                ],
            ],
            "404": [:],
        ],
    ]

    private static let sent: JSONValue = [
        "type": "object", "additionalProperties": false, "required": ["kind"],
        "properties": [
            "kind": ["type": "string", "enum": ["espresso", "filter"]],
            "shots": ["type": "integer", "minimum": 1, "maximum": 4],
            "order": ["type": "string", "pattern": "^(kind|shots)(,(kind|shots))*$"],
            "note": ["anyOf": [["type": "string", "maxLength": 100], ["type": "null"]]],
            "tags": ["type": "array", "maxItems": 5, "items": ["type": "string", "maxLength": 20]],
            "extras": ["type": "object", "additionalProperties": ["type": "string", "maxLength": 9]],
        ],
    ]

    private static let cup: JSONValue = [
        "type": "object", "required": ["id", "state"],
        "properties": [
            "id": ["type": "string", "maxLength": 40], "state": ["type": "string", "enum": ["full", "empty"]],
            "weight": ["type": "integer", "minimum": 0], "at": ["type": "string", "format": "date"],
            "code": ["type": "string", "pattern": "^[a-z]+$"],
            "bean": ["$ref": "#/components/schemas/Bean"],
            "refill": ["$ref": "#/components/schemas/Cup"],
        ],
    ]

    private static let route = ["paths", "/v1/cups", "post"]
    private static let body = route + ["requestBody", "content", "application/json", "schema"]
    private static let answer = ["components", "schemas", "Cup"]

    private static func parameters(_ change: (inout [JSONValue]) -> Void) -> JSONValue {
        var all = operation["parameters"]?.array ?? []
        change(&all)
        return .array(all)
    }

    /// A change of one place, and what the gate says of it.
    struct Planted: CustomTestStringConvertible {
        var path: [String]
        var value: JSONValue?
        var kind: BreakingChange.Kind

        var testDescription: String { "\(kind) at \(path.joined(separator: "/"))" }
    }

    private static let breaking: [Planted] = [
        Planted(path: ["paths", "/v1/beans"], value: nil, kind: .operationRemoved),
        Planted(path: route + ["operationId"], value: "makeCoffee", kind: .operationRenamed),
        Planted(path: route + ["tags"], value: ["Tea"], kind: .groupChanged),
        Planted(path: route + ["security"], value: [["key": []]], kind: .accessRestricted),
        Planted(
            path: ["paths", "/v1/beans", "get", "security"],
            value: [["key": []]],
            kind: .accessRestricted
        ),
        Planted(path: ["components", "securitySchemes", "key", "scheme"], value: "basic", kind: .schemeChanged),
        Planted(path: route + ["parameters"], value: parameters { $0.removeLast() }, kind: .parameterRemoved),
        Planted(
            path: route + ["parameters"],
            value: parameters { $0[0] = $0[0].with("required", true) },
            kind: .parameterRequired
        ),
        Planted(
            path: route + ["parameters"],
            value: parameters { $0.append(["name": "new", "in": "header", "required": true]) },
            kind: .parameterRequired
        ),
        Planted(
            path: route + ["parameters"],
            value: parameters {
                $0[0] = $0[0].with("schema", ["type": "integer", "format": "int64", "minimum": 2, "maximum": 9])
            },
            kind: .boundNarrowed
        ),
        Planted(path: route + ["requestBody", "required"], value: true, kind: .bodyRequired),
        Planted(path: route + ["requestBody"], value: nil, kind: .bodyRemoved),
        Planted(path: route + ["requestBody", "content", "text/csv"], value: nil, kind: .mediaTypeRemoved),
        Planted(path: route + ["responses", "404"], value: nil, kind: .statusRemoved),
        Planted(path: route + ["responses", "202"], value: [:], kind: .statusAdded),
        Planted(path: route + ["responses", "200", "content"], value: nil, kind: .contentRemoved),
        Planted(path: route + ["responses", "200", "content", "text/csv"], value: nil, kind: .mediaTypeRemoved),
        Planted(path: route + ["responses", "200", "headers", "Age"], value: nil, kind: .headerRemoved),
        // What is sent.
        Planted(path: body + ["properties", "shots"], value: nil, kind: .memberRemoved),
        Planted(path: body + ["required"], value: ["kind", "shots"], kind: .memberRequired),
        Planted(path: body + ["properties", "kind", "enum"], value: ["espresso"], kind: .valueRemoved),
        Planted(
            path: body + ["properties", "extras", "additionalProperties", "enum"],
            value: ["milk"],
            kind: .valueRemoved
        ),
        Planted(path: body + ["properties", "shots", "type"], value: "string", kind: .typeChanged),
        Planted(path: body + ["properties", "shots", "maximum"], value: 3, kind: .boundNarrowed),
        Planted(path: body + ["properties", "shots", "minimum"], value: 2, kind: .boundNarrowed),
        Planted(path: body + ["properties", "tags", "maxItems"], value: 4, kind: .boundNarrowed),
        Planted(path: body + ["properties", "tags", "items", "maxLength"], value: 10, kind: .boundNarrowed),
        Planted(path: body + ["properties", "tags", "items", "minLength"], value: 1, kind: .boundNarrowed),
        Planted(path: body + ["properties", "tags", "items", "pattern"], value: "^a", kind: .patternChanged),
        Planted(
            path: body + ["properties", "order", "pattern"],
            value: "^(kind|tags)(,(kind|tags))*$",
            kind: .patternChanged
        ),
        Planted(path: body + ["properties", "order", "pattern"], value: "^(kind|shots|tags)$", kind: .patternChanged),
        Planted(
            path: body + ["properties", "extras", "additionalProperties", "maxLength"],
            value: 8,
            kind: .boundNarrowed
        ),
        Planted(
            path: body + ["properties", "note"],
            value: ["type": "string", "maxLength": 100],
            kind: .nullRejected
        ),
        // What is answered.
        Planted(path: answer + ["properties", "weight"], value: nil, kind: .memberRemoved),
        Planted(path: answer + ["required"], value: ["id"], kind: .memberOptional),
        Planted(path: answer + ["properties", "state", "enum"], value: ["full"], kind: .valueRemoved),
        Planted(
            path: answer + ["properties", "state", "enum"],
            value: ["full", "empty", "broken"],
            kind: .valueAdded
        ),
        Planted(path: answer + ["properties", "state", "enum"], value: nil, kind: .valueRemoved),
        Planted(path: answer + ["properties", "weight", "type"], value: "number", kind: .typeChanged),
        Planted(path: answer + ["properties", "weight"], value: [:], kind: .typeChanged),
        Planted(path: answer + ["properties", "weight", "minimum"], value: -1, kind: .boundWidened),
        Planted(path: answer + ["properties", "id", "maxLength"], value: nil, kind: .boundWidened),
        Planted(path: answer + ["properties", "at", "format"], value: "date-time", kind: .formatChanged),
        Planted(path: answer + ["properties", "code", "pattern"], value: nil, kind: .patternChanged),
        Planted(
            path: answer + ["properties", "id"],
            value: ["anyOf": [["type": "string", "maxLength": 40], ["type": "null"]]],
            kind: .nullAdded
        ),
        Planted(
            path: answer + ["properties", "bean", "$ref"],
            value: "#/components/schemas/Cup",
            kind: .typeRenamed
        ),
    ]

    private static let harmless: [(path: [String], value: JSONValue?)] = [
        (["paths", "/v1/mugs"], ["get": ["operationId": "listMugs"]]),
        (route + ["security"], []),
        (route + ["summary"], "Brews."),
        (
            route + ["parameters"],
            parameters { $0.append(["name": "new", "in": "query", "required": false, "schema": ["type": "string"]]) }
        ),
        (route + ["requestBody", "content", "text/plain"], [:]),
        (route + ["responses", "503"], [:]),
        (body + ["properties", "new"], ["type": "string"]),
        (body + ["required"], []),
        (body + ["properties", "kind", "enum"], ["espresso", "filter", "cold"]),
        (body + ["properties", "kind", "enum"], nil),
        (body + ["properties", "shots", "maximum"], 5),
        (body + ["properties", "shots", "maximum"], nil),
        (body + ["properties", "shots", "type"], "number"),
        (body + ["properties", "shots"], [:]),
        (body + ["properties", "kind", "description"], "The kind."),
        (body + ["properties", "order", "pattern"], "^(kind|shots|tags)(,(kind|shots|tags))*$"),
        (answer + ["properties", "new"], ["type": "string"]),
        (answer + ["required"], ["id", "state", "weight"]),
        (answer + ["properties", "id", "maxLength"], 30),
        (answer + ["properties", "code", "minLength"], 1),
    ]

    private static func changing(_ json: JSONValue, _ path: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
        guard let name = path.first else { return value ?? .null }
        guard path.count > 1 else { return json.with(name, value) }
        return json.with(name, changing(json[name] ?? [:], path.dropFirst(), to: value))
    }

    @Test func `a contract breaks no client of its own`() {
        #expect(ContractComparison(base: Self.base, present: Self.base).changes.isEmpty)
    }

    @Test(arguments: breaking)
    func `a change that breaks clients is found by its kind`(planted: Planted) {
        let changed = Self.changing(Self.base, planted.path[...], to: planted.value)
        let found = ContractComparison(base: Self.base, present: changed).changes
        #expect(found.contains { $0.kind == planted.kind }, "\(found)")
    }

    @Test func `every kind of breaking change is planted`() {
        #expect(Set(Self.breaking.map(\.kind)) == Set(BreakingChange.Kind.allCases))
    }

    @Test func `what only adds, or promises more, breaks no client`() {
        for (path, value) in Self.harmless {
            let changed = Self.changing(Self.base, path[...], to: value)
            let found = ContractComparison(base: Self.base, present: changed).changes
            #expect(found.isEmpty, "\(path): \(found)")
        }
    }

    @Test func `a breaking change names the operation, the member and both values`() {
        let path = Self.body + ["properties", "shots", "maximum"]
        let changed = Self.changing(Self.base, path[...], to: 3)
        let found = ContractComparison(base: Self.base, present: changed).changes.map(\.description)
        #expect(found == ["POST /v1/cups: body.shots: `maximum` is 3 instead of 4."])
    }
}
