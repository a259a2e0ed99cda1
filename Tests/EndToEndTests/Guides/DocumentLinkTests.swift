// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Links between the documents lead somewhere, and every guide can be found.
@Suite struct DocumentLinkTests {
    private static let folders = ["Benchmarks", "Companions", "Documentation", "Examples", "Fuzz", "Sources"]

    /// The paths of all documents for people.
    private static func pages() -> [String] {
        let inFolders = folders.flatMap { folder in
            let walk = FileManager.default.enumerator(atPath: Package.root.appending(path: folder).path)
            return (walk?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }
        }
        return ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
            + inFolders.filter { $0.hasSuffix(".md") && !$0.contains(".build/") && !$0.contains("/site/") }.sorted()
    }

    /// The targets of a page's links to files, relative to the root; links to other hosts and to headings are left out.
    private static func links(of page: String) throws -> [String] {
        let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        let text = try Package.text(page).replacing(/(?m)^```[a-z0-9]*\n(?:.|\n)*?\n```$/, with: "")
        return text.matches(of: /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/).map { String($0.1) }
            .filter { !$0.contains("://") }
            .map { URL(filePath: "/" + folder + $0).standardized.path }
            .map { String($0.drop { $0 == "/" }) }
    }

    @Test func `every link to a file leads to one`() throws {
        var seen = 0
        for page in Self.pages() {
            for target in try Self.links(of: page) {
                seen += 1
                let path = Package.root.appending(path: target).path
                #expect(FileManager.default.fileExists(atPath: path), "\(page): there is no \(target)")
            }
        }
        #expect(seen > 200)
    }

    @Test(arguments: ["README.md", "README.zh-CN.md"])
    func `every guide is at most two links away from the README`(readme: String) throws {
        let first = Set(try Self.links(of: readme))
        let second = try first.filter { $0.hasSuffix(".md") }.flatMap { try Self.links(of: $0) }
        let found = first.union(second)
        for page in Self.pages() where page.hasPrefix("Documentation/") {
            #expect(found.contains(page), "\(readme) does not lead to \(page) in two links")
        }
    }

    /// The anchors that a page's headings have on a forge.
    private static func anchors(of page: String) throws -> Set<String> {
        let text = try Package.text(page).replacing(/(?m)^```[a-z0-9]*\n(?:.|\n)*?\n```$/, with: "")
        var seen: [String: Int] = [:]
        return Set(
            text.matches(of: /(?m)^#+ (.+)$/).map { heading in
                let title = heading.1.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }.lowercased()
                let name = title.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == " " }
                    .replacing(" ", with: "-")
                defer { seen[name, default: 0] += 1 }
                return seen[name].map { "\(name)-\($0)" } ?? name
            }
        )
    }

    @Test func `every link to a heading leads to one`() throws {
        var seen = 0
        for page in Self.pages() {
            let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            let text = try Package.text(page).replacing(/(?m)^```[a-z0-9]*\n(?:.|\n)*?\n```$/, with: "")
            for link in text.matches(of: /\]\(([^)\s#:]*)#([^)\s]+)\)/) {
                let file =
                    link.1.isEmpty ? page : String(URL(filePath: "/" + folder + link.1).standardized.path.dropFirst())
                guard file.hasSuffix(".md") else { continue }
                seen += 1
                let anchor = link.2.removingPercentEncoding ?? String(link.2)
                #expect(try Self.anchors(of: file).contains(anchor), "\(page): \(file) has no heading #\(anchor)")
            }
        }
        #expect(seen > 100)
    }

    @Test(arguments: ["README.md", "README.zh-CN.md"]) func `the README has at most 120 lines`(readme: String) throws {
        #expect(
            try Package.text(readme).split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 120
        )
    }

    /// Pages without a Chinese page, by reason: contributors' internals, evidence, and generated tables of identifiers.
    private static let englishOnly: Set<String> = [
        "Architecture.md", "AppStoreCoverage.md", "CustomerProblems.md", "Decisions/0001-CLibraries.md",
        "Decisions/0002-RulesTwice.md", "Decisions/0003-SQLiteFirst.md", "Decisions/0004-Facts.md",
        "Decisions/0005-OrderBeforePayment.md", "Dependencies.md", "Features.md", "Fuzzing.md", "Glossary.md",
        "Performance.md", "Reference/CommandLine.md",
        "Reference/Metrics.md", "Scale.md", "Simulation.md", "Storage.md", "StoreKitOnLinux.md", "SubscriptionRules.md",
        "ThreatModel.md",
    ]

    @Test func `every other page of the documentation exists in both languages`() throws {
        let all = Set(Self.pages().filter { $0.hasPrefix("Documentation/") }.map { String($0.dropFirst(14)) })
        for page in all where !page.hasSuffix(".zh-CN.md") {
            let chinese = page.replacing(".md", with: ".zh-CN.md")
            let isEnglishOnly = Self.englishOnly.contains(page)
            #expect(all.contains(chinese) != isEnglishOnly, "\(page) needs \(chinese), or has it and is listed without")
        }
        #expect(Self.englishOnly.isSubset(of: all))
    }

    @Test func `a page in Chinese and its English page link to each other`() throws {
        let chinese = Self.pages().filter { $0.hasSuffix(".zh-CN.md") }
        #expect(chinese.count > 10)
        for page in chinese {
            let english = page.replacing(".zh-CN.md", with: ".md")
            #expect(try Self.links(of: page).contains(english), "\(page) has no link to \(english)")
            #expect(try Self.links(of: english).contains(page), "\(english) has no link to \(page)")
        }
    }
}
