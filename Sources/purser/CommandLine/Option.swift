// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One option of a command.
struct Option: Sendable {
    /// The long name without its dashes.
    let name: String

    /// What the value is called in the help, or nothing for a switch.
    let value: String?

    /// Every word that the value may be, where there is a list of them.
    let choices: [String]

    /// Whether the option may be given more than once.
    let repeats: Bool

    /// What it does, in one sentence.
    let help: String

    init(_ name: String, value: String? = nil, choices: [String] = [], repeats: Bool = false, _ help: String) {
        self.name = name
        self.value = value
        self.choices = choices.isEmpty ? Self.choices(of: value ?? "") : choices
        self.repeats = repeats
        self.help = help
    }

    /// The option as the help shows it.
    var spelling: String {
        guard let value else { return "--\(name)" }
        return "--\(name) \(value)" + (repeats ? "…" : "")
    }

    /// Whether the value names a file or a folder.
    var isPath: Bool {
        guard let value else { return false }
        return ["FILE", "DIR", "CERT"].contains { value.hasPrefix($0) }
    }

    /// The words of a value such as `text|json`; none when a part of it is a placeholder.
    private static func choices(of value: String) -> [String] {
        let parts = value.split(separator: "|").map(String.init)
        return parts.count > 1 && parts.allSatisfy { $0 == $0.lowercased() } ? parts : []
    }
}
