// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The call of a tool by an assistant.
struct AssistantCallRequest: Decodable, Sendable, SchemaDescribed {
    var tool: String
    var target: String
    var arguments: JSONValue?

    static let schema = Schema.object(
        [
            "tool": .string(upTo: 100).described("The tool's name."),
            "target": .string(upTo: 500).described("The customer or order that it reads; may be empty."),
        ],
        optional: ["arguments": .map(of: .any, upTo: 20).described("The tool's arguments.")]
    )

    /// The tool and its arguments as the audit log stores them, at most 2,000 characters.
    var detail: String {
        get throws {
            let text = try arguments.map { String(decoding: try ServiceJSON.encode($0), as: UTF8.self) } ?? ""
            return String("\(tool) \(text)".prefix(2000))
        }
    }
}
