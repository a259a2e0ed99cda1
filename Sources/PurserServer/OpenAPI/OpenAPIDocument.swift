// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService

/// The contract of the API, made from the same routes that the router serves.
///
/// <https://spec.openapis.org/oas/v3.1.0>
struct OpenAPIDocument: Sendable {
    var routes: [Route]
    var serverURL: String?

    var json: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes {
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        let groups = RouteTag.allCases.map { JSONValue.object(["name": .string($0.rawValue)]) }
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "Purser",
                "version": "1",
                "summary": "In-App Purchase on the team's own server.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "tags": .array(groups),
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": ["schemas": .object(components), "securitySchemes": AccessLevel.schemes],
        ]
        return document.with("servers", serverURL.map { [["url": .string($0)]] })
    }

    private func operation(_ route: Route) -> JSONValue {
        let path = route.pathParameters.map {
            parameter(in: "path", $0, route.pathSchemas[$0] ?? Schema.identifier, required: true)
        }
        let query = route.query.map { parameter(in: "query", $0) }
        let headers = (route.headers + (route.acceptsCacheControl ? [.cacheControl] : [])).map {
            parameter(in: "header", $0)
        }
        let operation: JSONValue = [
            "operationId": .string(route.name),
            "summary": .string(route.summary),
            "tags": [.string(route.group.rawValue)],
            "parameters": .array(path + query + headers),
            "responses": .object(responses(route)),
        ]
        return operation.with("requestBody", route.body.map(requestBody)).with("security", route.access.requirement)
    }

    private func parameter(in place: String, _ parameter: Route.Parameter) -> JSONValue {
        self.parameter(in: place, parameter.name, parameter.schema, required: parameter.isRequired)
            .with("description", .string(parameter.summary))
    }

    private func parameter(in place: String, _ name: String, _ schema: Schema, required: Bool) -> JSONValue {
        ["name": .string(name), "in": .string(place), "required": .bool(required), "schema": schema.json]
    }

    private func requestBody(_ body: Route.RequestBodyDescription) -> JSONValue {
        let content = body.mediaTypes.map { ($0, JSONValue.object(["schema": body.schema.json])) }
        return [
            "required": .bool(body.isRequired),
            "content": .object(Dictionary(content, uniquingKeysWith: { first, _ in first })),
        ]
    }

    private func responses(_ route: Route) -> [String: JSONValue] {
        // The HTTP library refuses automatically, without saying of which type its page is, what does not fit into its
        // buffer: no content can be promised.
        var responses: [String: JSONValue] = [
            "414": ["description": "The address is too long to be read."],
            "431": [
                "description": .string(
                    "Code: \(ProblemCode.headerFieldsTooLarge.rawValue). The address and the header fields are too long;"
                        + " where they are too long even to be read, no problem comes with the answer."
                )
            ],
        ]
        for answer in route.answers {
            responses[String(answer.status)] =
                JSONValue.object(["description": .string(answer.summary)])
                .with("content", content(of: answer))
                .with("headers", route.acceptsCacheControl ? ["Age": CacheControl.header] : nil)
        }
        for (status, codes) in Dictionary(grouping: route.allProblems, by: \.status)
        where responses[String(status)] == nil {
            let names = Set(codes.map(\.rawValue)).sorted().joined(separator: ", ")
            responses[String(status)] = [
                "description": .string("Codes: \(names)."),
                "content": ["application/problem+json": ["schema": Schema.of(ProblemBody.self).json]],
            ]
        }
        return responses
    }

    private func content(of answer: Route.ResponseDescription) -> JSONValue? {
        guard let schema = answer.schema else { return nil }
        var content: [String: JSONValue] = [answer.mediaType: ["schema": schema.json]]
        for type in answer.textTypes { content[type] = ["schema": Schema.string.json] }
        return .object(content)
    }

    private var components: [String: JSONValue] {
        let open = Schema.components(
            [ProblemBody.self] + routes.flatMap { $0.answers.flatMap(\.types) }
                + routes.filter(\.isOpen).flatMap { $0.body?.types ?? [] }
        )
        let sent = Schema.components(routes.flatMap { $0.body?.types ?? [] })
        // What is only sent has no other members; what is answered may have more some day.
        return sent.mapValues(\.closed.json).merging(open.mapValues(\.json)) { _, open in open }
    }
}

extension Schema {
    /// The schemas of types and of every type that they lead to, by name.
    static func components(_ types: [any SchemaDescribed.Type]) -> [String: Schema] {
        var found: [String: Schema] = [:]
        var waiting = types
        while let type = waiting.popLast() {
            guard found[type.schemaName] == nil else { continue }
            found[type.schemaName] = type.schema
            waiting += type.schemaReferences
        }
        return found
    }
}

extension Route {
    /// Everything that can go wrong, what is common to all routes included.
    var allProblems: [ProblemCode] {
        var codes = problems + [.overloaded, .tooManyRequests, .invalidParameter, .internalError]
        // What is refused before a route is looked for: the address counts as part of the header fields.
        codes += [.headerFieldsTooLarge, .bodyTooLarge, .requestTimeout]
        if !pathParameters.isEmpty { codes.append(.notFound) }
        if access == .app || access == .customer || access == .backend { codes += [.unauthenticated, .forbidden] }
        if body != nil { codes += [.malformedBody] }
        codes += [.storeUnavailable]
        return codes
    }
}
