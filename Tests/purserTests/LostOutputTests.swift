// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import TestSupport
import Testing

/// What is printed may have nowhere to go: the disk is full, or whoever read the log is gone.
@Suite(.serialized) struct LostOutputTests {
    /// A device on which nothing has room.
    private static func full() throws -> FileHandle {
        try #require(FileHandle(forWritingAtPath: "/dev/full"), "this system has no /dev/full")
    }

    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit").path

    private func run(_ parts: [String], output: Any, errors: Any) throws -> Int32 {
        let process = ChildProcess()
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser")
        process.arguments = parts
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        process.waitUntilExit()
        try process.checkLimit()
        return process.terminationStatus
    }

    @Test func `a command whose words are lost says so and fails`() throws {
        let errors = Pipe()
        let parts = ["price", "--catalog", Self.catalog, "--product", "coffee.club.gold.monthly"]
        #expect(try run(parts, output: Self.full(), errors: errors) == 1)
        try errors.fileHandleForWriting.close()
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(said.contains("not all could be written to standard output: No space left"), "\(said)")
        #expect(!said.contains("Fatal"), "\(said)")
    }

    @Test func `a command that cannot even say what is wrong fails as if it had`() throws {
        let parts = ["price", "--catalog", Self.catalog, "--product", "no.such.product"]
        #expect(try run(parts, output: Pipe(), errors: Self.full()) == 1)
    }

    @Test func `a server continues without its log`() async throws {
        let folder = try TemporaryFolder()
        let configuration = folder.url.appending(path: "purser.json5")
        let text = "{ apps: [{ bundleID: 'com.example.coffee' }], log: { requests: true } }"
        try Data(text.utf8).write(to: configuration)
        let removed = Pipe()
        try removed.fileHandleForReading.close()
        for log in [try Self.full(), removed.fileHandleForWriting] {
            let server = try await PurserProcess(
                [
                    "serve", "--config", configuration.path, "--listen", "127.0.0.1:0", "--database",
                    "sqlite:\(folder.url.path)/\(UUID()).sqlite",
                ],
                until: "secret key",
                standardError: log
            )
            let url = try server.line("API").replacing("/v1", with: "")
            let transport = try CurlTransport()
            for _ in 0..<3 {
                #expect(try await transport.send(HTTPClientRequest("GET", url + "/healthz")).status == 200)
            }
            #expect(try await server.stop() == 0)
        }
    }
}
