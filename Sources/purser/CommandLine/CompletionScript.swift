// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the shells' scripts are made of: each command with its words and options.
struct CompletionScript: Sendable {
    /// A command as the scripts need it.
    struct Entry: Sendable {
        var name: String
        var summary: String
        var keywords: [String]
        var options: [Option]
        /// Whether an operand may be a file.
        var acceptsFiles: Bool
    }

    let entries: [Entry]

    init(_ commands: [any Command.Type]) {
        let help = Option("help", Help.helpOption)
        entries =
            commands.map { command in
                Entry(
                    name: command.name,
                    summary: command.summary,
                    keywords: command.keywords,
                    options: command.options + [help],
                    acceptsFiles: command.operands.contains("FILE") || command.operands.contains("DIR")
                )
            } + [
                Entry(
                    name: "help",
                    summary: "Show the help of a command.",
                    keywords: commands.map { $0.name },
                    options: [],
                    acceptsFiles: false
                ),
                Entry(name: "version", summary: "Print the version.", keywords: [], options: [], acceptsFiles: false),
            ]
    }

    /// The text in single quotes, for any of the three shells.
    func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// The file's first comment.
    var header: String { "# Completions of purser \(Program.version); 'purser completions' writes this file." }
}
