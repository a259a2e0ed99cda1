// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

/// What the program answers to words that are mistyped, and what it never says.
@Suite struct MistypedArgumentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a mistyped command gets the nearest one suggested`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("srve") == 2)
        #expect(
            terminal.errors
                == ["purser: Unknown command 'srve'. Did you mean 'serve'? Run 'purser --help' for a list."]
        )
        let begun = TestTerminal()
        #expect(await begun.run("complet") == 2)
        #expect(begun.errors.first?.contains("Did you mean 'completions'?") == true, "\(begun.errors)")
        let strange = TestTerminal()
        #expect(await strange.run("xylophone") == 2)
        #expect(strange.errors == ["purser: Unknown command 'xylophone'. Run 'purser --help' for a list."])
    }

    @Test func `a mistyped option gets the nearest one suggested`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("serve", "--databse", "sqlite:x") == 2)
        #expect(terminal.errors.first?.contains("did you mean '--database'?") == true, "\(terminal.errors)")
    }

    @Test func `a mistyped endpoint gets the nearest one suggested`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("api", "transacton") == 2)
        #expect(terminal.errors.first?.contains("did you mean 'transaction'?") == true, "\(terminal.errors)")
    }

    @Test(arguments: [
        ["migrate", "sqlite:nope", "sqlite:to"], ["backup", "copy", "--database", "sqlite:nope"],
        ["rebuild", "--database", "sqlite:nope"], ["keys", "list", "--database", "sqlite:nope"],
        ["why", "anna", "club", "--database", "sqlite:nope"], ["restore", "nope", "--database", "sqlite:to"],
    ])
    func `a mistyped database is named and not created`(parts: [String]) async throws {
        let place = folder.url.path
        let terminal = TestTerminal()
        let named = parts.map { part in
            ["nope", "to", "copy"].contains(part)
                ? "\(place)/\(part)" : part.replacing("sqlite:", with: "sqlite:\(place)/")
        }
        #expect(await terminal.run(named) == 1)
        #expect(terminal.errors.count == 1 && terminal.errors[0].contains("'\(place)/nope'"), "\(terminal.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test(arguments: ["--version", "-v", "version"])
    func `the version is printed however it is asked for`(word: String) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(word) == 0)
        #expect(terminal.output == ["purser \(Program.version)"])
    }

    @Test func `serve without options says what a production server and a trial need`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("serve", "--database", "sqlite:\(folder.url.path)/purser.sqlite") == 2)
        let said = terminal.errors.joined()
        #expect(said.contains("--config FILE") && said.contains("--simulator"), "\(said)")
        #expect(!said.contains("--catalog"), "\(said)")
    }

    @Test func `a mistyped folder of the database is named and not created`() async {
        let terminal = TestTerminal()
        let place = folder.url.path + "/nonexistent/dir"
        #expect(await terminal.run("serve", "--simulator", "--database", "sqlite:\(place)/x") == 1)
        #expect(terminal.errors.joined().contains("'\(place)'"), "\(terminal.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/nonexistent"))
    }

    @Test func `restore names the backup that is missing, and touches no database`() async throws {
        let terminal = TestTerminal()
        let database = folder.url.path + "/none/purser.sqlite"
        #expect(await terminal.run("restore", "nope.sqlite", "--database", "sqlite:\(database)") == 1)
        let said = terminal.errors.joined()
        #expect(said.contains("'nope.sqlite'") && !said.contains("purser.sqlite-server"), "\(said)")
        #expect(!said.contains("(configuration)"), "\(said)")
    }

    @Test(arguments: [
        ("{\n  apps: [{ bundleID: 'a' }\n}", "line 3, column 1: expected ',' or ']', not '}'"),
        (
            "{ apps: [ { bundleID: com.example } ] }",
            "line 1, column 23: 'com.example' is not a value; text needs quotes"
        ),
        ("{ apps: 'x\n }", "line 1, column 9: the string is not closed"),
        ("{\n\n apps [] }", "line 3, column 7: expected ':' after the name, not '['"),
        ("{ /* open", "line 1, column 3: the comment is not closed"),
        ("{ apps: [] } }", "line 1, column 14: unexpected '}' after the end"),
        ("{ apps: [", "line 1, column 9: '[' is not closed"),
        ("", "line 1, column 1: a value is missing: the file ends here"),
    ])
    func `a fault of a JSON5 file is named with line and column`(text: String, fault: String) async throws {
        let path = try folder.write("purser.json5", Data(text.utf8))
        let terminal = TestTerminal()
        #expect(await terminal.run("doctor", "--offline", "--config", path) == 1)
        #expect(terminal.output.joined().contains("\(path): \(fault)"), "\(terminal.output) \(terminal.errors)")
    }

    @Test(arguments: [
        "{ a: 1, 'b': [+.5, 0x1F, -Infinity, 'it\\'s',], // end\n c: { /* x */ }, }", "[1e5, null, true]", "'text'",
    ])
    func `a text with the form of JSON5 has no fault`(text: String) {
        #expect(JSON5Fault.first(in: Data(text.utf8)) == nil)
    }

    @Test func `a deep text has a fault and no crash`() {
        let text = String(repeating: "[", count: 100_000)
        #expect(JSON5Fault.first(in: Data(text.utf8))?.reason == "more than 200 brackets are open")
    }

    @Test func `the system's own reason is given, not Foundation's`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("verify", "transaction", "/nonexistent/file") == 1)
        #expect(terminal.errors == ["purser verify: cannot read /nonexistent/file: No such file or directory"])
    }

    @Test func `a PostgreSQL that is down is described on one line without codes and tabs`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("rebuild", "--database", "postgres://user@127.0.0.1:1/none") == 1)
        let said = terminal.errors.joined(separator: "\n")
        #expect(!said.contains("(unavailable)") && !said.contains("; in: connecting"), "\(said)")
        #expect(!said.contains("\t") && !said.contains("\n"), "\(said)")
    }

    @Test func `numbers agree with their nouns`() async throws {
        #expect(counted(1, "fault") == "1 fault" && counted(0, "fault") == "0 faults")
        let path = try folder.write("purser.json5", Data("{ apps: [{ bundleID: 'com.example.coffee' }] }".utf8))
        let terminal = TestTerminal()
        _ = await terminal.run("doctor", "--offline", "--language", "en", "--config", path)
        #expect(terminal.errors.last?.contains(/\b1 (faults|warnings)\b/) == false, "\(terminal.errors)")
    }

    @Test func `prices, months and texts are printed as JSON`() async throws {
        let product = "coffee.club.silver.monthly"
        let price = TestTerminal()
        #expect(await price.run("price", "--product", product, "--storefront", "CHN", "--json") == 0)
        #expect(price.output.first?.contains(#""storefront":"CHN""#) == true, "\(price.output)")
        #expect(price.output.first?.contains(#""milliunits":"#) == true, "\(price.output)")
        let points = TestTerminal()
        #expect(await points.run("price", "points", "--storefront", "USA", "--json") == 0)
        #expect(points.output.first?.contains(#""milliunits":["#) == true)
        let levels = TestTerminal()
        #expect(await levels.run("price", "tiers", "1", "--json") == 0)
        #expect(levels.output.first?.hasPrefix(#"[{"level":"1""#) == true, "\(levels.output)")
        let month = TestTerminal()
        #expect(await month.run("payouts", "2023-10", "--json") == 0)
        #expect(month.output.first?.contains(#""payment":"2023-12-07""#) == true, "\(month.output)")
        let disclosure = TestTerminal()
        let addresses = ["--terms", "https://example.com/t", "--privacy", "https://example.com/p"]
        #expect(await disclosure.run(["disclosure", "--product", product, "--json"] + addresses) == 0)
        #expect(disclosure.output.first?.contains(#""language":"en""#) == true, "\(disclosure.output)")
    }
}
