// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// The page that walks through a first purchase is true: its blocks are run, and what they print is what it says.
@Suite(.serialized) struct FirstPurchaseTests {
    private struct Step {
        var script: String
        /// What the page says is printed; three dots represent anything.
        var output: String
    }

    static let pages = ["FirstPurchase.md", "FirstPurchase.zh-CN.md"]

    /// The shell blocks of a page, each with the block of output behind it.
    private static func steps(_ page: String) throws -> [Step] {
        let text = try Package.text("Documentation/" + page)
        return text.matches(of: /```sh\n((?:.|\n)*?)\n```\n\n```text\n((?:.|\n)*?)\n```/).map {
            Step(script: String($0.1), output: String($0.2))
        }
    }

    @Test func `the walk from order to refund prints what the page says`() async throws {
        let steps = try Self.steps("FirstPurchase.md")
        #expect(steps.count >= 10)
        let folder = try TemporaryFolder()
        let server = try await Program(
            [
                "serve", "--simulator", "--catalog", ServedShop.catalog, "--listen", "127.0.0.1:0",
                "--simulator-listen", "127.0.0.1:0",
            ],
            in: folder.path,
            until: "Ctrl-C stops"
        )
        let mark = "-- next --"
        let script = steps.map(\.script).joined(separator: "\necho '\(mark)'\n")
            .replacing("http://127.0.0.1:8080", with: try server.value(after: "API").replacing("/v1", with: ""))
            .replacing("http://127.0.0.1:8081", with: try server.value(after: "production"))
        let (text, code) = try await Shell.run("/bin/bash", ["-euc", script], in: folder.path)
        #expect(code == 0, "\(text)")
        let printed = text.components(separatedBy: mark + "\n")
        #expect(printed.count == steps.count)
        for (step, printed) in zip(steps, printed) {
            let printed = printed.trimmingCharacters(in: .newlines)
            #expect(Self.fits(printed, step.output), "\(step.script)\nprinted:\n\(printed)\nnot:\n\(step.output)")
        }
    }

    @Test func `the page in both languages has the same blocks`() throws {
        let (english, chinese) = (try Self.steps("FirstPurchase.md"), try Self.steps("FirstPurchase.zh-CN.md"))
        #expect(english.map(\.script) == chinese.map(\.script))
        #expect(english.map(\.output) == chinese.map(\.output))
        for page in Self.pages {
            let all = try Package.text("Documentation/" + page).matches(of: /```sh\n/).count
            #expect(try Self.steps(page).count == all, "a block of \(page) has no output behind it")
        }
    }

    /// Whether a text is what the page says, piece by piece between the dots.
    static func fits(_ text: String, _ pattern: String) -> Bool {
        let pieces = pattern.components(separatedBy: "…")
        guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first) else { return false }
        guard pieces.count > 1 else { return text == pattern }
        var rest = text.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.range(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
