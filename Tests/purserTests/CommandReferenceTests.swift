// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

@Suite struct CommandReferenceTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation/Reference/CommandLine.md")

    @Test func `the page of the command line is what the program declares`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("docs", "cli") == 0)
        let page = terminal.output.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(page.utf8).write(to: Self.file) }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == page, "run this test with RECORD=1")
    }

    @Test func `the page has every command and option`() {
        let page = CommandReference.page(Purser.program.commands)
        for command in Purser.program.commands {
            #expect(page.contains("\n## purser \(command.name)\n"), "\(command.name)")
            for option in command.options { #expect(page.contains("| `--\(option.name)"), "--\(option.name)") }
        }
    }
}
