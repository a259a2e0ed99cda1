// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How the server writes its log.
public struct LogConfiguration: Sendable, Codable, Hashable {
    /// The forms of a line.
    public enum Format: String, Sendable, Codable, CaseIterable {
        /// For people.
        case text
        /// For machines.
        case json
    }

    /// The form of its lines.
    public var format: Format

    /// Whether every request has a line.
    public var requests: Bool

    /// Makes a configuration.
    public init(format: Format = .text, requests: Bool = false) {
        self.format = format
        self.requests = requests
    }

    /// Decodes a configuration; both keys may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        format = try values.value(.format, or: .text)
        requests = try values.value(.requests, or: false)
    }
}
