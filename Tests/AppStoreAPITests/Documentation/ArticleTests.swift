// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The code in the articles of the three libraries is code that compiles here.
@Suite struct ArticleTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// A text without the space around its lines.
    private static func plain(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    @Test(arguments: ["AppStoreTypes", "AppStoreSignedData", "AppStoreAPI"])
    func `every line of code in an article compiles`(library: String) throws {
        let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/\(library)/\(library).docc/\(library).md"),
            encoding: .utf8
        )
        let code = try String(contentsOf: Self.folder.appending(path: "ArticleCode.swift"), encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(blocks.count >= 2)
        for block in blocks { #expect(Self.plain(code).contains(Self.plain(block)), "\(block)") }
    }
}
