// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

@testable import purser

/// A terminal whose words a test can read.
final class TestTerminal: Sendable {
    private let arguments = Mutex<(out: [String], errors: [String])>(([], []))
    private let input: Data

    /// Ctrl-C, as a test presses it.
    let interruption = Interruption()

    init(input: Data = Data()) {
        self.input = input
    }

    /// What went to standard output, line by line.
    var output: [String] { arguments.withLock { $0.out } }

    /// What went to standard error, line by line.
    var errors: [String] { arguments.withLock { $0.errors } }

    /// Runs the whole program with these words.
    func run(_ parts: String...) async -> Int32 {
        await run(parts)
    }

    /// Runs the whole program with these words.
    func run(_ parts: [String], environment: [String: String] = [:]) async -> Int32 {
        let terminal = Terminal(
            print: { line in self.arguments.withLock { $0.out.append(line) } },
            printError: { line in self.arguments.withLock { $0.errors.append(line) } },
            input: { self.input },
            environment: environment,
            interruption: interruption
        )
        return await Purser.program.run(parts, terminal)
    }
}
