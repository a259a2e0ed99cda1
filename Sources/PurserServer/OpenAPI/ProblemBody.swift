// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The body of an answer that says no.
///
/// <https://www.rfc-editor.org/rfc/rfc9457>
struct ProblemBody: Hashable, Sendable, Codable, SchemaDescribed {
    var type: String
    var title: String
    var status: Int
    var detail: String
    var code: String
    /// The purchase check that failed.
    var check: String?

    static let schema = Schema.object(
        ["type": .string, "title": .string, "status": .integer],
        optional: ["detail": .string, "code": .string, "check": .string]
    )
}
