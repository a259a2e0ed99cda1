// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import Conformance
import Foundation
import HTTPClient
import Synchronization

/// `purser conform`: checks any purchase server against Apple's rules.
enum ConformCommand: Command {
    static let name = "conform"
    static let summary = "Check any purchase server against Apple's rules."

    static let options = [
        Option("server", value: "URL", "The server under test (default: Purser, in a process of its own)."),
        Option("adapter", value: "FILE.json5|purser", "How to speak to the server (default: the kit's own protocol)."),
        Option("set", value: "NAME=VALUE", repeats: true, "A value for a placeholder of the adapter."),
        Option("prepare", "Write the root certificate, list the app and its products, and end."),
        Option("print-adapter", "Print the adapter for Purser, as an example."),
        Option("list", "List every scenario."),
        Option("only", value: "NAME", repeats: true, "Run the scenario, row or topic; NAME* runs those that begin so."),
        Option(
            "fault",
            value: "NAME",
            choices: ConformanceFault.allCases.map(\.rawValue),
            repeats: true,
            "Combine every scenario with this fault: \(faults)."
        ),
        Option("all-faults", "Combine every scenario with every fault (default: with one fault in turn)."),
        Option("jobs", value: "N", "Rows at a time (default: 4)."),
        Option("timeout", value: "SECONDS", "The time limit of each request (default: 10)."),
        Option(
            "seed",
            value: "N",
            "The source of identifiers; a repeated seed sends the same purchases (default: random)."
        ),
        Option("json", "Print the report as JSON."),
        Option("junit", value: "FILE.xml", "Also write the report for CI systems."),
        Option("html", value: "FILE.html", "Also write the report as one page in English and Chinese."),
        Option("data", value: "DIR", "The folder with the signing keys (default: .purser/app-store)."),
    ]

    static let details = """
        Plays purchases, renewals, refunds and attacks in a simulated App Store, sends the signed documents to the server,
        and compares its entitlements and events with the App Store's own books. The server needs four routes, or an adapter.
        A row is a scenario under a fault, such as refund-monthly+repeated. A line for each failed row shows the problem.
        The first run writes the root certificate: DIR/root.pem and DIR/root.der. Trust it in the server under test only.
        The exit code is 0 if every row passed or was skipped, 1 if one failed.

        Examples:
          purser conform
          purser conform --server http://127.0.0.1:3000 --html report.html
          purser conform --adapter my-server.json5 --only 'refund*' --all-faults
        """

