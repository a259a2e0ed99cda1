// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// A tool that an assistant may call: it reads, and changes nothing.
struct AssistantTool: Sendable {
    /// A text that the tool accepts.
    struct Parameter: Sendable {
        let name: String
        let summary: String
        var isRequired = true
        var choices: [String] = []
    }

    let name: String
    let summary: String
    let parameters: [Parameter]
    let read: @Sendable (Arguments, ServerClient) async throws -> JSONValue

    /// The checked arguments of a call.
    struct Arguments: Sendable {
        let values: [String: String]

        subscript(_ name: String) -> String? { values[name] }

        /// A value as a segment of a path; required parameters are present.
        func segment(_ name: String) -> String { ServerClient.escaped(values[name] ?? "") }
    }

    /// The longest argument, in characters.
    static let maximumLength = 500

    /// Checks a call's arguments.
    ///
    /// - Throws: ``Failure`` that says what to correct.
    func arguments(_ given: JSONValue?) throws(Failure) -> Arguments {
        var values: [String: String] = [:]
        for (name, value) in given?.object ?? [:] {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                throw Failure("Unknown argument: '\(name)'. Use \(parameters.map(\.name).joined(separator: ", ")).")
            }
            guard let text = value.string ?? value.integer.map(String.init) else {
                throw Failure("Invalid argument '\(name)'. Use text.")
            }
            guard !text.isEmpty, text.count <= Self.maximumLength else {
                throw Failure("Invalid argument '\(name)'. Use 1 to \(Self.maximumLength) characters.")
            }
            guard parameter.choices.isEmpty || parameter.choices.contains(text) else {
                throw Failure("Invalid argument '\(name)'. Use \(parameter.choices.joined(separator: " or ")).")
            }
            values[name] = text
        }
        if let missing = parameters.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw Failure("Missing argument: '\(missing.name)'. \(missing.summary)")
        }
        return Arguments(values: values)
    }

    /// The tool as `tools/list` describes it.
    var description: JSONValue {
        let properties = parameters.map { parameter -> (String, JSONValue) in
            var schema: [String: JSONValue] = ["type": "string", "description": .string(parameter.summary)]
            if !parameter.choices.isEmpty { schema["enum"] = .array(parameter.choices.map { .string($0) }) }
            return (parameter.name, .object(schema))
        }
        return [
            "name": .string(name), "description": .string(summary),
            "inputSchema": [
                "type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
                "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
                "additionalProperties": false,
            ],
            "annotations": [
                "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
            ],
        ]
    }
}

extension JSONValue {
    /// The members of an object; `nil` for another value.
    var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
