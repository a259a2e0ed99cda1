// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Conformance
import Foundation
import HTTPService
import TestSupport
import Testing

@testable import purser

/// The conformance kit against Purser, and against servers whose mistakes are known.
@Suite(.serialized) struct ConformTests {
    private let folder: TemporaryFolder
    private var data: String { folder.url.appending(path: "keys").path }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the built program and answers its exit code and standard output.
    private func purser(_ parts: [String]) async throws -> (status: Int32, output: String) {
        let program = try #require(Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "purser"))
        let process = ChildProcess()
        let (output, errors) = (Pipe(), folder.url.appending(path: "errors.txt"))
        try Data().write(to: errors)
        process.executableURL = program
        process.arguments = parts + ["--data", data]
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        let ended = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        async let text = Task.detached { output.fileHandleForReading.readDataToEndOfFile() }.value
        for await _ in ended.stream {}
        try process.checkLimit()
        return (process.terminationStatus, String(decoding: await text, as: UTF8.self))
    }

    /// The status of each row of a run.
    private func rows(_ parts: [String]) async throws -> [String: String] {
        let run = try await purser(["conform", "--json"] + parts)
        let report = try AppStoreJSON.decode(JSONValue.self, from: Data(run.output.utf8))
        var rows: [String: String] = [:]
        for row in report["rows"]?.array ?? [] {
            rows[row["name"]?.string ?? ""] = row["status"]?.string ?? ""
        }
        return rows
    }

