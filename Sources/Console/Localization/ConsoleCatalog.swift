// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// The texts of the console in another language than English: a JSON object from each English text to its translation.
///
/// A further language is a file beside the others, and its line in ``embedded``.
struct ConsoleCatalog: Sendable {
    /// The code of the language, such as zh-Hans.
    let language: String
    private let texts: [String: String]

    /// Reads a catalog.
    ///
    /// - Parameters:
    ///   - language: The code of the language.
    ///   - bytes: The JSON.
    /// - Throws: `DecodingError`.
    init(language: String, bytes: [UInt8]) throws {
        self.language = language
        texts = try JSONDecoder().decode([String: String].self, from: Data(bytes))
    }

    /// The translation of an English text.
    ///
    /// - Parameters:
    ///   - original: The English text, with `%1` for the first value.
    ///   - meaning: Which of its meanings, where one English text has several; the catalog's key ends with it in
    ///     brackets.
    /// - Returns: The translation; `nil` where the catalog has none.
    func translation(of original: String, meaning: String?) -> String? {
        texts[Self.key(original, meaning)]
    }

    /// All keys.
    var keys: Set<String> { Set(texts.keys) }

    static func key(_ original: String, _ meaning: String?) -> String {
        meaning.map { "\(original) [\($0)]" } ?? original
    }

    /// The catalogs in the program, by code.
    static let all: [String: ConsoleCatalog] = Dictionary(uniqueKeysWithValues: embedded.map { ($0.language, $0) })

    private static let embedded: [ConsoleCatalog] = [
        read("zh-Hans", PackageResources.zh_Hans_json)
    ]

    private static func read(_ language: String, _ bytes: [UInt8]) -> ConsoleCatalog {
        do {
            return try ConsoleCatalog(language: language, bytes: bytes)
        } catch {
            // The file is part of the program, and a test reads it.
            preconditionFailure("the texts in \(language) cannot be read: \(error)")
        }
    }
}
