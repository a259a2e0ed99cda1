// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// `purser bench`: measures this machine, beside its limits.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "Benchmark verification, intake, reads and webhooks."
    static let operands = "[verify|intake|reads|webhooks|mixed|heavy-buyers|long-subscriptions]…"

    static let options = [
        Option(
            "database",
            value: "URL",
            "An empty database: sqlite:PATH or postgres://… (default: a file of its own)."
        ),
        Option("postgres-data", value: "DIR", "PostgreSQL's data folder on this machine, to count its work too."),
        Option("instances", value: "N", "How many servers share the database (default: 1). SQLite takes one."),
        Option("seconds", value: "N", "How long each measurement takes (default: 10)."),
        Option("connections", value: "N", "How many requests may be in progress (default: 64)."),
        Option("customers", value: "N", "How many customers with a subscription there are (default: 5000)."),
        Option(
            "customer-offset",
            value: "N",
            "The number of the first of them, for a database that has some (default: 0)."
        ),
        Option("rate", value: "N", "Arrivals per second where the rate is fixed (default: 70 % of what went)."),
        Option("program", value: "PATH", "The program whose servers are measured (default: this one)."),
        Option("json", value: "FILE", "Write the figures and the machine to a file, too."),
    ]

    static let details = """
        Everything is measured when no operand names less. The server is a process of its own, driven over HTTP; its
        processor time and memory are its own. Where arrivals have a rate they are planned beforehand and the time that a
        request waits for its turn counts. Each measurement warms up first.

        Example:
          purser bench intake --seconds 20 --json figures.json
        """

    private static let works = [
        "verify", "intake", "reads", "webhooks", "mixed", "heavy-buyers", "long-subscriptions",
    ]

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        for work in arguments.operands where !works.contains(work) {
            throw UsageError("'\(work)' is nothing that is measured: \(operands)")
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
