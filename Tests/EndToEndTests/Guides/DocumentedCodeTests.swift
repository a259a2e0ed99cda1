// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Every block of code in a document is run or compiled by something; whoever adds one here finds out by what.
@Suite struct DocumentedCodeTests {
    struct Block: CustomTestStringConvertible {
        var page: String
        var language: String
        var code: String

        var testDescription: String { "\(page): \(code.prefix(60))" }

        var lines: [Substring] { code.split(separator: "\n") }
    }

    private static func files(in folder: String, ending: String) -> [String] {
        let walk = FileManager.default.enumerator(atPath: Package.root.appending(path: folder).path)
        return (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) && !$0.contains(".build/") }
            .map { folder + "/" + $0 }.sorted()
    }

    /// The blocks of every page for people.
    private static func blocks() throws -> [Block] {
        let pages =
            ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "SECURITY.md"]
            + ["Benchmarks", "Companions", "Documentation", "Examples", "Fuzz", "Sources"]
            .flatMap { files(in: $0, ending: ".md") }.filter { !$0.contains("/site/") }
        return try pages.flatMap { page in
            try Package.text(page).matches(of: /(?m)^```([a-z0-9]*)\n((?:.|\n)*?)\n```$/).map {
                Block(page: page, language: String($0.1), code: String($0.2))
            }
        }
    }

    /// A text without the space around its lines.
    private static func plain(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    /// Everything that is compiled as a test or an example, file by file.
    private static func compiled() throws -> [String] {
        try (["Tests", "Examples", "Companions"].flatMap { files(in: $0, ending: ".swift") })
            .map { plain(try Package.text($0)) }
    }

    /// The pages from which `Scripts/examples` takes whole packages: it compiles and runs them.
    private static func builtPages() throws -> [String] {
        let script = try Package.text("Scripts/examples")
        return try Self.blocks().map(\.page).filter { script.contains($0) }
    }

    @Test func `every block of Swift is compiled`() throws {
        let (compiled, built) = (try Self.compiled(), Set(try Self.builtPages()))
        let packages = try built.map { Self.plain(try Package.text($0)) }
        let manifest = Self.plain(try Package.text("Companions/Package.swift"))
        var seen = 0
        for block in try Self.blocks() where block.language == "swift" {
            seen += 1
            if built.contains(block.page), block.lines.contains(where: { $0.hasPrefix("import ") || $0 == "@main" }) {
                continue
            }
            let isManifest = block.lines.contains { $0.contains(".package(") }
            if isManifest {
                // A manifest's lines: `Scripts/examples` builds such a one, or its product is there to be named.
                let product = block.code.firstMatch(of: /\.product\(name: "(\w+)"/)?.1
                let isBuilt = packages.contains { $0.contains(Self.plain(block.code)) }
                let isThere = product.map { name in
                    manifest.contains("\"\(name)\"") || packages.contains { $0.contains("name: \"\(name)\"") }
                }
                #expect(
                    isBuilt || isThere ?? (block.code.contains("purser.example/purser.git")),
                    "\(block.testDescription)"
                )
                continue
            }
            let code = Self.plain(block.lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n"))
            let imports = block.lines.filter { $0.hasPrefix("import ") }
            #expect(
                compiled.contains { text in
                    text.contains(code) && imports.allSatisfy { text.contains($0) }
                },
                "\(block.page): no test compiles\n\(block.code)"
            )
        }
        #expect(seen > 25)
    }

    @Test func `every block of commands is run`() throws {
        let run = Set((GuidesTests.pages + FirstPurchaseTests.pages).map { "Documentation/" + $0 })
        let makefile = try Package.text("Makefile")
        var seen = 0
        for block in try Self.blocks() where block.language == "sh" && !run.contains(block.page) {
            seen += 1
            let commands = block.lines.filter { !$0.hasPrefix("#") && !$0.isEmpty }
            let isMake = commands.allSatisfy { line in
                line.firstMatch(of: /^make ([a-z\-]+)/).map { makefile.contains("\n\($0.1):") } ?? false
            }
            // `Scripts/fresh-machine` runs the two commands on an empty machine, `Scripts/readme-check` and `GuidesTests`
            // the READMEs, `GuidesTests` the simulator, `ScenarioCommandTests` the scenario of a group, and whoever builds at all what CONTRIBUTING says.
            let isKnown =
                isMake || block.page.hasPrefix("README")
                || (block.page.hasPrefix("Documentation/Simulator.") && block.code.hasPrefix("purser simulator "))
                || (block.page.hasPrefix("Documentation/GroupsAndCommitments.")
                    && block.code.hasPrefix("purser simulator run Examples/Group.scenario.json5"))
                || (block.page.hasPrefix("Sources/PurserClient/README") && block.code.contains("/v1/transactions"))
                || (block.page == "CONTRIBUTING.md" && block.code.contains("swift test"))
            #expect(isKnown, "nothing runs \(block.page):\n\(block.code)")
        }
        #expect(seen >= 5)
    }

    @Test func `every block without a language is a developer's command that a script runs, or an exchange`() throws {
        let scripts = try Self.files(in: "Scripts", ending: "").map { try Package.text($0) }.joined(separator: "\n")
        let built = Set(try Self.builtPages())
        for block in try Self.blocks() where block.language.isEmpty {
            if block.page.hasSuffix("OtherFrameworks.md") { continue }  // `OtherFrameworksTests` sends them.
            if built.contains(block.page), block.code.hasPrefix("$ ") { continue }
            for line in block.code.replacing(/\\\n */, with: "").split(separator: "\n") {
                let arguments = line.split(separator: " ").map(String.init).filter { !$0.contains("=") }
                guard let program = arguments.first else { continue }
                let path = Package.root.appending(path: program).path
                // Names of suites are held against the sources by `DocumentNamesTests`.
                let isRun =
                    program == "swift" && (line.contains("--filter") || scripts.contains("--package-path Benchmarks"))
                    || program == ".build/release/purser"
                        && arguments.dropFirst().first.map { scripts.contains("\"$purser\" \($0)") } == true
                    || program.hasPrefix("Benchmarks/.build/release/")
                        && FileManager.default.fileExists(atPath: path.replacing(".build/release", with: "Sources"))
                    || FileManager.default.isExecutableFile(atPath: path)
                #expect(isRun, "nothing runs \(block.page): \(line)")
            }
        }
    }

    @Test func `what the READMEs say is printed is printed`() async throws {
        let folder = try TemporaryFolder()
        let program = try #require(Bundle.main.executableURL?.deletingLastPathComponent().path) + "/purser"
        // Secrets are printed on a terminal only, so this server has one.
        let serve = [
            program, "serve", "--simulator", "--catalog", ServedShop.catalog, "--listen", "127.0.0.1:0",
            "--simulator-listen", "127.0.0.1:0",
        ]
        let server = try await Program(
            ["--quiet", "--flush", "--return", "--command", serve.joined(separator: " "), "/dev/null"],
            in: folder.path,
            until: "Ctrl-C stops",
            executable: URL(filePath: "/usr/bin/script")
        )
        let received = try await Shell.run(program, ["demo", "--catalog", ServedShop.catalog], in: folder.path)
        #expect(received.code == 0, "\(received.text)")
        for block in try Self.blocks() where block.page.hasPrefix("README") && block.language == "text" {
            let isDemo = block.code.hasPrefix("$ purser demo")
            // `GuidesTests` compares what else the READMEs print.
            guard isDemo || block.code.hasPrefix("Purser server\n") else { continue }
            let shown = isDemo ? received.text : server.text.replacing("\r\n", with: "\n")
            let printed = Self.shape(shown).split(separator: "\n")
            for line in Self.shape(block.code).split(separator: "\n") where !line.hasPrefix("$ ") {
                let pieces = line.components(separatedBy: "…")
                #expect(printed.contains { Self.holds($0, pieces) }, "\(block.page): \(line) is not printed")
            }
        }
    }

    /// A text without what is another one each time: ports, identifiers, and how wide a column is.
    private static func shape(_ text: String) -> String {
        text.replacing(/127\.0\.0\.1:\d+/, with: "HOST").replacing(/ord_[\w-]+/, with: "ord_").replacing(
            /\d{12,}/,
            with: "N"
        )
        .replacing(/(?m)(root certificate +)\S*(\.purser\S*)/) { "\($0.1)\($0.2)" }
    }

    private static func holds(_ line: Substring, _ pieces: [String]) -> Bool {
        var rest = line
        for (index, piece) in pieces.enumerated() {
            guard index > 0 else {
                guard rest.hasPrefix(piece) else { return false }
                rest = rest.dropFirst(piece.count)
                continue
            }
            guard let range = rest.range(of: piece) else { return piece.isEmpty }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
