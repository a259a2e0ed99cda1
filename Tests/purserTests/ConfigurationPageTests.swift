// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

/// Keeps `Documentation/Configuration.md` complete: a row for each key, with its variable.
@Suite struct ConfigurationPageTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation/Configuration.md")

    /// The keys and variables of the page's tables.
    private static func rows() throws -> [(key: String, variable: String)] {
        try String(contentsOf: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /^\| `([^`]+)` \| `(PURSER_[A-Z0-9_]+)` \|/) else { return nil }
            return (String(match.1), String(match.2))
        }
    }

    @Test func `the page has a row for each key of the configuration`() throws {
        let rows = try Self.rows()
        for key in ConfigurationKey.all {
            let row = rows.first { $0.key == key.name }
            #expect(row?.variable == key.variable, "\(key.name) is not on the page with \(key.variable)")
        }
        #expect(rows.count == ConfigurationKey.all.count)
    }

    @Test func `the page names no unknown key`() throws {
        let known = Set(ConfigurationKey.all.map(\.name))
        for row in try Self.rows() { #expect(known.contains(row.key), "\(row.key) is not a key") }
    }
}
