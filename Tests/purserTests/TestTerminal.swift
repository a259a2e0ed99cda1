// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

@testable import purser

/// A terminal whose words a test can read.
final class TestTerminal: Sendable {
    private let words = Mutex<(out: [String], notes: [String])>(([], []))
    private let input: Data

    init(input: Data = Data()) {
        self.input = input
    }

    /// What went to standard output, line by line.
    var output: [String] { words.withLock { $0.out } }

    /// What went to standard error, line by line.
    var notes: [String] { words.withLock { $0.notes } }

    /// Runs the whole program with these words.
    func run(_ words: String...) async -> Int32 {
        await run(words)
    }

    /// Runs the whole program with these words.
    func run(_ words: [String], environment: [String: String] = [:]) async -> Int32 {
        let terminal = Terminal(
            print: { line in self.words.withLock { $0.out.append(line) } },
            note: { line in self.words.withLock { $0.notes.append(line) } },
            input: { self.input },
            environment: environment
        )
        return await Purser.program.run(words, terminal)
    }
}
