// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// `purser completions`: a script with which a shell completes the command line.
enum CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "Print a completion script for bash, zsh or fish."
    static let operands = "bash|zsh|fish"

    static let details = """
        The script is made from the same declarations as --help. The Debian package installs all three.

        Examples:
          purser completions bash > ~/.local/share/bash-completion/completions/purser
          purser completions zsh > "${fpath[1]}/_purser"
          purser completions fish > ~/.config/fish/completions/purser.fish
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 1, let shell = CompletionShell(rawValue: arguments.operands[0]) else {
            throw UsageError("give one shell: \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        terminal.print(shell.completions(Purser.program.commands))
    }
}
