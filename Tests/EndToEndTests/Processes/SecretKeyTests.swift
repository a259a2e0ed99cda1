// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// A server at a terminal: it shows the secret key once, and ends with its terminal.
@Suite(.serialized) struct SecretKeyTests {
    private static let arguments = [
        "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0",
    ]

    /// Starts the server at a pseudo-terminal.
    private static func atTerminal(in folder: String) async throws -> Program {
        // Some shells stay between the terminal and what they run; then the signal would end only the shell.
        let line = (["exec", try Program.purser.path] + arguments).joined(separator: " ")
        return try await Program(
            ["--quiet", "--flush", "--return", "--command", line, "/dev/null"],
            in: folder,
            until: "Ctrl-C stops",
            executable: URL(filePath: "/usr/bin/script")
        )
    }

    /// Ends a server, or the terminal that it runs in, so that the next one finds its database free.
    private static func end(_ server: Program, with signal: Int32 = SIGTERM, in folder: String) async throws {
        kill(server.number, signal)
        _ = try await Shell.run(
            "/bin/sh",
            ["-c", "until flock --nonblock .purser/purser.sqlite-server true; do sleep 0.1; done"],
            in: folder,
            within: .seconds(120)
        )
    }

    @Test func `a terminal shows the secret key at the first start only`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Self.atTerminal(in: folder.path)
        let shown = try #require(first.text.firstMatch(of: /secret key +(sk_\S+)/), "\(first.text)")
        #expect(first.text.ranges(of: String(shown.1)).count == 1, "\(first.text)")
        try await Self.end(first, in: folder.path)
        let second = try await Self.atTerminal(in: folder.path)
        #expect(!second.text.contains("sk_"), "\(second.text)")
        #expect(second.text.contains("keys.json"))
        second.kill()
    }

    @Test func `closing the terminal stops the server`() async throws {
        let folder = try TemporaryFolder()
        let server = try await Self.atTerminal(in: folder.path)
        try await Self.end(server, with: SIGKILL, in: folder.path)
    }

    @Test func `a log never shows the secret key`() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let server = try await Program(Self.arguments, in: folder.path, until: "Ctrl-C stops")
            let key = try server.secretKey()
            #expect(key.hasPrefix("sk_"))
            #expect(!server.text.contains("sk_"), "\(server.text)")
            server.kill()
        }
    }
}
