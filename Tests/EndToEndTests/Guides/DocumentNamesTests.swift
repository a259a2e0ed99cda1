// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Targets, scripts, tests and variables that the documents name exist.
@Suite struct DocumentNamesTests {
    private static func files(in folder: String, endings: Set<String>) -> [String] {
        let walk = FileManager.default.enumerator(atPath: Package.root.appending(path: folder).path)
        return (walk?.compactMap { $0 as? String } ?? []).filter { path in
            endings.contains(URL(filePath: path).pathExtension) && !path.contains(".build/")
        }.map { folder + "/" + $0 }
    }

    /// The blocks of code of every document for people, by document.
    private static func blocks() throws -> [(page: String, code: String)] {
        let pages =
            ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "Benchmarks/README.md", "Companions/README.md"]
            + ["Fuzz/README.md"] + files(in: "Documentation", endings: ["md"]) + files(in: "Examples", endings: ["md"])
        return try pages.filter { !$0.contains("/site/") }.flatMap { page in
            try Package.text(page).matches(of: /```(?:sh)?\n((?:.|\n)*?)\n```/).map { (page, String($0.1)) }
        }
    }

    @Test func `every target of make and every script that a document names is there`() throws {
        let makefile = try Package.text("Makefile")
        var seen = 0
        for (page, code) in try Self.blocks() {
            for match in code.matches(of: /(?:^|\n)make ([a-z\-]+)/) {
                #expect(makefile.contains("\n\(match.1):"), "\(page): make \(match.1)")
                seen += 1
            }
            for match in code.matches(of: /(?:Scripts|Benchmarks)\/[a-z\-_]+(?:\.py)?(?= |\n|$)/) {
                let path = Package.root.appending(path: String(match.0)).path
                #expect(FileManager.default.isExecutableFile(atPath: path), "\(page): \(match.0)")
                seen += 1
            }
        }
        #expect(seen > 8)
    }

    @Test func `every suite and every variable of the tests that a document names is there`() throws {
        let sources =
            try (Self.files(in: "Tests", endings: ["swift"]) + Self.files(in: "Scripts", endings: [""]))
            .map { try Package.text($0) }.joined(separator: "\n") + (try Package.text("Package.swift"))
        var seen = 0
        for (page, code) in try Self.blocks() where code.contains("swift test") || code.contains("Scripts/") {
            let suites = code.matches(of: /--filter "?([A-Za-z]+)/).map(\.1)
            let variables = code.matches(of: /(?:^|[ \n])([A-Z_]+)=/).map(\.1)
            for name in suites + variables {
                #expect(sources.contains(name), "\(page): \(name)")
                seen += 1
            }
        }
        #expect(seen > 4)
    }
}
