// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

@testable import purser

@Suite struct ManualPageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `each command has a man page with all of its options`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("docs", "man", folder.url.path) == 0)
        let overview = try text("purser.1")
        for command in Purser.program.commands {
            #expect(overview.contains("purser\\-\(command.name)\\fR(1)"), "\(command.name)")
            let page = try text("purser-\(command.name).1")
            for option in command.options {
                let name = option.name.replacing("-", with: "\\-")
                #expect(page.contains("\\-\\-\(name)\\fR"), "\(command.name) --\(option.name)")
            }
        }
    }

    @Test func `man formats each page without a warning`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("docs", "man", folder.url.path) == 0)
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(pages.count == Purser.program.commands.count + 1)
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["man", "--warnings", "-E", "UTF-8", "-l"] + pages
        process.currentDirectoryURL = folder.url
        process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MANPAGER": "cat", "MANWIDTH": "120"]
        let (output, errors) = (Pipe(), folder.url.appending(path: "errors"))
        try Data().write(to: errors)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let shown = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try String(contentsOf: errors, encoding: .utf8) == "")
        #expect(shown.contains("--simulator") && shown.contains("purser keys revoke key_0123456789abcdef"))
    }

    @Test func `man pages need a folder that exists`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("docs", "man", folder.url.path + "/none") == 1)
        #expect(terminal.errors.count == 1)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }
}
