// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

@Suite struct HealthCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a server that is ready is healthy, and one that is missing is not`() async throws {
        let server = try await PurserProcess(
            [
                "serve", "--simulator", "--database", "sqlite:\(folder.url.path)/purser.sqlite",
                "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0",
            ],
            until: "Ctrl-C stops."
        )
        let url = try server.line("API").replacing("/v1", with: "")
        let terminal = TestTerminal()
        #expect(await terminal.run("health", url) == 0, "\(terminal.errors)")
        #expect(terminal.output.count == 1 && terminal.output[0].hasPrefix("{"), "\(terminal.output)")
        #expect(try await server.stop() == 0)
        let missing = TestTerminal()
        #expect(await missing.run("health", url) == 1)
        #expect(missing.errors.count == 1 && missing.errors[0].contains("\(url) does not answer"), "\(missing.errors)")
    }

    @Test func `an address that is none is refused`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("health", "localhost:8080") == 2)
        #expect(terminal.errors.joined().contains("invalid URL: 'localhost:8080'"), "\(terminal.errors)")
    }
}
