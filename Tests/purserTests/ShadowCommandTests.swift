// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization
import Testing

@testable import purser

@Suite struct ShadowCommandTests {
    /// Answers as a server would, and keeps what was asked.
    private final class Server: HTTPTransport {
        let requests = Mutex<[HTTPClientRequest]>([])
        private let answers: [String: String]

        init(_ answers: [String: String]) { self.answers = answers }

        func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
            requests.withLock { $0.append(request) }
            let name = "\(request.method) \(request.url.replacing("http://server/v1/shadow", with: ""))"
            guard let body = answers[name] else { return HTTPClientResponse(status: 404, body: Data("{}".utf8)) }
            return HTTPClientResponse(status: 200, body: Data(body.utf8))
        }
    }

    /// Runs the command against a server; returns the lines and the failure.
    private func run(
        _ words: [String],
        _ answers: [String: String]
    ) async throws -> (lines: [String], failure: Failure?) {
        let server = Server(answers)
        let lines = Mutex<[String]>([])
        let terminal = Terminal(
            print: { line in lines.withLock { $0.append(line) } },
            printError: { _ in },
            input: { Data(#"{"url":"https://provider.example/{customer}"}"#.utf8) },
            environment: ["PURSER_KEY": "sk"]
        )
        let arguments = try Arguments(
            words + ["--server", "http://server"],
            options: ShadowCommand.options
        )
        let client = try ServerClient(arguments, terminal, transport: server)
        do {
            try await ShadowCommand.run(arguments, terminal, client)
            return (lines.withLock(\.self), nil)
        } catch let failure as Failure {
            return (lines.withLock(\.self), failure)
        }
    }

    private static let go =
        #"{"verdict":"go","at":1,"startedAt":1772366400000,"compared":5,"customers":2,"obstacles":[],"classes":[]}"#
    private static let noGo = """
        {"verdict":"no-go","at":1,"startedAt":1772366400000,"compared":1,"customers":1,
        "obstacles":[{"code":"blocking-differences","text":"Fix these first."}],
        "classes":[{"class":"unknown-purchase","cause":"purser","title":"Unknown purchase","explanation":"","isAccepted":false,
        "pending":1,"confirmed":2,"resolved":3,"customers":2,"atStake":[{"milliunits":9980,"currency":"USD"}]},
        {"class":"alias","cause":"policy","isAccepted":true,"pending":0,"confirmed":1,"resolved":0,"customers":1,"atStake":[]}]}
        """

    @Test func `the report's exit code is the verdict`() async throws {
        let good = try await run(["report"], ["GET /report": Self.go])
        #expect(good.failure == nil && good.lines.first == "GO")
        let bad = try await run([], ["GET /report": Self.noGo])
        #expect(bad.failure?.message == "no-go: 1 obstacle")
        #expect(
            bad.lines == [
                "NO-GO", "1 comparison since 2026-03-01T12:00:00Z, 1 customer in the last complete round",
                "- Fix these first.", "unknown-purchase\tpurser\t2\t1\t3\t2\t9.98 USD",
                "alias (accepted)\tpolicy\t1\t0\t0\t1\t-",
            ]
        )
        let json = try await run(["report", "--json"], ["GET /report": Self.noGo])
        #expect(json.failure != nil && json.lines.first?.contains("blocking-differences") == true)
        let chinese = try await run(["report", "--language", "zh-Hans"], ["GET /report?language=zh-Hans": Self.go])
        #expect(chinese.failure == nil)
    }

    @Test func `a difference is shown with the rules behind Purser's answer`() async throws {
        let body = """
            {"id":"shd_1","state":"confirmed","class":"missed-refund","customer":"anna","entitlement":"club","title":"Missed refund",
            "explanation":"Apple refunded.","purser":{"isEntitled":false},"provider":{"isEntitled":true,"expiresDate":1772366400000},
            "why":{"reasons":[{"rule":"refunded","productId":"monthly","transactionId":"11","documents":[{}]}]}}
            """
        let shown = try await run(["show", "shd_1"], ["GET /differences/shd_1": body])
        #expect(
            shown.lines == [
                "shd_1\tconfirmed\tmissed-refund\tanna\tclub\tpurser: no access\tprovider: until 2026-03-01T12:00:00Z",
                "Missed refund: Apple refunded.", "refunded\tmonthly\t11\t1 document",
            ]
        )
        let list = try await run(
            ["differences", "--class", "missed-refund", "--limit", "5"],
            ["GET /differences?class=missed-refund&limit=5": "{\"differences\":[\(body)]}"]
        )
        #expect(list.lines.count == 1)
    }

    @Test func `many customers are compared twenty at a time, and a failure ends it`() async throws {
        let customers = (0..<45).map { "c\($0)" }
        let all = try await run(["check"] + customers, ["POST /check": #"{"compared":20,"differences":[]}"#])
        #expect(all.lines == ["60 customers compared, 0 differences"])
        let failed = try await run(
            ["check"] + customers,
            ["POST /check": #"{"compared":3,"differences":[],"failure":"The provider answered with status 500."}"#]
        )
        #expect(failed.failure?.message == "3 customers compared; The provider answered with status 500.")
    }

    @Test func `a file with the settings starts it`() async throws {
        let status = #"{"isEnabled":true,"url":"https://provider.example/{customer}","environment":"Production"}"#
        let started = try await run(["start", "-"], ["PATCH ": status])
        #expect(started.failure == nil && started.lines.contains("running"))
        let ended = try await run(["end"], ["DELETE ": ""])
        #expect(ended.lines == ["shadow mode is over"])
    }

    @Test(arguments: [["start"], ["show"], ["check"], ["report", "x"], ["tomorrow"]])
    func `what is not understood is a usage error`(words: [String]) async throws {
        await #expect(throws: UsageError.self) { try await run(words, [:]) }
    }
}
