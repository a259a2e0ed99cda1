// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

@Suite struct ScenarioCommandTests {
    private static let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples").path

    @Test func `a scenario's steps are printed as JSON`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("simulator", "run", Self.examples + "/Lapse.scenario.json5", "--json") == 0)
        let line = try #require(terminal.output.first)
        #expect(terminal.output.count == 1)
        #expect(line.contains(#""isMet":true"#) && line.contains(#""notifications":["DID_RENEW"]"#), "\(line)")
    }

    @Test func `the example's scenario plays as it expects`() async {
        let terminal = TestTerminal()
        let code = await terminal.run(
            "simulator",
            "run",
            Self.examples + "/Lapse.scenario.json5",
            "--catalog",
            Self.examples + "/Catalog.storekit"
        )
        #expect(code == 0, "\(terminal.output)")
        #expect(terminal.output.last == "Everything went as expected.")
        #expect(terminal.output.contains { $0.contains("EXPIRED.VOLUNTARY") })
    }

    @Test(arguments: ["Group", "Commitment", "Bundle"])
    func `the ready-made scenarios of groups, commitments and bundles come about`(name: String) async {
        let terminal = TestTerminal()
        let code = await terminal.run(
            "simulator",
            "run",
            Self.examples + "/\(name).scenario.json5",
            "--catalog",
            Self.examples + "/Groups.storekit"
        )
        #expect(code == 0, "\(terminal.errors) \(terminal.output)")
    }

    @Test func `an expectation that fails is named and the exit code says so`() async {
        let scenario =
            #"{ name: "x", steps: [{ buy: { customer: "a", product: "coffee.grinder" }, expect: ["REFUND"] }] }"#
        let terminal = TestTerminal(input: Data(scenario.utf8))
        #expect(await terminal.run("simulator", "run", "-", "--catalog", Self.examples + "/Catalog.storekit") == 1)
        #expect(terminal.errors.first?.contains("1 of 1 step ") == true)
    }

    @Test func `a step without a note is printed in words`() async {
        let scenario = #"""
            { name: "x", steps: [
              { customer: { id: "reader" } }, { buy: { customer: "reader", product: "coffee.grinder" } },
              { payment: { customer: "reader", works: false } }, { advance: "P1D" },
            ] }
            """#
        let terminal = TestTerminal(input: Data(scenario.utf8))
        #expect(await terminal.run("simulator", "run", "-") == 0, "\(terminal.errors)")
        let said = terminal.output.joined(separator: "\n")
        #expect(said.contains("reader buys coffee.grinder"), "\(said)")
        #expect(!said.contains("AppStoreSimulator") && !said.contains("Optional"), "\(said)")
    }

    @Test func `what is not a scenario is refused with its place`() async {
        let terminal = TestTerminal(input: Data("{ steps: [] }".utf8))
        #expect(await terminal.run("simulator", "run", "-", "--catalog", Self.examples + "/Catalog.storekit") == 1)
        #expect(terminal.errors.first?.contains("name is missing") == true)
    }

    @Test func `the scenario in the documentation plays as it expects`() async throws {
        let page = try String(
            contentsOfFile: Self.examples + "/../Documentation/Simulator.md",
            encoding: .utf8
        )
        let start = try #require(page.range(of: "```json5\n")).upperBound
        let end = try #require(page.range(of: "\n```", range: start..<page.endIndex)).lowerBound
        let terminal = TestTerminal(input: Data(page[start..<end].utf8))
        let code = await terminal.run("simulator", "run", "-", "--catalog", Self.examples + "/Catalog.storekit")
        #expect(code == 0, "\(terminal.output) \(terminal.errors)")
    }
}
