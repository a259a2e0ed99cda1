// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

@testable import purser

/// The demo's catalog is part of the program, wherever that is copied.
@Suite struct DemoCatalogTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `the catalog in the program is the example's`() throws {
        let example = try String(contentsOf: Self.root.appending(path: "Examples/Catalog.storekit"), encoding: .utf8)
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            let file = Self.root.appending(path: "Sources/purser/Serving/DemoCatalog.swift")
            let source = try String(contentsOf: file, encoding: .utf8)
            let indent = String(repeating: " ", count: 8)
            let text = example.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
            let start = try #require(source.range(of: "#\"\"\"\n")).upperBound
            let end = try #require(source.range(of: "\n\(indent)\"\"\"#")).lowerBound
            try Data(source.replacingCharacters(in: start..<end, with: text).utf8).write(to: file)
        }
        #expect(DemoCatalog.text + "\n" == example, "run this test with RECORD=1, and build again")
    }

    @Test(arguments: [
        ["price", "--product", "coffee.club.silver.monthly", "--storefront", "CHN"],
        ["disclosure", "--product", "coffee.club.silver.monthly", "--terms", "https://a", "--privacy", "https://b"],
        ["demo"],
    ])
    func `a copied program has its catalog anywhere`(parts: [String]) async throws {
        let folder = try TemporaryFolder()
        let program = try #require(Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser"))
        let copy = folder.url.appending(path: "purser")
        do {
            try FileManager.default.linkItem(at: program, to: copy)
        } catch {
            try FileManager.default.copyItem(at: program, to: copy)
        }
        let line = parts.map { "'\($0)'" }.joined(separator: " ")
        let printed = try await Shell.run("cd '\(folder.url.path)' && ./purser \(line) 2>&1; echo \"code $?\"")
        #expect(printed.hasSuffix("code 0\n"), "\(printed)")
    }
}
