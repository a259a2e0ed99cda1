// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A shell that completes the program's command line.
enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script that the shell reads, made from the declarations of the commands.
    func completions(_ commands: [any Command.Type]) -> String {
        let script = CompletionScript(commands)
        return switch self {
        case .bash: script.bash
        case .zsh: script.zsh
        case .fish: script.fish
        }
    }
}
