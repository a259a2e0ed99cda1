// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

/// Keeps the configuration reference complete in both languages: a row for each key, with its variable.
@Suite struct ConfigurationPageTests {
    static let pages = ["Configuration.md", "Configuration.zh-CN.md"]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation")

    /// The keys and variables of a page's tables.
    private static func rows(_ page: String) throws -> [(key: String, variable: String)] {
        let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /^\| `([^`]+)` \| `(PURSER_[A-Z0-9_]+)` \|/) else { return nil }
            return (String(match.1), String(match.2))
        }
    }

    @Test(arguments: pages) func `the page has a row for each key of the configuration`(page: String) throws {
        let rows = try Self.rows(page)
        for key in ConfigurationKey.all {
            let row = rows.first { $0.key == key.name }
            #expect(row?.variable == key.variable, "\(page): \(key.name) has no row with \(key.variable)")
        }
        #expect(rows.count == ConfigurationKey.all.count)
    }

    @Test(arguments: pages) func `the page names no unknown key`(page: String) throws {
        let known = Set(ConfigurationKey.all.map(\.name))
        for row in try Self.rows(page) { #expect(known.contains(row.key), "\(page): \(row.key) is not a key") }
    }
}
