// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import Synchronization
import Testing

@testable import purser

/// `purser report`, `reconcile` and `settlement --amounts` against a running server and its simulator.
@Suite(.serialized) struct MoneyCommandTests {
    private static let catalog = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Catalog.storekit").path

    private static func control(_ url: String, _ body: JSONValue) async throws -> JSONValue {
        let answer = try await CurlTransport().send(
            HTTPClientRequest(
                "POST",
                url,
                headers: [(name: "Content-Type", value: "application/json")],
                body: try AppStoreJSON.encode(body)
            )
        )
        #expect(answer.status < 300, "\(url): \(answer.text)")
        return answer.body.isEmpty ? .null : try AppStoreJSON.decode(JSONValue.self, from: answer.body)
    }

    /// Answers at once, and records the requests.
    private final class Recorder: HTTPTransport {
        let requests = Mutex<[HTTPClientRequest]>([])
        private let answer: @Sendable (HTTPClientRequest) -> HTTPClientResponse

        init(answer: @escaping @Sendable (HTTPClientRequest) -> HTTPClientResponse = { _ in Recorder.body("{}") }) {
            self.answer = answer
        }

        func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
            requests.withLock { $0.append(request) }
            return answer(request)
        }

        static func body(_ text: String, status: Int = 200) -> HTTPClientResponse {
            HTTPClientResponse(status: status, headers: [], body: Data(text.utf8))
        }

        /// How the server ends a request that takes longer than a minute.
        static let timeout = body(#"{"code":"timeout","status":503,"detail":"The answer took too long."}"#, status: 503)
    }

    @Test func `payouts asks for half the days when the server ends a request`() async throws {
        let terminal = Terminal(
            print: { _ in },
            printError: { _ in },
            input: { Data() },
            environment: ["PURSER_KEY": "sk"]
        )
        let month = try #require(FiscalMonth("2026-10"))
        try #require("\(month.firstDay) \(month.lastDay)" == "2026-09-27 2026-10-31")
        let recorder = Recorder { request in
            request.url.contains("from=2026-09-27&until=2026-10-31")
                ? Recorder.timeout : Recorder.body(#"{"sales":[],"isComplete":true}"#)
        }
        let client = try ServerClient(Arguments([], options: ServerClient.options), terminal, transport: recorder)
        try await PayoutsCommand.printSales(of: month, [], client, terminal)
        let ranges = recorder.requests.withLock(\.self).map { $0.url.split(separator: "?").last.map(String.init) ?? "" }
        #expect(
            ranges == [
                "from=2026-09-27&until=2026-10-31", "from=2026-09-27&until=2026-10-14",
                "from=2026-10-15&until=2026-10-31",
            ]
        )
    }

    @Test func `a command ends with one line when the server ends its request`() async throws {
        let recorder = Recorder { _ in Recorder.timeout }
        let terminal = Terminal(
            print: { _ in },
            printError: { _ in },
            input: { Data() },
            environment: ["PURSER_KEY": "sk"]
        )
        let client = try ServerClient(Arguments([], options: ServerClient.options), terminal, transport: recorder)
        #expect(try await client.computed("/v1/reconciliation") == nil)
        await #expect(throws: RequestTimeout.self) { _ = try await client.request("GET", "/v1/rebuild") }
        // Longer than the server's own limit, so that the server's reason arrives.
        #expect(recorder.requests.withLock(\.self).first?.timeout == .seconds(75))
    }

    @Test func `a response with every sale is read whole`() async throws {
        let recorder = Recorder()
        let terminal = Terminal(
            print: { _ in },
            printError: { _ in },
            input: { Data() },
            environment: ["PURSER_KEY": "sk"]
        )
        let client = try ServerClient(Arguments([], options: ServerClient.options), terminal, transport: recorder)
        _ = try await client.computed("/v1/proceeds")
        _ = try await client.request("GET", "/v1/proceeds")
        let requests = recorder.requests.withLock(\.self)
        // A hundred thousand sales of some 400 bytes.
        #expect(requests.allSatisfy { $0.maximumResponseBytes > 40_000_000 })
        #expect(requests.last?.timeout == .seconds(30))
    }

