// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport
import Testing

/// What the tests run other programs by.
@Suite struct ChildProcessTests {
    private func run(
        _ command: String,
        input: Pipe? = nil,
        _ change: (ChildProcess) -> Void = { _ in }
    ) async throws -> (
        text: String, code: Int32
    ) {
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        change(process)
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        for await _ in ended {}
        #expect(!process.isRunning)
        return (text, process.terminationStatus)
    }

    @Test func `what it prints, its exit code and the signal that ends it are reported`() async throws {
        let said = try await run("echo out; echo err >&2; exit 7")
        #expect(said.text == "out\nerr\n" && said.code == 7)
        #expect(try await run("kill -9 $$").code == SIGKILL)
    }

    @Test func `it has its own folder and variables, and no file of ours`() async throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: "/dev/zero"))
        defer { withExtendedLifetime(file) {} }
        let said = try await run("pwd; echo $WORD; ls /proc/self/fd | wc -l") { process in
            process.currentDirectoryURL = URL(filePath: "/usr")
            process.environment = ["WORD": "bean", "PATH": "/usr/bin:/bin"]
        }
        // The three that it has, and the list itself.
        #expect(said.text.split(whereSeparator: \.isWhitespace) == ["/usr", "bean", "4"])
    }

    @Test func `it blocks no signal, whatever the thread that starts it blocks`() async throws {
        // `kill` without a handler: the signal ends the shell; blocked, it would wait forever.
        let said = try await run("grep SigBlk /proc/self/status; kill -TERM $$; echo alive")
        #expect(said.text.split(whereSeparator: \.isWhitespace) == ["SigBlk:", "0000000000000000"])
        #expect(said.code == SIGTERM)
    }

    @Test func `it runs beside thousands of open files`() async throws {
        let files = try (0..<3000).map { _ in try FileHandle(forReadingFrom: URL(filePath: "/dev/null")) }
        for _ in 0..<20 { #expect(try await run("exit 3").code == 3) }
        for file in files { try file.close() }
    }

    @Test func `a program that outlives its limit ends with its children, and the error names it`() throws {
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "sleep 3600 & echo started; wait"]
        process.limit = .milliseconds(500)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // The pipe ends only when the child of the shell is gone, too.
        _ = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == SIGKILL)
        let error = #expect(throws: ChildProcessIsLate.self) { try process.checkLimit() }
        #expect(error?.description.contains("/bin/sh -c sleep 3600") == true)
    }

    @Test func `a program that is not there is an error`() {
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/nowhere/at-all")
        #expect(throws: POSIXError.self) { try process.run() }
    }
}
