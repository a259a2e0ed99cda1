// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The documentation of the console, which the console shows itself: it has no other host to load it from.
package enum Guide {
    /// The text, as `Documentation/Console.md` has it.
    package static func markdown(_ language: ConsoleLanguage) -> String {
        let bytes = language == .english ? PackageResources.guide_en_txt : PackageResources.guide_zh_txt
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The anchor of a heading: its letters and digits in lower case, a hyphen for each space.
    package static func anchor(of heading: some StringProtocol) -> String {
        String(
            heading.lowercased().compactMap { letter -> Character? in
                if letter == " " { return "-" }
                return letter.isLetter || letter.isNumber || letter == "-" || letter == "_" ? letter : nil
            }
        )
    }
}

extension PageContext {
    /// The heading of the guide that is about the page that is shown.
    package func guideHeading(of place: Page.NavigationItem?) -> String {
        let own = path.prefix { $0 != "?" }
        if own.hasPrefix("/console/customers/") { return self("The customer page") }
        if own == "/console/search" { return self("Search") }
        if own == "/console/account" { return self("Account") }
        return place.map { name(of: $0) } ?? self("The pages")
    }
}
