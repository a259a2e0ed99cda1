// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// `purser bench`: measures this machine, beside its limits.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "Benchmark verification, intake, reads and webhooks."
    static let operands = "[plan|verify|intake|reads|webhooks|mixed|heavy-buyers|long-subscriptions]…"

    static let options = [
        Option(
            "database",
            value: "URL",
            "An empty database: sqlite:PATH or postgres://… (default: a temporary file)."
        ),
        Option("postgres-data", value: "DIR", "PostgreSQL's data folder on this machine, to count its work too."),
        Option("instances", value: "N", "The number of servers on the database (default: 1; SQLite: only 1)."),
        Option("seconds", value: "N", "The length of each measurement (default: 10)."),
        Option("connections", value: "N", "The number of concurrent requests (default: 64)."),
        Option("customers", value: "N", "The number of customers with a subscription (default: 5000)."),
        Option(
            "customer-offset",
            value: "N",
            "The number of the first customer, for a database that has some (default: 0)."
        ),
        Option("rate", value: "N", "Arrivals per second at a fixed rate (default: 70 % of the maximum)."),
        Option("program", value: "PATH", "The program whose servers are measured (default: this one)."),
        Option("json", value: "FILE", "Also write the results and the machine's description to this file."),
        Option("compare", value: "FILE", "Compare with such a file; fail when a figure is 20 % worse."),
        Option("from", value: "FILE", "The file with the figures that 'plan' calculates with."),
        Option("core-price", value: "N", "What a core costs a month, for 'plan' (default: 20)."),
        Option("gigabyte-price", value: "N", "What 100 gigabytes of storage cost a month, for 'plan' (default: 10)."),
    ]

    static let details = """
        Without an operand it measures everything. The server is a separate process, driven over HTTP; its
        CPU time and memory are measured separately. Arrivals at a fixed rate are planned in advance, and the time that a
        request waits counts. Each measurement warms up first.

        'plan' measures nothing: it prints the machines and the monthly cost for 1, 10 and 100 million subscribers.

        Example:
          purser bench intake reads --seconds 20 --json figures.json
          purser bench plan --from figures.json
        """

    private static let works = [
        "verify", "intake", "reads", "webhooks", "mixed", "heavy-buyers", "long-subscriptions",
    ]

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        if arguments.operands.contains("plan") { return try plan(arguments, terminal) }
        for work in arguments.operands where !works.contains(work) {
            throw UsageError("unknown benchmark '\(work)'; use \(operands)")
        }
        let wanted = arguments.operands.isEmpty ? works : arguments.operands
        let database = try arguments.value("database").map { text throws(UsageError) in try DatabaseAddress(text) }
        let instances = try arguments.count("instances", or: 1)
        guard instances == 1 || database?.isShared == true else {
            throw UsageError("several instances need --database postgres://…")
        }
        let options = BenchScenarios.Options(
            seconds: Double(try arguments.count("seconds", or: 10)),
            connections: try arguments.count("connections", or: 64),
            customers: try arguments.count("customers", or: 5000),
            firstCustomer: try arguments.value("customer-offset") == "0"
                ? 0 : arguments.count("customer-offset", or: 0),
            rate: try arguments.value("rate").map { _ in Double(try arguments.count("rate", or: 1)) }
        )
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: ".purser"),
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = Date()
        var report = BenchReport(date: now, database: database?.kind ?? "SQLite")
        let appStore = try BenchAppStore(now: now)
        if wanted.contains("verify") { report.rows += try verify(appStore, options, terminal) }
        if wanted.contains(where: { $0 != "verify" }) {
            report.rows.append(try HostLimits.sync(in: folder))
            terminal.printError("starting \(instances == 1 ? "a server" : "\(instances) servers")")
            let servers = try await BenchServers(
                instances,
                database: database,
                databaseFolder: arguments.value("postgres-data"),
                folder: folder,
                appStore: appStore,
                program: arguments.value("program")
            )
            let rows: [BenchResult]
            do {
                let world = BenchScenarios(appStore: appStore, options: options)
                rows = try await measure(wanted, world, servers, report.database, terminal)
            } catch {
                await servers.stop()
                throw error
            }
            await servers.stop()
            report.rows += rows
        }
        terminal.print("\(report.machine); \(report.database); \(report.date)\n")
        terminal.print(report.table)
        if let path = arguments.value("json") { try write(report, to: path) }
        if let path = arguments.value("compare") { try compare(report, with: path, terminal) }
    }

    private static func compare(_ report: BenchReport, with path: String, _ terminal: Terminal) throws {
        let comparison = BenchComparison(report, with: try read(path))
        guard !comparison.rows.isEmpty else { throw Failure("\(path) has no row that was measured now") }
        terminal.print("\nthe cost of each, of that in \(path):\n\(comparison.table)")
        let worse = comparison.rows.filter(\.isWorse)
        guard worse.isEmpty else { throw Failure("\(worse.count) figures are more than 20 % worse than in \(path)") }
    }

    private static func plan(_ arguments: Arguments, _ terminal: Terminal) throws {
        guard arguments.operands == ["plan"] else { throw UsageError("'plan' measures nothing; name it alone") }
        guard let path = arguments.value("from") else {
            throw UsageError("'plan' needs --from FILE, which 'purser bench intake reads --json FILE' writes")
        }
        let prices = CapacityPlan.Prices(
            core: Double(try arguments.count("core-price", or: 20)),
            gigabyte: Double(try arguments.count("gigabyte-price", or: 10)) / 100
        )
        let report = try read(path)
        let plan = try CapacityPlan(report, prices)
        terminal.print("\(report.machine); \(report.database)\n\n\(plan.table)")
        terminal.print(
            """

            14 notifications a year and 2 reads a day for each subscriber, ten times the mean at the peak, cores half busy,
            and two copies of what a year stores.
            """
        )
    }

    private static func read(_ path: String) throws -> BenchReport {
        do {
            return try JSONDecoder().decode(BenchReport.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw Failure("cannot read \(path): \(error.systemReason)")
        }
    }

    private static func verify(
        _ appStore: BenchAppStore,
        _ options: BenchScenarios.Options,
        _ terminal: Terminal
    ) throws -> [BenchResult] {
        terminal.printError("verifying, beside OpenSSL")
        let limit = try HostLimits.openSSL()
        return [
            limit,
            try HostLimits.verification(appStore, seconds: min(options.seconds, 4), limit: limit.perSecond),
        ]
    }

    private static func measure(
        _ wanted: [String],
        _ world: BenchScenarios,
        _ servers: BenchServers,
        _ name: String,
        _ terminal: Terminal
    ) async throws -> [BenchResult] {
        terminal.printError("making \(world.options.customers) customers with a subscription each")
        try await world.drain(servers)
        var rows: [BenchResult] = []
        for work in works where wanted.contains(work) {
            if work != "verify" { terminal.printError("measuring: \(work)") }
            switch work {
            case "intake": rows += try await world.intake(servers, name: name)
            case "reads": rows += try await world.reads(servers, name: name)
            case "webhooks": rows.append(try await world.webhooks(servers, name: name))
            case "mixed": rows.append(try await world.mixed(servers, name: name))
            case "heavy-buyers": rows += try await world.heavyBuyers(servers, name: name)
            case "long-subscriptions": rows += try await world.longSubscriptions(servers, name: name)
            default: break
            }
        }
        return rows
    }

    private static func write(_ report: BenchReport, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try (encoder.encode(report) + Data("\n".utf8)).write(to: URL(filePath: path))
        } catch {
            throw Failure("cannot write \(path): \(error.systemReason)")
        }
    }
}

extension Arguments {
    /// A count of at least one.
    fileprivate func count(_ name: String, or standard: Int) throws(UsageError) -> Int {
        guard let text = value(name) else { return standard }
        guard let number = Int(text), (1...100_000_000).contains(number) else {
            throw UsageError("--\(name) takes a number from 1, not '\(text)'")
        }
        return number
    }
}

extension DatabaseAddress {
    fileprivate var isShared: Bool {
        if case .postgres = self { return true }
        return false
    }

    fileprivate var kind: String { isShared ? "PostgreSQL" : "SQLite" }
}
