// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The language that a page speaks.
package enum ConsoleLanguage: String, Sendable, CaseIterable, Codable {
    /// English.
    case english = "en"
    /// Simplified Chinese.
    case chinese = "zh-Hans"

    /// The text in this language.
    package func callAsFunction(_ english: String, _ chinese: String) -> String {
        self == .english ? english : chinese
    }

    /// The other language.
    package var other: ConsoleLanguage { self == .english ? .chinese : .english }

    /// The language's own name.
    package var name: String { self("English", "中文") }

    /// Chooses by what a browser says that its user reads.
    package init(accepting field: String?) {
        let first = field?.split(separator: ",").lazy
            .map { $0.prefix { $0 != ";" && $0 != "-" }.filter { $0 != " " }.lowercased() }
            .first { $0 == "zh" || $0 == "en" }
        self = first == "zh" ? .chinese : .english
    }
}
