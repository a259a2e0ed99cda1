// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import Console
@testable import PurserServer

/// What the server writes into its log of acts and tells backends has words for people, in both languages.
@Suite struct ConsoleTextTests {
    private static let frames = ConsoleLanguage.allCases.map { language in
        let scope = PageContext.Scope(app: "com.example.coffee", name: "Coffee", environment: "Production")
        return PageContext(
            language: language,
            user: "anna",
            role: .viewer,
            csrf: "",
            scopes: [scope],
            scope: scope,
            trustsSimulator: false,
            now: Date(timeIntervalSince1970: 0),
            path: "/console"
        )
    }

    /// What is in the server's sources between two marks.
    private static func names(_ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/PurserServer")
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        for case let file as URL in try #require(walk) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: pattern) { names.insert(String(match.1)) }
        }
        return names
    }

    @Test func `every act in the log has its words`() throws {
        let names =
            try Self.names(/AuditRecord\(\s*call, "([a-z_.\-]+[a-z])"/)
            .union(Self.names(/\baction: "([a-z_.\-]+[a-z])"/)).union(Self.names(/\bnote\("([a-z_.\-]+)"/))
            .union(["balance.spend", "balance.credit", "apple.extendSubscription"])
        #expect(names.count > 30)
        for name in names {
            for frame in Self.frames { #expect(frame.action(name) != name, "\(name) in \(frame.language)") }
        }
    }

    @Test func `every event has its words`() throws {
        let names = try Self.names(/EventType\(rawValue: "([a-z._]+)"\)/)
        #expect(names.count > 35)
        for name in names {
            for frame in Self.frames { #expect(frame.event(name).text != name, "\(name) in \(frame.language)") }
        }
    }
}
