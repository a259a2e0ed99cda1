// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import TestSupport

/// A page of `Documentation/Reference`, which tests make from the code and compare.
///
/// With `RECORD=1` in the environment the test writes the page.
struct ReferencePage {
    /// The file's name.
    var name: String

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The page as it is in the repository, after it was written when that was asked for.
    func text(recording page: String) throws -> String {
        let file = Self.root.appending(path: "Documentation/Reference/\(name)")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(page.utf8).write(to: file) }
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// The raw values that a source file declares for an open set of strings.
    static func declared(_ type: String, in path: String) throws -> [String] {
        let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let pattern = try Regex(
            "static let \\w+ = \(type)\\(rawValue: \"([^\"]+)\"\\)",
            as: (Substring, Substring).self
        )
        return source.matches(of: pattern).map { String($0.output.1) }
    }

    /// A text in a cell of a table.
    static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}
