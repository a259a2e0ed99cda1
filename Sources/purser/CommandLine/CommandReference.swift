// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The reference of the command line as a page in Markdown, made from the declarations of the commands.
enum CommandReference {
    /// The page.
    static func page(_ commands: [any Command.Type]) -> String {
        let list = commands.map { "| [`\($0.name)`](#purser-\($0.name)) | \(cell($0.summary)) |" }
        let sections = commands.map(section)
        return """
            # Command line reference

            Generated from the declarations of the program; `purser docs cli` prints this page, and a test compares it.

            ```text
            purser COMMAND [OPTION]…
            ```

            \(Help.exitCodes) `purser help COMMAND` and `purser COMMAND --help` show the same as this page, `man purser-COMMAND` too.
            `purser version` prints the version. `purser completions SHELL` prints a completion script.

            | Command | What it does |
            |---|---|
            \(list.joined(separator: "\n"))

            \(sections.joined(separator: "\n\n"))

            """
    }

    private static func section(_ command: any Command.Type) -> String {
        let operands = command.operands.isEmpty ? "" : " " + command.operands
        var lines = ["## purser \(command.name)", "", command.summary, ""]
        lines += ["```text", "purser \(command.name)\(operands)\(command.options.isEmpty ? "" : " [OPTION]…")", "```"]
        if !command.options.isEmpty {
            lines += ["", "| Option | Meaning |", "|---|---|"]
            lines += command.options.map { "| `\(cell($0.spelling))` | \(cell($0.help)) |" }
        }
        if let details = command.help(about: []) ?? (command.details.isEmpty ? nil : command.details) {
            lines += ["", "```text", details, "```"]
        }
        return lines.joined(separator: "\n")
    }

    /// The text in a cell of a table.
    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}
