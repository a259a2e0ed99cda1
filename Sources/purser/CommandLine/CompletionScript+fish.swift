// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension CompletionScript {
    /// The script for fish.
    var fish: String {
        let names = entries.map(\.name).joined(separator: " ")
        let first = "not __fish_seen_subcommand_from \(names)"
        var lines = [header, "complete -c purser -f"]
        for entry in entries {
            lines.append("complete -c purser -n \(quoted(first)) -a \(entry.name) -d \(fishQuoted(entry.summary))")
        }
        for entry in entries {
            let chosen = "complete -c purser -n \(quoted("__fish_seen_subcommand_from \(entry.name)"))"
            for word in entry.keywords { lines.append("\(chosen) -a \(word)") }
            if entry.acceptsFiles { lines.append("\(chosen) -F") }
            for option in entry.options { lines.append("\(chosen) \(fishOption(option))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func fishOption(_ option: Option) -> String {
        var parts = ["-l \(option.name)"]
        if option.value != nil {
            parts.append(option.isPath ? "-r -F" : "-x")
            if !option.choices.isEmpty { parts.append("-a " + quoted(option.choices.joined(separator: " "))) }
        }
        return (parts + ["-d " + fishQuoted(option.help)]).joined(separator: " ")
    }

    /// fish knows backslashes within single quotes.
    private func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
