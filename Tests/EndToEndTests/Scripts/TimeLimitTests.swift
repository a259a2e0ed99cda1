// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// `within` of Scripts/common.sh: every program that a script starts has a time limit.
@Suite struct TimeLimitTests {
    private func run(_ lines: String, environment: [String: String] = [:]) async throws -> (text: String, code: Int32) {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let script = "source '\(Package.root.path)/Scripts/common.sh'\n" + lines
        // A shell in the background has Ctrl-C ignored, and what it starts inherits that.
        let arguments = ["--default-signal=INT", "/bin/bash", "-c", script]
        return try await Shell.run(
            "/usr/bin/env",
            arguments,
            in: folder.path,
            environment: environment,
            within: .seconds(120)
        )
    }

    @Test func `a step that takes too long ends with all that it started, and the failure names it`() async throws {
        let mark = "TIME_LIMIT_TEST=\(UUID())"
        let parts = mark.split(separator: "=").map(String.init)
        // One child stays in the step's process group, one leaves it as SwiftPM's test processes do.
        let (text, code) = try await run(
            "within 2 'the nap' bash -c 'sleep 3600 & setsid sleep 3600 & wait'; echo never",
            environment: [parts[0]: parts[1]]
        )
        #expect(code == 1)
        #expect(text.contains("error: the nap did not end within 2 seconds: bash -c"), "\(text)")
        #expect(!text.contains("never"), "\(text)")
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        for number in processes {
            let variables = FileManager.default.contents(atPath: "/proc/\(number)/environ") ?? Data()
            let isLeft = variables.split(separator: 0).contains { $0.elementsEqual(mark.utf8) }
            #expect(!isLeft, "process \(number) is left")
        }
    }

    @Test func `a step that ends in time has its own input, output and exit code`() async throws {
        let (text, code) = try await run(
            "echo beans | within 600 'a copy' cat; within 600 'a failure' bash -c 'exit 7'"
        )
        #expect(text == "beans\n")
        #expect(code == 7)
    }

    @Test func `Ctrl-C ends the step and the script`() async throws {
        let (text, code) = try await run(
            "within 100 'the nap' bash -c 'kill -INT $1; exec sleep 3600' _ $BASHPID; echo never"
        )
        #expect(code == 130, "\(text)")
        #expect(!text.contains("never"), "\(text)")
    }
}
