// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The code of the page for other languages is the code that `Scripts/languages-check` runs.
@Suite struct OtherLanguagesPageTests {
    private static let snippets = [
        ("ts", "typescript/webhook.ts"), ("python", "python/webhook.py"), ("go", "go/webhook.go"),
        ("java", "java/Webhook.java"), ("php", "php/webhook.php"),
    ]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: ReferencePage.root.appending(path: path), encoding: .utf8)
    }

    /// A file without the two lines of its license.
    private static func code(_ path: String) throws -> String {
        try text("Tests/Languages/" + path).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("SPDX-License-Identifier") && !$0.contains("Copyright 2026") }
            .joined(separator: "\n").trimmingCharacters(in: .newlines)
    }

    @Test(arguments: ["OtherLanguages.md", "OtherLanguages.zh-CN.md"])
    func `the page shows the verification of webhooks as the tests run it`(page: String) throws {
        let page = try Self.text("Documentation/" + page)
        for (fence, path) in Self.snippets {
            #expect(page.contains("\n```\(fence)\n" + (try Self.code(path)) + "\n```\n"), "\(path)")
        }
    }

    @Test(arguments: ["OtherLanguages.md", "OtherLanguages.zh-CN.md"])
    func `the page generates clients as the tests do`(page: String) throws {
        let page = try Self.text("Documentation/" + page)
        let script = try Self.text("Scripts/languages-check")
        let commands = page.matches(of: /openapi-generator-cli generate -i openapi.json -o client (.*)/).map { $0.1 }
        #expect(commands.count == Self.snippets.count)
        for command in commands { #expect(script.contains(command), "\(command)") }
    }
}
