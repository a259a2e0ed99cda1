// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
package import Foundation

/// The tests' Python with the packages of `Tests/requirements.txt`, which `make test` installs.
package struct Python: Sendable {
    /// The result of a script.
    package struct Output: Sendable {
        /// The exit code; -1 when the script did not run.
        package var status: Int32

        /// What the script printed, errors included.
        package var text: String
    }

    struct Missing: Error, CustomStringConvertible {
        var description: String {
            "The tests need Python with Tests/requirements.txt: run Scripts/setup test, or name it in PURSER_PYTHON."
        }
    }

    /// The interpreter.
    package let executable: URL

    /// Finds the interpreter.
    ///
    /// - Throws: An error that says how to install it.
    package init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["PURSER_PYTHON"].map { URL(filePath: $0) }
        executable = named ?? root.appending(path: ".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: executable.path) else { throw Missing() }
    }

    /// Runs a script of the fixtures beside the caller's file; its input is JSON on standard input.
    package func run(_ script: String, _ input: [String: String], file: String = #filePath) async -> Output {
        let path = URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures/\(script)").path
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "python").async {
                continuation.resume(returning: Self.run(executable, path, input))
            }
        }
    }

    private static func run(_ executable: URL, _ script: String, _ input: [String: String]) -> Output {
        let process = ChildProcess()
        let (input, written) = (Pipe(), (try? JSONEncoder().encode(input)) ?? Data())
        let output = Pipe()
        process.executableURL = executable
        process.arguments = [script]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        do { try process.run() } catch { return Output(status: -1, text: "\(error)") }
        input.fileHandleForWriting.write(written)
        try? input.fileHandleForWriting.close()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        do { try process.checkLimit() } catch { return Output(status: -1, text: "\(error)") }
        return Output(status: process.terminationStatus, text: String(decoding: text, as: UTF8.self))
    }
}
