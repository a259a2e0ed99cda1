// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The texts of `--help`.
enum Help {
    /// What the program is.
    static let introduction =
        "Purser: Apple In-App Purchase for an app team - server, rules and an App Store simulator."

    /// What the exit codes mean.
    static let exitCodes =
        "Exit codes: 0 success, 1 failure (one line gives the reason), 2 invalid command line, "
        + "130 interrupted, 143 terminated."

    /// What `--help` does.
    static let helpOption = "Show this help."

    /// The program's own help.
    static func program(_ commands: [any Command.Type]) -> String {
        let width = (commands.map { $0.name.count }.max() ?? 0) + 2
        let list = commands.map { "  \($0.name.padded(to: width))\($0.summary)" }.joined(separator: "\n")
        return """
            \(introduction)

            Usage: purser COMMAND [OPTION]…

            Commands:
            \(list)

            'purser COMMAND --help' shows the options of a command.
            'purser version' prints the version.
            \(exitCodes)
            """
    }

    /// A command's help.
    static func command(_ command: any Command.Type) -> String {
        let options = command.options + [Option("help", helpOption)]
        let width = (options.map { $0.spelling.count }.max() ?? 0) + 2
        let list = options.map { "  \($0.spelling.padded(to: width))\($0.help)" }.joined(separator: "\n")
        let operands = command.operands.isEmpty ? "" : " " + command.operands
        let details = command.details.isEmpty ? "" : "\n\n" + command.details
        return """
            \(command.summary)

            Usage: purser \(command.name)\(operands) [OPTION]…

            Options:
            \(list)\(details)
            """
    }
}

extension String {
    /// The text with spaces behind it up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
