// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One of the program's commands.
protocol Command: Sendable {
    /// The word that chooses it.
    static var name: String { get }

    /// What it does, in one sentence.
    static var summary: String { get }

    /// The operands as the help shows them, such as `FILE|-`.
    static var operands: String { get }

    /// The words that an operand may be; by default those in lower case in ``operands``.
    static var keywords: [String] { get }

    /// Its options, without `--help`.
    static var options: [Option] { get }

    /// More for the help: what it prints, exit codes, an example.
    static var details: String { get }

    /// Another help than the usual, for the words that were given.
    static func help(about parts: [String]) -> String?

    /// Does the work.
    ///
    /// - Throws: ``UsageError``, ``Failure``, or an error whose description is fit to be shown.
    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws
}

extension Command {
    static var operands: String { "" }
    static var options: [Option] { [] }
    static var details: String { "" }
    static func help(about parts: [String]) -> String? { nil }

    static var keywords: [String] {
        operands.split { !$0.isLetter && $0 != "-" }.map(String.init)
            .filter { $0 == $0.lowercased() && $0.contains(where: \.isLetter) }
    }
}
