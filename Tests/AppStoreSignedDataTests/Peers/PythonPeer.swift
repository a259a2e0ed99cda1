// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

/// Apple's Python library and PyJWT, run beside the tests.
enum PythonPeer {
    /// The package's folder.
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Gives a command to the peer and answers what it says.
    static func ask(_ command: String, _ arguments: [String: Any]) throws -> [String: Any] {
        let python = package.appending(path: ".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path()) else {
            throw Missing(
                description: "no Python with Apple's library; run: python3 -m venv .venv && "
                    + ".venv/bin/pip install app-store-server-library"
            )
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/peer.py")
        var input = arguments
        input["command"] = command
        let output = try run(python, [script.path()], input: JSONSerialization.data(withJSONObject: input))
        return try #require(JSONSerialization.jsonObject(with: output) as? [String: Any])
    }

    /// Runs a program to its end and answers what it wrote; its complaint is the error.
    static func run(_ program: URL, _ arguments: [String], input: Data = Data()) throws -> Data {
        let process = ChildProcess()
        process.executableURL = program
        process.arguments = arguments
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: input)
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try process.checkLimit()
        guard process.terminationStatus == 0 else {
            throw Missing(description: "\(program.lastPathComponent): " + String(decoding: complaint, as: UTF8.self))
        }
        return output
    }
}
