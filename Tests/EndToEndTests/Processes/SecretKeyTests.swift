// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The secret key is shown to a person, once, and is in no log.
@Suite(.serialized) struct SecretKeyTests {
    private static let words = [
        "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0",
    ]

    /// Starts the server at a pseudo-terminal.
    private static func atTerminal(in folder: String) async throws -> Program {
        let line = ([try Program.purser.path] + words).joined(separator: " ")
        return try await Program(
            ["--quiet", "--flush", "--return", "--command", line, "/dev/null"],
            in: folder,
            until: "Ctrl-C stops",
            executable: URL(filePath: "/usr/bin/script")
        )
    }

    /// Ends a server so that the next one finds its database free.
    private static func end(_ server: Program, in folder: String) async throws {
        kill(server.number, SIGTERM)
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

    @Test func `a log never shows the secret key`() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let server = try await Program(Self.words, in: folder.path, until: "Ctrl-C stops")
            let key = try server.secretKey()
            #expect(key.hasPrefix("sk_"))
            #expect(!server.text.contains("sk_"), "\(server.text)")
            server.kill()
        }
    }
}