    private static let faults = ConformanceFault.allCases.map(\.rawValue).joined(separator: ", ")

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("unexpected operand '\(arguments.operands[0])'") }
        if arguments.has("print-adapter") { return terminal.print(PurserUnderTest.adapterText) }
        let rows = try rows(arguments)
        if arguments.has("list") { return try list(rows, asJSON: arguments.has("json"), terminal) }
        let plan = try ConformancePlan(arguments, terminal)
        if arguments.has("prepare") { return try prepare(plan, arguments, terminal) }
        let report = try await run(rows, plan, arguments, terminal)
        try write(report, arguments, terminal)
        guard report.failed.isEmpty else {
            throw Failure("\(report.failed.count) of \(counted(report.results.count, "row")) failed")
        }
    }

    private static func run(
        _ rows: [ConformanceRow],
        _ plan: ConformancePlan,
        _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws -> ConformanceReport {
        let keys = try TriggerKeys(folder: plan.folder, now: Date(), terminal)
        let service = plan.adapter.checksRevocation ? try RevocationService(root: keys.authority) : nil
        // From here on a server may be in progress, which a command that ends must stop.
        terminal.interruption.listen(terminal)
        var purser: PurserUnderTest?
        if plan.startsPurser {
            let root = keys.authority.documents.root.certificate
            purser = try await PurserUnderTest(root: root, catalog: plan.adapter.catalog)
        }
        var variables = plan.variables
        var restart: (@Sendable () async throws -> Void)?
        if let purser {
            variables["url"] = purser.url
            variables["key"] = purser.secretKey
            restart = { try await purser.crash() }
        }
        let server = ConformanceServer(
            plan.adapter,
            variables: variables,
            timeout: plan.timeout,
            transport: try CurlTransport(),
            restart: restart
        )
        let outcome = await Result {
            let runner = try ConformanceRunner(
                server,
                authority: service?.authority ?? keys.authority,
                revoked: service?.revoked,
                seed: plan.seed
            )
            return try await report(runner, rows, plan, terminal)
        }
        purser?.stop()
        await service?.stop()
        return try outcome.get()
    }

    private static func report(
        _ runner: ConformanceRunner,
        _ rows: [ConformanceRow],
        _ plan: ConformancePlan,
        _ terminal: Terminal
    ) async throws -> ConformanceReport {
        do {
            _ = try await runner.server.entitlements(of: "unknown", token: UUID().uuidString.lowercased(), at: Date())
        } catch let error as ConformanceServer.Unanswered {
            throw Failure("the server does not answer: \(error.message)")
        }
        let date = Date()
        let progress = Mutex(ProgressMeter(total: rows.count, what: "rows finished", now: .now))
        let results = await runner.run(rows, width: plan.width, interruption: terminal.interruption) { done in
            if let line = progress.withLock({ $0.line(done: done, now: .now) }) { terminal.printError(line) }
        }
        try terminal.interruption.check("\(results.count) of \(rows.count) rows ran; run the command again")
        return ConformanceReport(server: plan.adapter.name, date: date, seed: plan.seed, results: results)
    }

    // MARK: Rows

    private static func rows(_ arguments: Arguments) throws -> [ConformanceRow] {
        let chosen = try arguments.all("fault").map { name in
            guard let fault = ConformanceFault(rawValue: name) else {
                throw UsageError("--fault takes \(faults), not '\(name)'")
            }
            return fault
        }
        let isThorough = arguments.has("all-faults") || !chosen.isEmpty
        let all = chosen.isEmpty ? ConformanceFault.allCases : ConformanceFault.allCases.filter(chosen.contains)
        let names = arguments.all("only")
        let rows = try ConformanceRow.rows(ConformanceScenario.all, faults: all, isThorough: isThorough)
        guard !names.isEmpty else { return rows }
        let every = try ConformanceRow.rows(
            ConformanceScenario.all,
            faults: ConformanceFault.allCases,
            isThorough: true
        )
        for name in names where !every.contains(where: { matches($0, name) }) {
            let known = every.map(\.scenario) + ConformanceTopic.allCases.map(\.rawValue)
            let near = Nearness.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw UsageError("unknown scenario '\(name)'\(near)")
        }
        // A row that is named runs whether or not it is this run's turn.
        let named = every.filter { row in names.contains(row.name) && row.fault != .none }
        return rows.filter { row in names.contains { matches(row, $0) } && !named.contains(row) } + named
    }

    private static func matches(_ row: ConformanceRow, _ name: String) -> Bool {
        if name.hasSuffix("*") { return row.name.hasPrefix(name.dropLast()) }
        return row.name == name || row.scenario == name
            || ConformanceReport.scenarios[row.scenario]?.topic.rawValue == name
    }

    // MARK: Output

    private static func list(_ rows: [ConformanceRow], asJSON: Bool, _ terminal: Terminal) throws {
        let names = Set(rows.map(\.scenario))
        let scenarios = ConformanceScenario.all.filter { names.contains($0.name) }
        guard !asJSON else {
            return try terminal.print(
                json: .array(
                    scenarios.map {
                        [
                            "name": .string($0.name), "topic": .string($0.topic.rawValue),
                            "rule": .string($0.topic.rule), "en": .string($0.sentence.english),
                            "zh": .string($0.sentence.chinese),
                        ]
                    }
                )
            )
        }
        let width = (scenarios.map(\.name.count).max() ?? 0) + 2
        for topic in ConformanceTopic.allCases {
            let own = scenarios.filter { $0.topic == topic }
            guard !own.isEmpty else { continue }
            terminal.print("\(topic.title.english) · \(topic.title.chinese)")
            for scenario in own {
                let name = scenario.name.padding(toLength: width, withPad: " ", startingAt: 0)
                terminal.print("  \(name)\(scenario.sentence.english)")
                terminal.print("  " + String(repeating: " ", count: width) + scenario.sentence.chinese)
            }
        }
        terminal.print("\(counted(scenarios.count, "scenario")), \(counted(rows.count, "row"))")
    }

    private static func prepare(_ plan: ConformancePlan, _ arguments: Arguments, _ terminal: Terminal) throws {
        _ = try TriggerKeys(folder: plan.folder, now: Date(), terminal)
        let catalog = plan.adapter.catalog
        terminal.print("root certificate  \(plan.folder)/root.pem, \(plan.folder)/root.der")
        terminal.print("bundle ID         \(catalog.bundleID)")
        terminal.print("Apple ID          \(catalog.appAppleID)")
        terminal.print("environment       Production")
        for product in catalog.sold.products {
            let group =
                product.subscription.map { ", group \($0.group), level \($0.level), \($0.period.iso8601)" } ?? ""
            terminal.print("product           \(product.id)  \(product.type)\(group)")
        }
    }

    private static func write(_ report: ConformanceReport, _ arguments: Arguments, _ terminal: Terminal) throws {
        if let path = arguments.value("junit") { try terminal.write(Data(report.junit.utf8), to: path) }
        if let path = arguments.value("html") { try terminal.write(Data(report.page.utf8), to: path) }
        if arguments.has("json") { return try terminal.print(json: report.json) }
        for result in report.failed {
            terminal.print("FAIL  \(result.row.name)")
            terminal.print("      \(ConformanceReport.scenarios[result.row.scenario]?.sentence.english ?? "")")
            if result.row.fault != .none { terminal.print("      \(result.row.fault.sentence.english)") }
            for problem in result.problems { terminal.print("      → \(problem)") }
        }
        terminal.print(line("Topic", "passed", "failed", "skipped"))
        for (topic, results) in report.topics {
            let (failed, skipped) = (results.count { !$0.problems.isEmpty }, results.count { $0.skipped != nil })
            terminal.print(
                line(topic.title.english, String(results.count - failed - skipped), String(failed), String(skipped))
            )
        }
        terminal.print(
            line("All", String(report.passedCount), String(report.failed.count), String(report.skippedCount))
        )
    }

    private static func line(_ topic: String, _ numbers: String...) -> String {
        topic.padding(toLength: 34, withPad: " ", startingAt: 0)
            + numbers.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
    }
}

