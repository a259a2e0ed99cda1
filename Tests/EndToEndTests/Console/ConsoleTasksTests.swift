// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The tasks of a support team, done in Chromium against the whole program, with axe looking on.
@Suite(.serialized) struct ConsoleTasksTests {
    struct MissingPython: Error, CustomStringConvertible {
        let description = "PURSER_PYTHON is not set; run: Scripts/setup test, and set it to .venv/bin/python"
    }

    @Test(arguments: ["en", "zh"])
    func `a person at the console does the ten tasks of support in a language`(language: String) async throws {
        guard let python = ProcessInfo.processInfo.environment["PURSER_PYTHON"] else { throw MissingPython() }
        let folder = try TemporaryFolder()
        let server = try await Program(
            [
                "serve", "--simulator", "--catalog", ServedShop.catalog, "--listen", "127.0.0.1:0",
                "--simulator-listen", "127.0.0.1:0",
            ],
            in: folder.path,
            until: "Ctrl-C stops"
        )
        let person = try server.consoleSignIn()
        let script = Package.root.appending(path: "Tests/EndToEndTests/Fixtures/console_tasks.py").path
        let (text, code) = try await Shell.run(
            python,
            [
                script, "--server", try server.value(after: "API").replacing("/v1", with: ""), "--simulator",
                try server.value(after: "production"), "--secret", try server.secretKey(), "--name",
                person.name, "--password", person.password, "--language", language, "--shots", folder.path,
            ],
            in: folder.path
        )
        #expect(code == 0 && text.contains("all tasks done"), "\(text)\n\(server.text.suffix(3000))")
    }

    @Test func `every figure of the console is what the App Store's books say`() async throws {
        guard let python = ProcessInfo.processInfo.environment["PURSER_PYTHON"] else { throw MissingPython() }
        let folder = try TemporaryFolder()
        let server = try await Program(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--clock",
                "manual", "--start", "2026-02-20",
            ],
            in: folder.path,
            until: "Ctrl-C stops"
        )
        let person = try server.consoleSignIn()
        let (text, code) = try await Shell.run(
            python,
            [
                Package.root.appending(path: "Tests/EndToEndTests/Fixtures/console_figures.py").path, "--server",
                try server.value(after: "API").replacing("/v1", with: ""), "--simulator",
                try server.value(after: "production"), "--secret", try server.secretKey(), "--name", person.name,
                "--password", person.password,
            ],
            in: folder.path
        )
        #expect(code == 0 && text.contains("figures agree"), "\(text.suffix(8000))\n\(server.text.suffix(2000))")
    }
}
