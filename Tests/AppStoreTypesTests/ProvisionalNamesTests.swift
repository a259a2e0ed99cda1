// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Keeps the page's list of provisional names equal to the file that holds them.
@Suite struct ProvisionalNamesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func `the page marks every provisional name and number`() throws {
        let source = try Self.text("Sources/AppStoreTypes/ProvisionalNames.swift")
        let page = try Self.text("Documentation/AppStoreCoverage.md")
        let section = try #require(page.components(separatedBy: "## Provisional names").last)
        let names = source.matches(of: /= "([^"]+)"/).map { String($0.1) }.filter { $0 != "SKU" }
        for name in names { #expect(section.contains("\(name)`"), "\(name) is not on the page") }
        let numbers = source.matches(of: /= ([0-9_]+)\n/).map { $0.1.replacing("_", with: "") }
        for number in numbers { #expect(section.contains(number), "\(number) is not on the page") }
        #expect(names.count > 20 && numbers.count == 7)
        #expect(page.contains("As of Server API 1.23, Notifications 2.23, StoreKit 27.3."))
    }
}
