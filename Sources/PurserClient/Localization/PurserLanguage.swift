// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The languages of this library's texts.
public enum PurserLanguage: String, Hashable, Sendable, Codable, CaseIterable {
    /// English.
    case english = "en"

    /// Simplified Chinese.
    case simplifiedChinese = "zh-Hans"

    /// The language that suits the system's settings best.
    public static var system: PurserLanguage { best(for: Locale.preferredLanguages) }

    /// The language that suits a list of preferred ones best.
    ///
    /// - Parameter preferred: Languages, such as zh-Hans-CN, the preferred one first.
    /// - Returns: The first that there are texts in; any kind of Chinese is served by Simplified Chinese.
    public static func best(for preferred: [String]) -> PurserLanguage {
        for language in preferred {
            if language == "zh" || language.hasPrefix("zh-") || language.hasPrefix("zh_") { return .simplifiedChinese }
            if language == "en" || language.hasPrefix("en-") || language.hasPrefix("en_") { return .english }
        }
        return .english
    }

    func choose(_ english: String, _ chinese: String) -> String {
        self == .english ? english : chinese
    }
}
