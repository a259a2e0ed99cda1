// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One option of a command.
struct Option: Sendable {
    /// The long name without its dashes.
    let name: String

    /// What the value is called in the help, or nothing for a switch.
    let value: String?

    /// Whether the option may be given more than once.
    let repeats: Bool

    /// What it does, in one sentence.
    let help: String

    init(_ name: String, value: String? = nil, repeats: Bool = false, _ help: String) {
        self.name = name
        self.value = value
        self.repeats = repeats
        self.help = help
    }

    /// The option as the help shows it.
    var spelling: String {
        guard let value else { return "--\(name)" }
        return "--\(name) \(value)" + (repeats ? "…" : "")
    }
}
