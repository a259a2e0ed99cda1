// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

/// Every block of the guides that begins with `sh` is run, in the order of the page, beside a server and a simulator.
///
/// A block prints what the `text` block after it says, where three dots match anything; without such a block it prints
/// nothing.
@Suite(.serialized) struct GuidesTests {
    /// The guides with commands that have a Chinese page.
    static let bilingual = [
        "CustomPrices", "FirstMonthSpecial", "GoingLive", "LeavingAHostedService", "MigratingFromVerifyReceipt",
        "Operations", "OtherStores", "Runbook", "ShadowMode", "TestingInCI",
    ]

    static let pages = bilingual.flatMap { [$0 + ".md", $0 + ".zh-CN.md"] } + ["ThreatModel.md"]

    @Test(arguments: pages)
    func `the commands of a guide work`(page: String) async throws {
        let blocks = try Self.blocks(page)
        #expect(!blocks.isEmpty)
        let folder = try TemporaryFolder()
        for (name, copy) in [
            ("Catalog.storekit", "Catalog.storekit"), ("Lapse.scenario.json5", "Lapse.scenario.json5"),
        ] {
            try Data(try Package.text("Examples/" + name).utf8).write(to: URL(filePath: folder.path + "/" + copy))
        }
        let server = try await Program(
            [
                "serve", "--simulator", "--catalog", ServedShop.catalog, "--listen", "127.0.0.1:0",
                "--simulator-listen", "127.0.0.1:0",
            ],
            in: folder.path,
            until: "Ctrl-C stops"
        )
        let program = try #require(Bundle.main.executableURL?.deletingLastPathComponent().path)
        try await Self.configure(folder.path, store: try server.value(after: "production"), server)
        var others: [(Program, TemporaryFolder)] = []
        for block in blocks where Self.stays(block) {
            let folder = try TemporaryFolder()
            others.append((try await Self.start(block, in: folder), folder))
        }
        defer { for (other, _) in others { other.kill() } }
        let mark = "-- next --"
        let steps = try Self.steps(page).filter { !Self.stays($0.script) }
        let script = ([Self.strict, "PATH=\(program):$PATH"] + steps.map { $0.script + "\necho '\(mark)'" })
            .joined(separator: "\n")
            .replacing("http://127.0.0.1:8080", with: try server.value(after: "API").replacing("/v1", with: ""))
            .replacing("http://127.0.0.1:8081", with: try server.value(after: "production"))
        let (text, code) = try await Shell.run("/bin/bash", ["-c", script], in: folder.path)
        #expect(code == 0, "\(page):\n\(text)")
        let printed = text.components(separatedBy: mark + "\n").dropLast().map { $0.trimmingCharacters(in: .newlines) }
        #expect(printed.count == steps.count)
        for (step, printed) in zip(steps, printed) {
            let fits = FirstPurchaseTests.fits(printed, step.output)
            #expect(fits, "\(page): \(step.script)\nprinted:\n\(printed)\nnot:\n\(step.output)")
        }
    }

    /// Ends the shell when any command fails: `-e` overlooks one before `&&`, whose status the next command sees.
    ///
    /// `head` reads its pipe to the end: whether the command before it still wrote when it left would be chance.
    private static let strict = """
        set -eu -o pipefail
        shopt -s inherit_errexit
        head() { command head "$@" && if [ -p /dev/stdin ]; then cat > /dev/null; fi; }
        set -T
        trap 'status=$?; [ "$status" = 0 ] || { echo "failed with $status before: $BASH_COMMAND"; exit "$status"; }' DEBUG
        """

    @Test(arguments: ["false && echo", "false | head -1 && true", "word=$(false) && echo", "f() { false && true; }; f"])
    func `a guide's command that fails before another is found`(line: String) async throws {
        let folder = try TemporaryFolder()
        let script = [Self.strict, line, "echo reached"].joined(separator: "\n")
        let (text, code) = try await Shell.run("/bin/bash", ["-c", script], in: folder.path)
        #expect(code != 0 && !text.split(separator: "\n").contains("reached"), "\(text)")
    }

    /// `Scripts/readme-check` also installs the package as the first block says.
    @Test func `the README's tour buys, renews and explains with the commands as printed`() async throws {
        let steps = try Self.steps("../README.md")
        let chinese = try Self.steps("../README.zh-CN.md")
        #expect(steps.map(\.script) == chinese.map(\.script) && steps.map(\.output) == chinese.map(\.output))
        let folder = try TemporaryFolder()
        let server = try await Self.printedServer(steps[0].script, in: folder)
        let printed = server.text
        for line in steps[0].output.split(separator: "\n") where !line.contains("127.0.0.1:") {
            let label = line.prefix { $0 != "…" }
            #expect(printed.contains(label), "\(line)")
        }
        let pasted = try #require(printed.split(separator: "\n").first { $0.hasPrefix("    secret=") })
        let (bought, bill) = try await Shell.run("/bin/bash", ["-euc", String(pasted)], in: folder.path)
        #expect(bill == 0 && bought.contains(#""state":"delivered""#), "\(bought)")
        #expect(bought.contains(#""isActive":true"#), "\(bought)")
        let program = try #require(Bundle.main.executableURL?.deletingLastPathComponent().path)
        let address = try server.value(after: "API").replacing("/v1", with: "")
        let script = ("PATH=\(program):$PATH\n" + steps[1].script)
            .replacing("127.0.0.1:8081", with: try server.value(after: "production").replacing("http://", with: ""))
            .replacing("purser why", with: "purser why --server \(address)")
        let (text, code) = try await Shell.run("/bin/bash", ["-eu", "-o", "pipefail", "-c", script], in: folder.path)
        var rest = text.split(separator: "\n")[...]
        for wanted in steps[1].output.split(separator: "\n") {
            let place = rest.firstIndex { FirstPurchaseTests.fits(String($0), String(wanted)) }
            #expect(place != nil, "no line like \(wanted) in:\n\(text)")
            rest = rest[(place ?? rest.startIndex)...]
        }
        #expect(code == 0)
    }

