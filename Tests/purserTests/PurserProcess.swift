// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import Synchronization
import TestSupport

/// The built program in a process of its own, which a test may kill.
final class PurserProcess: Sendable {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private let process: Mutex<ChildProcess>
    private let output: Mutex<Output>

    private struct Output {
        var bytes = Data()

        /// Nothing comes any more.
        var hasEnded = false
    }

    /// Starts the program and waits until it has printed a word.
    init(_ parts: [String], until word: String, standardError: FileHandle? = nil) async throws {
        let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser")
        guard let program, FileManager.default.isExecutableFile(atPath: program.path) else {
            throw Missing(description: "the program is not beside the tests; run: swift build --product purser")
        }
        let process = ChildProcess()
        process.limit = nil
        process.executableURL = program
        process.arguments = parts
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = standardError ?? pipe
        output = Mutex(Output())
        self.process = Mutex(process)
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let bytes = handle.availableData
            if bytes.isEmpty { handle.readabilityHandler = nil }
            self?.output.withLock { output in
                output.bytes += bytes
                output.hasEnded = bytes.isEmpty
            }
        }
        try process.run()
        try await wait(for: word)
    }

    /// Waits until it has printed a word; only a test that fails waits as long as the limit.
    func wait(for word: String, within limit: Duration = .seconds(300)) async throws {
        let deadline = ContinuousClock.now + limit
        while true {
            // Asked first: what it printed before it ended may still be on its way.
            let hasEnded = output.withLock(\.hasEnded)
            if text.contains(word) { return }
            guard ContinuousClock.now < deadline, !hasEnded else {
                throw Missing(description: "the program did not print '\(word)' within \(limit): \(text)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    deinit {
        kill()
    }

    /// What it has printed so far.
    var text: String { output.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// The rest of the line that begins with a label.
    func line(_ label: String) throws -> String {
        let line = text.split(separator: "\n").first { $0.contains(label + " ") }
        guard let line, let start = line.range(of: label)?.upperBound else {
            throw Missing(description: "the program did not print '\(label)'")
        }
        return line[start...].trimmingCharacters(in: .whitespaces).split(separator: " ").first.map(String.init) ?? ""
    }

    /// The first app's secret key, from the file that the program names.
    func secretKey() throws -> String {
        let text = text
        guard let path = text.firstMatch(of: /secret key +in (\S+)/)?.1,
            let bytes = FileManager.default.contents(atPath: String(path)),
            let keys = try JSONSerialization.jsonObject(with: bytes) as? [String: String],
            let key = keys["secretKey"]
        else { throw Missing(description: "the program named no file of keys: \(text)") }
        return key
    }

    /// Sends it a signal.
    func send(_ signal: Int32) {
        process.withLock { process in
            guard process.isRunning else { return }
            _ = Foundation.kill(process.processIdentifier, signal)
        }
    }

    /// Asks it to stop, as a service manager does or with another signal, and answers its exit code.
    ///
    /// - Throws: ``Missing`` when it has not stopped within the limit.
    func stop(_ signal: Int32 = SIGTERM, within limit: Duration = .seconds(300)) async throws -> Int32 {
        let deadline = ContinuousClock.now + limit
        send(signal)
        while process.withLock(\.isRunning) {
            guard ContinuousClock.now < deadline else {
                kill()
                throw Missing(description: "the program did not stop within \(limit) of signal \(signal): \(text)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return process.withLock(\.terminationStatus)
    }

    /// Ends it at once, without a chance to finish anything.
    func kill() {
        process.withLock { process in
            guard process.isRunning else { return }
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
}
