// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization
import TestSupport

/// The program `purser` as a process of its own, with what it prints.
final class Program: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process: Mutex<ChildProcess>
    private let output = Mutex(Data())

    /// Starts the program that was built beside the tests, or another one, and waits until it has printed a word.
    ///
    /// - Parameters:
    ///   - parts: Its arguments.
    ///   - folder: Where it runs.
    ///   - part: What it prints once it is ready.
    ///   - executable: Another program.
    ///   - wrapper: A command that makes a surrounding for it and then becomes it, such as `unshare`.
    ///   - environment: Variables of its own.
    /// - Throws: ``Failure`` when it ends or has not printed it after five minutes.
    init(
        _ parts: [String],
        in folder: String,
        until part: String,
        executable: URL? = nil,
        wrapper: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        let program = try executable ?? Self.purser
        let process = ChildProcess()
        process.limit = nil
        // What stands before it becomes it, and keeps its number.
        let line = wrapper + [program.path] + parts
        process.executableURL = URL(filePath: line[0])
        process.arguments = Array(line.dropFirst())
        // A server reads its configuration from such variables; those of the tests are none of its business.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PURSER_") }
            .merging(environment) { $1 }
        process.currentDirectoryURL = URL(filePath: folder)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        self.process = Mutex(process)
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let bytes = handle.availableData
            if bytes.isEmpty { handle.readabilityHandler = nil }
            self?.output.withLock { $0 += bytes }
        }
        try process.run()
        let deadline = ContinuousClock.now + .seconds(300)
        while !text.contains(part) {
            guard ContinuousClock.now < deadline, isRunning else {
                throw Failure(description: "the program did not print '\(part)' within 300 seconds: \(text)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    deinit {
        kill()
    }

    /// The program that was built beside the tests.
    static var purser: URL {
        get throws {
            let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser")
            guard let program, FileManager.default.isExecutableFile(atPath: program.path) else {
                throw Failure(description: "the program is not beside the tests; run: swift build --product purser")
            }
            return program
        }
    }

    /// What it has printed so far.
    var text: String { output.withLock { String(decoding: $0, as: UTF8.self) } }

    var isRunning: Bool { process.withLock(\.isRunning) }

    /// The process's number.
    var number: Int32 { process.withLock(\.processIdentifier) }

    /// The first text without spaces after a label.
    func value(after label: String) throws -> String {
        let line = text.split(separator: "\n").first { $0.contains(label + " ") }
        guard let line, let start = line.range(of: label)?.upperBound,
            let part = line[start...].split(separator: " ").first
        else { throw Failure(description: "the program did not print '\(label)': \(text)") }
        return String(part)
    }

    /// A secret of the file that the program names after a label.
    func secret(_ name: String, after label: String) throws -> String {
        let text = text
        let line = text.split(separator: "\n").first { $0.contains(label + " ") } ?? ""
        guard let path = line.firstMatch(of: /in (\S+\.json)/)?.1,
            // A wrapped program may see a file system of its own.
            let bytes = FileManager.default.contents(atPath: String(path))
                ?? FileManager.default.contents(atPath: "/proc/\(number)/root\(path)"),
            let values = try JSONSerialization.jsonObject(with: bytes) as? [String: String],
            let value = values[name]
        else { throw Failure(description: "the program named no file of '\(label)': \(text)") }
        return value
    }

    /// The first app's secret key.
    func secretKey() throws -> String { try secret("secretKey", after: "secret key") }

    /// The console's first sign-in.
    func consoleSignIn() throws -> (name: String, password: String) {
        (try secret("name", after: "console sign-in"), try secret("password", after: "console sign-in"))
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

/// A program of this machine that runs to its end, such as a shell.
enum Shell {
    /// Runs a program and answers what it printed, standard error included, and its exit code.
    ///
    /// - Throws: ``Program/Failure`` that names it when it has not ended within the limit.
    static func run(
        _ program: String,
        _ parts: [String],
        in folder: String,
        environment: [String: String] = [:],
        within limit: Duration = .seconds(900)
    ) async throws -> (text: String, code: Int32) {
        let process = ChildProcess()
        process.limit = limit
        process.executableURL = URL(filePath: program)
        process.arguments = parts
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
        let log = URL(filePath: folder).appending(path: "shell-\(UUID()).log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let handle = try FileHandle(forWritingTo: log)
        process.standardOutput = handle
        process.standardError = handle
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ended {}
        try handle.close()
        do {
            try process.checkLimit()
        } catch {
            throw Program.Failure(description: "\(error); it printed: \(try String(contentsOf: log, encoding: .utf8))")
        }
        return (try String(contentsOf: log, encoding: .utf8), process.terminationStatus)
    }
}