    @Test func `what the simulator sold is fetched, reconciled and settled by command`() async throws {
        let folder = try TemporaryFolder()
        let server = try await PurserProcess(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.url.path)/purser.sqlite", "--catalog", Self.catalog,
            ],
            until: "Ctrl-C stops"
        )
        let url = try server.line("API").replacing("/v1", with: "")
        let store = try server.line("production") + "/simulator/v1"
        let options = ["--server", url, "--key", try server.secretKey()]
        let request = JSONValue.object(["customer": .string("alice"), "product": .string("coffee.beans.100")])
        var day = ""
        for _ in 0..<3 {
            let bought = try await Self.control(store + "/purchases", request)
            let instant = bought["transaction"]?["purchaseDate"]?.integer ?? 0
            day = ReportingZone.pacific.day(of: Date(millisecondsSince1970: instant)).description
        }
        _ = try await Self.control(store + "/clock/advance", .object(["by": .string("P75D")]))
        let fetch = TestTerminal()
        #expect(await fetch.run(["report", "fetch"] + options) == 0, "\(fetch.errors)")
        let report = TestTerminal()
        #expect(await report.run(["report", day] + options) == 0, "\(report.errors)")
        #expect(report.output.joined().contains(#""sku":"coffee.beans.100""#), "\(report.output)")
        let reconcile = TestTerminal()
        #expect(await reconcile.run(["reconcile", day] + options) == 0, "\(reconcile.errors)")
        #expect(reconcile.output.contains { $0.hasPrefix("matched\t") }, "\(reconcile.output)")
        let month = FiscalMonth(containing: try #require(CivilDay(day))).description
        let financial = TestTerminal()
        #expect(await financial.run(["report", month] + options) == 0, "\(financial.errors)")
        #expect(financial.output.joined().contains(#""extended_partner_share":"#), "\(financial.output)")
        let payout = TestTerminal()
        #expect(await payout.run(["payouts", month, "--amounts"] + options) == 0, "\(payout.errors)")
        #expect(payout.output.contains { $0.contains("\tUSD\t") }, "\(payout.output)")
        let sales = TestTerminal()
        let inputs = ["payouts", month, "--transactions", "--currency", "CNY"]
        #expect(await sales.run(inputs + options) == 0, "\(sales.errors)")
        let lines = sales.output.filter { $0.contains("coffee.beans.100") }
        #expect(
            lines.count == 3 && lines.allSatisfy { $0.hasSuffix(" CNY") && $0.contains("\tstandard\t0\t") },
            "\(lines)"
        )
    }

    @Test func `a report packed by Apple is imported over a socket, once`() async throws {
        let folder = try TemporaryFolder()
        let server = try await PurserProcess(
            [
                "serve", "--simulator", "--listen", "127.0.0.1:0", "--simulator-listen", "127.0.0.1:0", "--database",
                "sqlite:\(folder.url.path)/purser.sqlite",
            ],
            until: "Ctrl-C stops"
        )
        let options = [
            "--server", try server.line("API").replacing("/v1", with: ""), "--key", try server.secretKey(),
        ]
        let columns = [
            ("SKU", "coffee.imported"), ("Units", "2"), ("Developer Proceeds", "0.69"), ("Begin Date", "03/01/2026"),
            ("End Date", "03/01/2026"), ("Customer Currency", "USD"), ("Country Code", "US"),
            ("Currency of Proceeds", "USD"), ("Apple Identifier", "1"), ("Customer Price", "0.99"),
            ("Product Type Identifier", "IA1"), ("Parent Identifier", "com.example.coffee"),
        ]
        let table = [columns.map(\.0), columns.map(\.1)].map { $0.joined(separator: "\t") }.joined(separator: "\n")
        let path = try folder.write("S_D_80000001_20260301.txt", Data((table + "\n").utf8))
        // Packed by another program than our own.
        _ = try await Shell.run("gzip '\(path)'")
        for _ in 0..<2 {
            let terminal = TestTerminal()
            #expect(await terminal.run(["report", "import", path + ".gz"] + options) == 0, "\(terminal.errors)")
        }
        let report = TestTerminal()
        #expect(await report.run(["report", "2026-03-01"] + options) == 0, "\(report.errors)")
        let text = report.output.joined()
        #expect(text.contains(#""sku":"coffee.imported""#), "\(text)")
        #expect(text.ranges(of: "coffee.imported").count == 1, "\(text)")
    }

    @Test(arguments: [["reconcile"], ["reconcile", "yesterday"], ["report"], ["report", "import"]])
    func `what is not a day, month or file is refused with what it should be`(parts: [String]) async {
        let terminal = TestTerminal()
        #expect(await terminal.run(parts + ["--key", "k"]) == 2)
        #expect(terminal.errors.first?.contains("2026-11") == true)
    }

    @Test func `a server that is not there is named`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run(["report", "fetch", "--key", "k", "--server", "http://127.0.0.1:1"]) == 1)
        #expect(terminal.errors.joined().contains("http://127.0.0.1:1"))
    }
}
