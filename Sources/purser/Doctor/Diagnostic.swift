// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The languages of the doctor.
enum DoctorLanguage: String, Sendable {
    case english = "en"
    case chinese = "zh"
}

/// A text in the doctor's languages.
struct LocalizedText: Hashable, Sendable {
    var english: String
    var chinese: String

    init(_ english: String, _ chinese: String) {
        self.english = english
        self.chinese = chinese
    }

    subscript(_ language: DoctorLanguage) -> String { language == .english ? english : chinese }
}

/// Something that the doctor looked at, how it is, and how to fix it.
struct Diagnostic: Hashable, Sendable {
    enum Level: String, Sendable {
        /// All is well.
        case ok
        /// It works, and something is missing.
        case warning
        /// It cannot work.
        case fault
    }

    var level: Level
    /// What was looked at, in a word.
    var topic: String
    var text: LocalizedText
    var fix: LocalizedText?

    static func ok(_ topic: String, _ text: LocalizedText) -> Diagnostic {
        Diagnostic(level: .ok, topic: topic, text: text)
    }

    static func warning(_ topic: String, _ text: LocalizedText, fix: LocalizedText) -> Diagnostic {
        Diagnostic(level: .warning, topic: topic, text: text, fix: fix)
    }

    static func fault(_ topic: String, _ text: LocalizedText, fix: LocalizedText) -> Diagnostic {
        Diagnostic(level: .fault, topic: topic, text: text, fix: fix)
    }
}
