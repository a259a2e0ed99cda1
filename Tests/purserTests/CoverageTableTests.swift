// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

/// Keeps `Documentation/AppStoreCoverage.md` true.
@Suite struct CoverageTableTests {
    /// The package's root, from this file's place in it.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func page() throws -> String {
        try String(contentsOf: root.appending(path: "Documentation/AppStoreCoverage.md"), encoding: .utf8)
    }

    /// The text of every Swift file below a folder.
    private static func sources(_ folder: String) throws -> [String] {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        var texts: [String] = []
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
        }
        return texts
    }

    @Test func `every test and suite that the page names exists`() throws {
        let tests = try Self.sources("Tests").joined(separator: "\n")
        let rows = try Self.page().split(separator: "\n").filter { $0.hasPrefix("|") }
        for row in rows {
            for match in row.matches(of: /"([^"]+)"/) {
                #expect(tests.contains("func `\(match.1)`("), "there is no test '\(match.1)'")
            }
            for match in row.matches(of: /([A-Z][A-Za-z0-9]+Tests)\b/) {
                #expect(tests.contains("struct \(match.1) "), "there is no suite \(match.1)")
            }
        }
        #expect(rows.count > 80)
    }

    @Test func `every endpoint that can be called manually is on the page with its word`() throws {
        let page = try Self.page()
        for call in APICall.all {
            let parts = call.request.split(separator: " ", maxSplits: 1)
            #expect(page.contains("\(parts[0]) `\(parts[1])`"), "\(call.request) is missing")
            #expect(page.contains("`\(call.name)`") || page.contains("`purser api \(call.name)`"), "\(call.name)")
        }
    }

    @Test func `every call of the clients is on the page, and can be made manually`() throws {
        let page = try Self.page()
        let clients =
            try Self.sources("Sources/AppStoreAPI/ServerAPI") + Self.sources("Sources/AppStoreAPI/AppStoreConnect")
        let commands = try Self.sources("Sources/purser/API").joined(separator: "\n")
        var count = 0
        for text in clients where text.contains("extension AppStore") || text.contains("struct AppStoreConnectAPI") {
            for match in text.matches(of: /public func (\w+)[(<]/) where match.1 != "callAsFunction" {
                count += 1
                #expect(page.contains("`\(match.1)("), "the page lacks \(match.1)")
                #expect(commands.contains(".\(match.1)("), "purser api lacks \(match.1)")
            }
        }
        #expect(count >= 40)
    }

    @Test func `every type that the page names exists`() throws {
        let sources = try Self.sources("Sources").joined(separator: "\n")
        let others: Set<Substring> = ["Gzip", "AppStoreTypes", "AppStoreAPI"]
        for match in try Self.page().matches(of: /`([A-Z][A-Za-z0-9]+)`/) {
            guard !others.contains(match.1), !match.1.hasSuffix("Tests") else { continue }
            let isThere = ["struct", "enum", "final class", "class", "protocol"].contains {
                sources.contains("\($0) \(match.1)") || sources.contains("\($0) StoreKitFile.\(match.1)")
            }
            #expect(isThere, "there is no type \(match.1)")
        }
    }
}
