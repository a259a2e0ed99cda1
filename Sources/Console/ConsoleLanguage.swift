// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The language that a page speaks: English, or that of a catalog.
package struct ConsoleLanguage: Hashable, Sendable, Codable, RawRepresentable, CaseIterable {
    /// The code, such as zh-Hans.
    package let rawValue: String

    /// English, in which the texts are written.
    package static let english = ConsoleLanguage(code: "en")
    /// Simplified Chinese.
    package static let chinese = ConsoleLanguage(code: "zh-Hans")

    /// Every language, English first.
    package static let allCases = [english] + ConsoleCatalog.all.keys.sorted().map(ConsoleLanguage.init(code:))

    private init(code: String) { rawValue = code }

    /// The language of a code; `nil` when there are no texts in it.
    package init?(rawValue: String) {
        guard rawValue == Self.english.rawValue || ConsoleCatalog.all[rawValue] != nil else { return nil }
        self.init(code: rawValue)
    }

    /// The text in this language; the English one where the catalog has none.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - meaning: Which of its meanings, where the same English text has several translations.
    /// - Returns: The text with its values.
    package func callAsFunction(_ text: ConsoleText, meaning: String? = nil) -> String {
        let catalog = ConsoleCatalog.all[rawValue]
        let translation = catalog?.translation(of: text.original, meaning: meaning ?? text.meaning)
        return text.filled(translation ?? text.original)
    }

    /// The languages to change to.
    package var others: [ConsoleLanguage] { Self.allCases.filter { $0 != self } }

    /// The language's own name.
    package var name: String { self("English", meaning: "the language's own name") }

    /// Chooses by what a browser says that its user reads.
    package init(accepting field: String?) {
        let wanted = field?.split(separator: ",").lazy
            .map { $0.prefix { $0 != ";" && $0 != "-" }.filter { $0 != " " }.lowercased() }
            .compactMap { code in Self.allCases.first { $0.rawValue.prefix { $0 != "-" } == code } }
        self = wanted?.first ?? .english
    }
}
