// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// Where a command writes, and what surrounds it.
struct Terminal: Sendable {
    /// Writes a line on standard output.
    let print: @Sendable (String) -> Void

    /// Writes a line on standard error.
    let printError: @Sendable (String) -> Void

    /// Reads all of standard input.
    let input: @Sendable () -> Data

    /// The environment's variables.
    let environment: [String: String]

    /// Whether a person reads standard output as it is written: what is shown once is shown to no one else.
    var isInteractive = false

    /// Ctrl-C, for commands that end between two steps.
    var interruption = Interruption()

    /// Why something that was printed did not come through, or nothing.
    var lost: @Sendable () -> String? = { nil }

    /// The terminal that the program was started from.
    static func standard() -> Terminal {
        // A reader that is gone is an error of the write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        let (output, notes) = (OutputLines(STDOUT_FILENO), OutputLines(STDERR_FILENO))
        return Terminal(
            print: { output.write($0) },
            printError: { notes.write($0) },
            input: { FileHandle.standardInput.readDataToEndOfFile() },
            environment: ProcessInfo.processInfo.environment,
            isInteractive: isatty(STDOUT_FILENO) == 1,
            interruption: Interruption(hearsSignal: true),
            lost: { output.problem }
        )
    }

    /// Writes a value as JSON on one line of standard output.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot hold.
    func print(json value: JSONValue) throws {
        print(String(decoding: try AppStoreJSON.encode(value), as: UTF8.self))
    }

    /// Reads a file, or standard input when its name is a dash.
    func read(_ path: String) throws(Failure) -> Data {
        guard path != "-" else { return input() }
        do {
            // What a shell makes of <(…) is not a regular file, and is read to its end.
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFCHR {
                return try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
            }
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw Failure("cannot read \(path): \(error.systemReason)")
        }
    }

    /// Writes a file instead of what was there.
    func write(_ bytes: Data, to path: String) throws(Failure) {
        do {
            try bytes.write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure("cannot write \(path): \(error.systemReason)")
        }
    }
}
