// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService

/// The OpenAPI document of the controls.
///
/// It is made from the routes themselves, so none is missing; words and examples are in tables beside it.
///
/// <https://spec.openapis.org/oas/v3.1.0>
enum ControlOpenAPIDocument {
    /// Describes routes.
    static func make(of routes: [Router.Route]) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes {
            paths[route.pattern, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        return .object([
            "openapi": .string("3.1.0"),
            "info": .object([
                "title": .string("App Store simulator: controls"), "version": .string("1"),
                "description": .string(
                    "What a tester does to the simulated App Store. Instants are milliseconds since 1970; failures "
                        + "are application/problem+json."
                ),
                "license": .object(["name": .string("Apache-2.0"), "identifier": .string("Apache-2.0")]),
            ]),
            "servers": .array([.object(["url": .string("/simulator/v1")])]),
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": .object(["schemas": .object(["Problem": problem])]),
        ])
    }

    /// What a route does, or nothing when the table lacks it.
    static func summary(of route: Router.Route) -> String? {
        ControlDescriptions.summaries[name(of: route)]
    }

    static func name(of route: Router.Route) -> String { "\(route.method) \(route.pattern)" }

    private static func operation(_ route: Router.Route) -> JSONValue {
        let name = name(of: route)
        var fields: [String: JSONValue] = [
            "summary": .string(summary(of: route) ?? ""), "operationId": .string(identifier(of: route)),
            "tags": .array([.string(route.pattern.split(separator: "/").first.map(String.init) ?? "")]),
            "responses": .object(responses(name)),
        ]
        let parameters = pathParameters(route) + queryParameters(name)
        if !parameters.isEmpty { fields["parameters"] = .array(parameters) }
        if let example = ControlExamples.bodies[name] {
            fields["requestBody"] = .object([
                "required": .bool(!ControlDescriptions.optionalBodies.contains(name)),
                "content": .object([
                    "application/json": .object(["schema": bodySchema(name, example), "example": example])
                ]),
            ])
        }
        return .object(fields)
    }

    private static func responses(_ name: String) -> [String: JSONValue] {
        var responses: [String: JSONValue] = [
            "default": .object([
                "description": .string("Refused."),
                "content": .object([
                    "application/problem+json": .object([
                        "schema": .object(["$ref": .string("#/components/schemas/Problem")])
                    ])
                ]),
            ])
        ]
        for status in ControlDescriptions.statuses[name] ?? [200] {
            var response: [String: JSONValue] = ["description": .string(descriptions(for: status))]
            if let type = ControlDescriptions.mediaType(of: name) {
                response["content"] = .object([type: .object([:])])
            } else if status != 204 {
                let example = ControlExamples.answers[name]
                response["content"] = .object([
                    "application/json": example.map(media) ?? .object(["schema": .object(["type": .string("object")])])
                ])
            }
            responses[String(status)] = .object(response)
        }
        return responses
    }

    private static func descriptions(for status: Int) -> String {
        switch status {
        case 201: "Made."
        case 202: "It waits for a parent or for the customer."
        case 204: "Done; there is nothing to tell."
        default: "Done."
        }
    }

    /// A name for the operation, such as postTransactionsRefund.
    private static func identifier(of route: Router.Route) -> String {
        let parts = route.pattern.split { "/.-".contains($0) }.map { part in
            let piece = part.filter { !"{}".contains($0) }
            let capital = piece.prefix(1).uppercased() + piece.dropFirst()
            return part.hasPrefix("{") ? "By" + capital : capital
        }
        return route.method.rawValue.lowercased() + parts.joined()
    }

    private static func pathParameters(_ route: Router.Route) -> [JSONValue] {
        route.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            .object([
                "name": .string(String(part.dropFirst().dropLast())), "in": .string("path"), "required": .bool(true),
                "schema": .object(["type": .string("string")]),
            ])
        }
    }

    private static func queryParameters(_ name: String) -> [JSONValue] {
        (ControlDescriptions.queries[name] ?? []).map { parameter in
            .object([
                "name": .string(parameter.name), "in": .string("query"), "required": .bool(false),
                "description": .string(parameter.description),
                "schema": .object(["type": .string(parameter.isNumber ? "integer" : "string")]),
            ])
        }
    }

    /// The members that a body may have, or nothing when any may be there.
    static func members(of name: String) -> Set<String>? {
        guard !ControlDescriptions.openBodies.contains(name), case .object(let fields)? = ControlExamples.bodies[name]
        else {
            return nil
        }
        return Set(fields.keys).union(ControlExamples.furtherMembers[name, default: [:]].keys)
    }

    private static func bodySchema(_ name: String, _ example: JSONValue) -> JSONValue {
        guard members(of: name) != nil, case .object(let fields) = example else { return schema(of: example) }
        let all = fields.merging(ControlExamples.furtherMembers[name, default: [:]]) { own, _ in own }
        return .object([
            "type": .string("object"), "properties": .object(all.mapValues(schema)),
            "additionalProperties": .bool(false),
        ])
    }

    private static func media(_ example: JSONValue) -> JSONValue {
        .object(["schema": schema(of: example), "example": example])
    }

    /// What an example's shape says; members may be left out, and others may be there unless the body is closed.
    private static func schema(of value: JSONValue) -> JSONValue {
        switch value {
        case .object(let fields):
            .object(["type": .string("object"), "properties": .object(fields.mapValues(schema))])
        case .array(let items):
            .object(["type": .string("array"), "items": items.first.map(schema) ?? .object([:])])
        case .string: .object(["type": .string("string")])
        case .bool: .object(["type": .string("boolean")])
        case .integer: .object(["type": .string("integer")])
        default: .object([:])
        }
    }

    private static let problem = JSONValue.object([
        "type": .string("object"),
        "required": .array([.string("title"), .string("status")]),
        "properties": .object([
            "type": .object(["type": .string("string")]), "title": .object(["type": .string("string")]),
            "status": .object(["type": .string("integer")]), "code": .object(["type": .string("string")]),
            "detail": .object(["type": .string("string")]),
        ]),
    ])
}
