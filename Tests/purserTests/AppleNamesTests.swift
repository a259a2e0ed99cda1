// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Foundation
import TestSupport
import Testing

/// Clients that know no address but Apple's, in a network namespace where those names lead to the simulator.
@Suite struct AppleNamesTests {
    private struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path

    /// As root a namespace is made at once, otherwise one of a user's own.
    private static var namespace: [String] {
        geteuid() == 0 ? ["--net", "--mount"] : ["--map-root-user", "--net", "--mount"]
    }

    private static func run(_ path: String, _ arguments: [String]) async throws -> (status: Int32, text: String) {
        let process = ChildProcess()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let answer = await withCheckedContinuation { continuation in
            DispatchQueue(label: "namespace").async {
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                continuation.resume(returning: (process.terminationStatus, text))
            }
        }
        try process.checkLimit()
        return answer
    }

    private static func python() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["PURSER_PYTHON"] ?? root.appending(path: ".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Missing(description: "no Python with Tests/requirements.txt; run: Scripts/setup test")
        }
        return path
    }

    @Test func `two public verifyReceipt clients work untouched where Apple's names lead to the simulator`()
        async throws
    {
        let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser").path ?? ""
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Missing(description: "the program is not beside the tests; run: swift build --product purser")
        }
        let probe = try await Self.run("/usr/bin/unshare", Self.namespace + ["true"])
        guard probe.status == 0 else {
            throw Missing(
                description: "no network namespace can be made (\(probe.text)); run the tests as root, or allow it: "
                    + "sysctl -w kernel.unprivileged_userns_clone=1"
            )
        }
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let script = Self.fixtures + "/verify_receipt_clients.py"
        let result = try await Self.run(
            "/usr/bin/unshare",
            Self.namespace + [
                Self.fixtures + "/apples-names.sh", program, try Self.python(), script, folder.url.path,
            ]
        )
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("both clients found what they expect"))
    }
}