/// What the options of `purser conform` say about the server.
struct ConformancePlan: Sendable {
    let adapter: ConformanceAdapter
    let variables: [String: String]
    let startsPurser: Bool
    let folder: String
    let width: Int
    let timeout: Duration
    let seed: UInt64

    init(_ arguments: Arguments, _ terminal: Terminal) throws {
        let file = arguments.value("adapter")
        let url = try arguments.value("server").map { text throws(UsageError) in
            try TriggerSender.url(text, option: "server")
        }
        startsPurser = file == nil && url == nil
        switch file {
        case nil: adapter = startsPurser ? try PurserUnderTest.adapter() : ConformanceAdapter()
        case "purser": adapter = try PurserUnderTest.adapter()
        case .some(let path): adapter = try ConformanceAdapter.read(try terminal.read(path), path: path)
        }
        var variables: [String: String] = [:]
        if let url { variables["url"] = url.hasSuffix("/") ? String(url.dropLast()) : url }
        for setting in arguments.all("set") {
            guard let equals = setting.firstIndex(of: "="), equals > setting.startIndex else {
                throw UsageError("--set takes NAME=VALUE, not '\(setting)'")
            }
            variables[String(setting[..<equals])] = String(setting[setting.index(after: equals)...])
        }
        self.variables = variables
        folder = arguments.value("data") ?? TriggerKeys.defaultFolder
        width = try arguments.integer("jobs", in: 1...64) ?? 4
        timeout = .seconds(try arguments.integer("timeout", in: 1...600) ?? 10)
        let number = try arguments.integer("seed", in: 0...Int.max)
        seed = number.map { UInt64($0) } ?? .random(in: 0...(.max >> 1))
    }
}
