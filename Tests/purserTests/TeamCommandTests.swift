// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite struct TeamCommandTests {
    @Test(arguments: [
        ["team"], ["team", "reset"], ["team", "list", "all"], ["team", "forget", "anna"], ["team", "list"],
    ])
    func `what is missing or wrong is a usage error`(line: [String]) async {
        let terminal = TestTerminal()
        let options = line == ["team", "list"] ? [] : ["--database", "sqlite:none"]
        #expect(await terminal.run(line + options) == 2)
    }

    @Test func `a lost password is replaced on the server's machine`() async throws {
        let folder = try TemporaryFolder()
        let configuration = try folder.write(
            "purser.json5",
            Data(#"{ apps: [{ bundleID: "com.example.coffee", appAppleID: 1 }] }"#.utf8)
        )
        _ = try folder.write("root.pem", Data(TestAuthority.shared.documents.root.certificate.pem.utf8))
        let database = "sqlite:\(folder.url.path)/purser.sqlite"
        let server = try await PurserProcess(
            [
                "serve", "--config", configuration, "--listen", "127.0.0.1:0", "--database", database, "--root",
                folder.url.appending(path: "root.pem").path,
            ],
            until: "for backends"
        )
        let options = ["--database", database, "--config", configuration]
        let beside = TestTerminal()
        #expect(await beside.run(["team", "list"] + options) == 1)
        #expect(try await server.stop() == 0)
        let list = TestTerminal()
        #expect(await list.run(["team", "list"] + options) == 0, "\(list.errors)")
        #expect(list.output.count == 1 && list.output.first?.hasPrefix("admin\tadmin\t") == true, "\(list.output)")
        let reset = TestTerminal()
        #expect(await reset.run(["team", "reset", "admin", "--second-factor-off"] + options) == 0, "\(reset.errors)")
        #expect(reset.output.first.map { $0.count >= 24 } == true)
        #expect(await TestTerminal().run(["team", "reset", "missing"] + options) == 1)
    }
}