    @Test(arguments: ["README.md", "README.zh-CN.md"])
    func `the SDK's README buys over plain HTTP with the key that the server prints`(page: String) async throws {
        let block = try #require(try Self.blocks("../Sources/PurserClient/" + page).first)
        let folder = try TemporaryFolder()
        let server = try await Self.printedServer(block, in: folder)
        let script = block.split(separator: "\n").filter { !$0.hasPrefix("purser serve") }.joined(separator: "\n")
            .replacing("pk_…", with: try server.value(after: "publishable key"))
            .replacing("localhost:8080", with: try server.value(after: "API").replacing("/v1", with: ""))
            .replacing("localhost:8081", with: try server.value(after: "production"))
        let (text, code) = try await Shell.run("/bin/bash", ["-eu", "-o", "pipefail", "-c", script], in: folder.path)
        #expect(code == 0 && text.contains(#""state":"delivered""#), "\(text)")
        #expect(text.contains(#""state":"finished""#), "\(text)")
    }

    @Test func `the simulator's page begins with a command that starts it`() async throws {
        let block = try #require(try Self.blocks("Simulator.md").first)
        let folder = try TemporaryFolder()
        let simulator = try await Self.start(block, in: folder)
        #expect(try simulator.value(after: "production").hasPrefix("http://127.0.0.1:"))
    }

    @Test func `a guide in both languages has the same blocks`() throws {
        for page in Self.bilingual + ["Simulator"] {
            #expect(try Self.blocks(page + ".md") == Self.blocks(page + ".zh-CN.md"))
        }
    }

    @Test(arguments: ["Runbook.md", "Runbook.zh-CN.md"])
    func `the runbook has a place for every alert`(name: String) throws {
        let page = try Package.text("Documentation/" + name)
        let rules = try Package.text("Sources/PurserServer/Alerts/AlertRule+all.swift")
            .matches(of: /name: "([a-z\-]+)"/).map { String($0.1) }
        #expect(rules.count > 15)
        for rule in rules + ["order-failures", "product-list-latency", "database-unavailable"] {
            #expect(page.contains("\n## \(rule)\n"), "\(rule)")
        }
    }

    /// Writes a team's configuration for the simulator in Apple's place, with the key that the simulator gave out.
    private static func configure(_ folder: String, store: String, _ server: Program) async throws {
        let keys = try String(contentsOfFile: folder + "/.purser/simulator/api-keys.json", encoding: .utf8)
        func value(_ name: Substring) throws -> Substring {
            try #require(try keys.firstMatch(of: Regex("\"\(name)\":\"([^\"]*)\"", as: (Substring, Substring).self))?.1)
        }
        let sandbox = try server.value(after: "sandbox")
        let text = """
            { apps: [{ bundleID: "com.example.coffee", appAppleID: 1234567890, appStoreServerAPI: {
                issuerID: "\(try value("issuerID"))", keyID: "\(try value("keyID"))",
                privateKeyPEM: "\(try value("privateKeyPEM"))", productionURL: "\(store)", sandboxURL: "\(sandbox)",
            } }] }
            """
        try Data(text.utf8).write(to: URL(filePath: folder + "/purser.json5"))
    }

    /// Whether a block starts a program that stays.
    private static func stays(_ block: String) -> Bool {
        block.hasPrefix("purser simulator --") || block.hasPrefix("purser serve")
    }

    /// Starts it at ports that are free.
    private static func start(_ block: String, in folder: TemporaryFolder) async throws -> Program {
        let parts = block.replacing("Examples/Catalog.storekit", with: ServedShop.catalog)
            .replacing(" Catalog.storekit", with: " " + ServedShop.catalog).split(separator: " ")
        try #require(parts.first == "purser" && !block.contains("\n"))
        return try await Program(
            parts.dropFirst().map(String.init) + ["--listen", "127.0.0.1:0"],
            in: folder.path,
            until: "receipts' root"
        )
    }

    /// Runs the line of a tour that starts the server as it is printed, at ports that are free.
    private static func printedServer(_ tour: String, in folder: TemporaryFolder) async throws -> Program {
        let line = try #require(tour.split(separator: "\n").first { $0.hasPrefix("purser serve") })
        let parts = line.prefix { $0 != "#" }.split(separator: " ").dropFirst().map(String.init)
        return try await Program(
            parts + ["--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0"],
            in: folder.path,
            until: "Ctrl-C stops"
        )
    }

    /// The shell blocks of a page, each with the output behind it.
    private static func steps(_ page: String) throws -> [(script: String, output: String)] {
        let fences = /```sh\n((?:.|\n)*?)\n```(?:\n\n```text\n((?:.|\n)*?)\n```)?/
        return try Package.text("Documentation/" + page).matches(of: fences).map {
            (script: String($0.1), output: $0.2.map(String.init) ?? "")
        }
    }

    private static func blocks(_ page: String) throws -> [String] {
        try Package.text("Documentation/" + page).matches(of: /```sh\n((?:.|\n)*?)\n```/).map { String($0.1) }
    }
}
