// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A page for `man`, made from the declarations of the commands.
struct ManualPage: Sendable {
    /// The file's name, such as `purser-serve.1`.
    let fileName: String

    /// The page in the language of `man`.
    let text: String

    /// The program's page, with the list of its commands.
    static func program(_ commands: [any Command.Type]) -> ManualPage {
        var lines = head("purser", "Apple In-App Purchase for an app team")
        lines += [".SH SYNOPSIS", ".B purser", ".I COMMAND", "[\\fIOPTION\\fR]..."]
        lines += [".SH DESCRIPTION", escaped(Help.introduction), ".SH COMMANDS"]
        for command in commands {
            lines += [".TP", "\\fBpurser\\-\(escaped(command.name))\\fR(1)", escaped(command.summary)]
        }
        lines += [".SH EXIT STATUS", escaped(Help.exitCodes)]
        lines += [".SH FILES", ".TP", ".I /etc/purser/purser.json5", "The configuration of the packaged service."]
        return ManualPage(fileName: "purser.1", text: lines.joined(separator: "\n") + "\n")
    }

    /// A command's page.
    static func command(_ command: any Command.Type) -> ManualPage {
        let title = "purser-" + command.name
        var lines = head(title, command.summary)
        lines += [".SH SYNOPSIS", ".B purser \(escaped(command.name))"]
        if !command.operands.isEmpty { lines.append(escaped(command.operands)) }
        lines += ["[\\fIOPTION\\fR]...", ".SH OPTIONS"]
        for option in command.options + [Option("help", Help.helpOption)] {
            let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
            lines += [".TP", "\\fB\\-\\-\(escaped(option.name))\\fR\(value)", escaped(option.help)]
        }
        // The details have lines of their own, and examples that are indented.
        if let details = command.help(about: []) ?? (command.details.isEmpty ? nil : command.details) {
            lines +=
                [".SH DETAILS", ".nf"]
                + details.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : escaped(String($0)) }
            lines.append(".fi")
        }
        lines += [".SH SEE ALSO", ".BR purser (1)"]
        return ManualPage(fileName: title + ".1", text: lines.joined(separator: "\n") + "\n")
    }

    private static func head(_ title: String, _ summary: String) -> [String] {
        [
            ".TH \(title.uppercased()) 1 \"\" \"purser \(Program.version)\" \"Purser\"",
            ".SH NAME", "\(escaped(title)) \\- \(escaped(summary))",
        ]
    }

    /// The text without anything that `man` would take for a request or an escape.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