    @Test func `Purser passes every scenario, each under a fault as well`() async throws {
        let page = folder.url.appending(path: "report.html")
        let junit = folder.url.appending(path: "report.xml")
        let run = try await purser(["conform", "--html", page.path, "--junit", junit.path])
        #expect(run.status == 0, "\(run.output)")
        let total = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("All ") })
        let numbers = total.split(separator: " ").compactMap { Int($0) }
        #expect(numbers.count == 3 && numbers[0] > 350 && numbers[1] == 0 && numbers[2] == 0, "\(total)")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("refund-monthly"))
        #expect(try String(contentsOf: junit, encoding: .utf8).contains(#"failures="0" skipped="0""#))
    }

    @Test(arguments: ["naive_last_document", "naive_last_write"])
    func `a naive server fails exactly the rows that were predicted, each for its reason`(name: String) async throws {
        #expect(try await purser(["conform", "--prepare"]).status == 0)
        let server = try await startServer(name)
        defer {
            kill(server.process.processIdentifier, SIGKILL)
            server.process.waitUntilExit()
        }
        let adapter = folder.url.appending(path: "adapter.json5")
        let events = name == "naive_last_document" ? "events: null," : ""
        try Data("{ \(events) entitlements: { url: '{url}/entitlements?customer={customer}' } }".utf8).write(
            to: adapter
        )
        let common = ["--server", server.url, "--adapter", adapter.path]
        let faults = ConformanceFault.allCases.filter { $0 != .none }.flatMap { ["--fault", $0.rawValue] }
        var statuses = try await rows(common + ["--fault", "none"])
        #expect(statuses.count >= 150)
        let faulty = try await rows(common + ["--only", "renewals"] + faults)
        #expect(faulty.count >= 100)
        statuses.merge(faulty) { $1 }
        let failed = Set(statuses.filter { $0.value == "failed" }.keys)
        let predicted = try predictions(name)
        for row in failed.subtracting(predicted.keys).sorted() {
            Issue.record("\(row) failed, which was not predicted")
        }
        for row in Set(predicted.keys).subtracting(failed).sorted() {
            Issue.record("\(row) was predicted to fail, and is \(statuses[row] ?? "no row"): \(predicted[row] ?? "")")
        }
        #expect(failed.count == predicted.count && !failed.isEmpty)
    }

    /// The rows that a server must fail, with the reason of each.
    private func predictions(_ name: String) throws -> [String: String] {
        let text = try String(contentsOf: Self.fixtures.appending(path: name + ".tsv"), encoding: .utf8)
        var rows: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", maxSplits: 1)
            #expect(cells.count == 2 && cells[1].count > 20, "a row without a reason: \(line)")
            #expect(
                rows.updateValue(String(cells.last ?? ""), forKey: String(cells[0])) == nil,
                "\(line) is there twice"
            )
        }
        return rows
    }

    private func startServer(_ name: String) async throws -> (process: ChildProcess, url: String) {
        let root = try Data(contentsOf: URL(filePath: data).appending(path: "root.der"))
        let given = ["root": root.base64EncodedString(), "bundle": "com.example.conformance", "app": "1234567890"]
        let process = ChildProcess()
        process.limit = nil
        process.executableURL = try Python().executable
        process.arguments = [Self.fixtures.appending(path: name + ".py").path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(try JSONEncoder().encode(given))
        try input.fileHandleForWriting.close()
        let port = await Task.detached { String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) }
            .value
        let number = try #require(UInt16(port.trimmingCharacters(in: .whitespacesAndNewlines)), "no port: \(port)")
        return (process, "http://127.0.0.1:\(number)")
    }

    @Test func `a server that does not answer is named, and no row runs`() async {
        let terminal = TestTerminal()
        let code = await terminal.run("conform", "--server", "http://127.0.0.1:9", "--data", data)
        #expect(code == 1)
        #expect(terminal.errors.last?.contains("the server does not answer") == true, "\(terminal.errors)")
    }

    @Test(arguments: [
        (["--only", "renew-montly-1"], "did you mean 'renew-monthly-1'?"),
        (["--fault", "rain"], "--fault takes"),
        (["--set", "key"], "--set takes NAME=VALUE"),
        (["extra"], "unexpected operand 'extra'"),
    ])
    func `a mistyped option is refused with what to write`(parts: [String], text: String) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(["conform", "--data", data] + parts) == 2)
        #expect(terminal.errors.last?.contains(text) == true, "\(terminal.errors)")
    }

    @Test func `the list has every scenario in both languages`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("conform", "--list", "--json") == 0)
        let bytes = Data((terminal.output.first ?? "").utf8)
        let scenarios = try #require(AppStoreJSON.decode(JSONValue.self, from: bytes).array)
        #expect(scenarios.count == ConformanceScenario.all.count)
        #expect(scenarios.allSatisfy { $0["en"]?.string?.isEmpty == false && $0["zh"]?.string?.isEmpty == false })
        #expect(scenarios.allSatisfy { $0["rule"]?.string?.hasPrefix("https://developer.apple.com/") == true })
    }

    @Test func `the built-in adapter is the example that is printed`() async throws {
        let terminal = TestTerminal()
        #expect(await terminal.run("conform", "--print-adapter") == 0)
        let adapter = try ConformanceAdapter.read(Data(terminal.output.joined(separator: "\n").utf8), path: "printed")
        #expect(adapter.name == "Purser" && adapter.checksRevocation)
        #expect(adapter.events?.types["subscription.renewed"] == .renewed)
        #expect(adapter.entitlements.readsAnyInstant && adapter.events?.isFeed == true)
    }

    @Test(arguments: [
        ("{ nmae: 'shop' }", "unknown member 'nmae'; did you mean 'name'?"),
        ("{ name: 'shop' ", "line 1"),
        ("{ products: { gold: 'x' } }", "'gold' is not a product of the kit"),
        ("{ events: { url: 'http://x', types: { a: 'bought' } } }", "'bought' is not a kind of event"),
    ])
    func `an adapter with a mistake is refused with its place`(text: String, reason: String) {
        let error = #expect(throws: Failure.self) {
            try ConformanceAdapter.read(Data(text.utf8), path: "adapter.json5")
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasPrefix("adapter.json5: ") == true)
    }

    @Test func `placeholders are filled at any depth, and unknown ones stay`() {
        let values = ["url": "http://{host}", "host": "127.0.0.1", "customer": "ann"]
        #expect(ConformanceServer.fill("{url}/a/{customer}?{at}", values) == "http://127.0.0.1/a/ann?{at}")
        #expect(ConformanceServer.fill("a{b", values) == "a{b")
        #expect(ConformanceServer.fill("{url}", ["url": "{url}"]) == "{url}")
    }

    @Test func `paths lead through lists and objects, and dates have three forms`() throws {
        let body = try AppStoreJSON.decode(JSONValue.self, from: Data(#"{"a":[{"b":{"c":1}},{"b":{"c":2}}]}"#.utf8))
        #expect(body.list(at: "a.*.b").compactMap { $0.values(at: "c").first?.integer } == [1, 2])
        #expect(body.list(at: "a").count == 2 && body.list(at: "x").isEmpty)
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(JSONValue.integer(1_800_000_000_000).date == date && JSONValue.integer(1_800_000_000).date == date)
        #expect(JSONValue.string("2027-01-15T08:00:00Z").date == date)
        #expect(JSONValue.string("2027-01-15T08:00:00.000Z").date == date && JSONValue.bool(true).date == nil)
    }
}
