// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import Foundation

/// An instant as command lines and people spell it.
enum Instant {
    /// Reads `2026-11-21`, `2026-11-21T10:00:00Z` or milliseconds since 1970.
    static func read(_ text: String, option: String) throws(UsageError) -> Date {
        if let milliseconds = Int64(text), text.count > 8 { return Date(millisecondsSince1970: milliseconds) }
        if let date = date(text) { return date }
        throw UsageError("--\(option) takes a time such as 2026-11-21T10:00:00Z, not '\(text)'")
    }

    /// Reads a day, or a day and time with its zone; nothing of a day that no month has, which Foundation rolls over.
    static func date(_ text: String) -> Date? {
        guard CivilDay(String(text.prefix(10))) != nil else { return nil }
        let whole = text.count == 10 ? text + "T00:00:00Z" : text
        return (try? Date(whole, strategy: .iso8601))
            ?? (try? Date(whole, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// Spells an instant in UTC.
    static func text(_ milliseconds: Int64) -> String {
        Date(millisecondsSince1970: milliseconds).formatted(.iso8601)
    }
}

/// The language in which a command answers people.
enum OutputLanguage: Sendable {
    case english
    case chinese

    /// The same language for the texts that commands share with the console.
    var console: ConsoleLanguage { self == .english ? .english : .chinese }

    /// The one that is asked for, or the terminal's own.
    init(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { terminal.environment[$0] }
        let text = arguments.value("language") ?? variables.first { !$0.isEmpty } ?? "en"
        switch text.lowercased().prefix(2) {
        case "zh": self = .chinese
        case "en": self = .english
        default:
            guard arguments.value("language") == nil else {
                throw UsageError("--language takes en or zh-Hans, not '\(text)'")
            }
            self = .english
        }
    }

    /// Its code.
    var code: String { self == .chinese ? "zh-Hans" : "en" }

    /// The text in this language.
    func callAsFunction(_ english: String, _ chinese: String) -> String { self == .chinese ? chinese : english }

    static let option = Option("language", value: "NAME", "en or zh-Hans (default: the terminal's).")
}
