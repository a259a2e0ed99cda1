// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Where a command writes, and what surrounds it.
struct Terminal: Sendable {
    /// Writes a line on standard output.
    let print: @Sendable (String) -> Void

    /// Writes a line on standard error.
    let note: @Sendable (String) -> Void

    /// Reads all of standard input.
    let input: @Sendable () -> Data

    /// The environment's variables.
    let environment: [String: String]

    /// The terminal that the program was started from.
    static func standard() -> Terminal {
        Terminal(
            print: { FileHandle.standardOutput.write(Data(($0 + "\n").utf8)) },
            note: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) },
            input: { FileHandle.standardInput.readDataToEndOfFile() },
            environment: ProcessInfo.processInfo.environment
        )
    }

    /// Reads a file, or standard input when its name is a dash.
    func read(_ path: String) throws(Failure) -> Data {
        guard path != "-" else { return input() }
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw Failure("cannot read \(path): \((error as NSError).localizedDescription)")
        }
    }

    /// Writes a file in the place of what was there.
    func write(_ bytes: Data, to path: String) throws(Failure) {
        do {
            try bytes.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure("cannot write \(path): \((error as NSError).localizedDescription)")
        }
    }
}
