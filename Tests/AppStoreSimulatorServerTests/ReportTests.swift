// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct ReportTests {
    /// The text inside a gzip file whose blocks are stored.
    private func unpack(_ bytes: Data) throws -> String {
        var rest = bytes.dropFirst(10)
        var text = Data()
        while true {
            let head = Array(rest.prefix(5))
            guard head.count == 5 else { throw UnexpectedAnswer(text: "no gzip") }
            let count = Int(head[1]) | Int(head[2]) << 8
            text += rest.dropFirst(5).prefix(count)
            rest = rest.dropFirst(5 + count)
            if head[0] == 1 { return String(decoding: text, as: UTF8.self) }
        }
    }

    private func ask(
        _ simulated: SimulatedService,
        _ path: String,
        _ filters: [String: String],
        signed: Bool = true
    ) async throws -> InProcessClient.Response {
        let query = HTTPQuery(filters.sorted { $0.key < $1.key }.map { ("filter[\($0.key)]", $0.value) })
        return try await simulated.production.send(
            .get,
            "\(path)?\(query.rawValue)",
            headers: signed ? try teamToken(simulated) : [:]
        )
    }

    private func teamToken(_ simulated: SimulatedService) throws -> HTTPHeaders {
        try simulated.token { $0.bundleID = nil }
    }

    private let daily = [
        "frequency": "DAILY", "reportType": "SALES", "reportSubType": "SUMMARY", "vendorNumber": "80012345",
        "reportDate": "2025-06-15",
    ]

    @Test func `a day's sales are there two days later, refunds among them`() async throws {
        let simulated = try SimulatedService()
        let coins = try await simulated.buy("coins", quantity: 3).transactionId
        try await simulated.buy("silver")
        _ = try await simulated.production.send(.post, "/simulator/v1/transactions/\(coins)/refund")
        #expect(try await ask(simulated, "/v1/salesReports", daily).status == .notFound)
        _ = try await simulated.advance(by: "P3D")
        let answer = try await ask(simulated, "/v1/salesReports", daily)
        #expect(answer.status == .ok)
        #expect(answer.headers["content-type"] == "application/a-gzip")
        let lines = try unpack(answer.body).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(lines.first?.first == "Provider")
        let units = lines.dropFirst().map { String($0[7]) }.sorted()
        #expect(units == ["-3.00", "1.00", "3.00"] || units == ["-3", "1", "3"])
    }

    @Test func `subscription events of a day are reported`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("silver")
        _ = try await simulated.advance(by: "P3D")
        var filters = daily
        filters["reportType"] = "SUBSCRIPTION_EVENT"
        let answer = try await ask(simulated, "/v1/salesReports", filters)
        #expect(try unpack(answer.body).contains("\tSubscribe\t"))
    }

    @Test func `a fiscal month is reported when it has ended`() async throws {
        let simulated = try SimulatedService()
        try await simulated.buy("coins")
        // The clock began on 15 June 2025, in the ninth month of fiscal year 2025.
        let filters = [
            "regionCode": "ZZ", "reportDate": "2025-09", "reportType": "FINANCIAL", "vendorNumber": "80012345",
        ]
        #expect(try await ask(simulated, "/v1/financeReports", filters).status == .notFound)
        _ = try await simulated.advance(by: "P1M")
        let answer = try await ask(simulated, "/v1/financeReports", filters)
        #expect(answer.status == .ok)
        #expect(try unpack(answer.body).contains("coins"))
    }

    @Test(
        arguments: [
            ("frequency", "HOURLY"), ("reportType", "NEWS"), ("reportSubType", "DETAILED"), ("vendorNumber", "x"),
            ("reportDate", "2025-13-01"), ("reportDate", "yesterday"), ("reportDate", "2025-02-30"),
        ]
    )
    func `a parameter that is not good is named`(name: String, value: String) async throws {
        var filters = daily
        filters[name] = value
        let simulated = try SimulatedService()
        _ = try await simulated.advance(by: "P3D")
        let answer = try await ask(simulated, "/v1/salesReports", filters)
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("filter[\(name)]"))
    }

    @Test func `without a good token nothing is reported`() async throws {
        let answer = try await ask(try SimulatedService(), "/v1/salesReports", daily, signed: false)
        #expect(answer.status == .unauthorized)
        #expect(answer.text.contains("NOT_AUTHORIZED"))
    }
}
