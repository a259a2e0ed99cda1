// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@Suite struct ScenarioTests {
    private func run(_ text: String) async throws -> ScenarioReport {
        try await ScenarioRunner(try SimulatorScenario(contents: Data(text.utf8)), catalog: .example).run()
    }

    @Test func `a year with a lapse, told with its expectations`() async throws {
        let report = try await run(
            """
            {
              // 20 Feb to 20 Mar, 20 Mar to 20 Apr, a lapse, 17 Jun to 17 Jul.
              name: "A reader who comes back",
              start: "2014-02-20T00:00:00Z",
              steps: [
                { buy: { customer: "reader", product: "silver" }, expect: ["SUBSCRIBED.INITIAL_BUY"] },
                { advance: "P1M1D", expect: ["DID_RENEW"], access: { reader: ["silver"] } },
                { renewal: { customer: "reader", group: "group", on: false },
                  expect: ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"] },
                { advance: "P57D", expect: ["EXPIRED.VOLUNTARY"], access: { reader: [] } },
                { note: "17 June", advance: "P31D", expect: [] },
                { buy: { customer: "reader", product: "silver" }, expect: ["SUBSCRIBED.RESUBSCRIBE"], as: "second" },
                { refund: { transaction: "second" }, expect: ["REFUND"], access: { reader: [] } },
              ],
            }
            """
        )
        #expect(report.isMet, "\(report.steps.flatMap(\.problems))")
        #expect(report.steps.count == 7)
    }

    @Test func `a bundle is defined, bought and left`() async throws {
        let report = try await run(
            """
            { name: "A pair", steps: [
              { bundle: { product: "pair", milliunits: 9990, members: ["silver"] }, expect: [] },
              { bundle: { product: "pair", milliunits: 9990, members: ["silver"] }, refuses: "invalid-command" },
              { buy: { customer: "a", product: "pair" }, expect: ["SUBSCRIBED.INITIAL_BUY"], access: { a: ["silver"] } },
              { unbundle: { customer: "a", bundle: "pair", keeping: ["silver"] } },
              { advance: "P1M1D", access: { a: ["silver"] } },
            ] }
            """
        )
        #expect(report.isMet, "\(report.steps.flatMap(\.problems))")
    }

    @Test func `what is not as expected is reported step by step`() async throws {
        let report = try await run(
            """
            { name: "wrong", steps: [
              { buy: { customer: "a", product: "coins" }, expect: ["REFUND"] },
              { buy: { customer: "a", product: "nothing" } },
              { buy: { customer: "a", product: "nothing" }, refuses: "unknown-product" },
              { buy: { customer: "a", product: "coins" }, refuses: "payment-declined" },
              { payment: { customer: "a", works: false }, access: { a: ["gold"] } },
              { buy: { customer: "a", product: "coins" }, refuses: "payment-declined", expect: [] },
              { advance: "soon" },
            ] }
            """
        )
        #expect(!report.isMet)
        #expect(report.steps.map(\.problems.count) == [1, 1, 0, 1, 1, 0, 1])
        #expect(report.steps[0].problems[0] == "expected REFUND, but ONE_TIME_CHARGE came")
        #expect(report.steps[4].problems[0] == "a should have gold, but has nothing")
    }

    @Test(
        arguments: [
            (#"{ steps: [] }"#, "name is missing"),
            (#"{ name: "x", steps: [ {} ] }"#, "steps 1: a step has exactly one action"),
            (#"{ name: "x", steps: [ { advance: "P1D", buy: { customer: "a", product: "b" } } ] }"#, "exactly one"),
            (#"{ name: "x", steps: [ { advance: "P1D", expects: [] } ] }"#, "a step has no expects"),
            (#"{ name: "x", steps: [ { buy: { customer: "a" } } ] }"#, "product is missing"),
            ("{", "The scenario cannot be read"),
        ]
    )
    func `a scenario that is not well formed says where`(text: String, reason: String) throws {
        let error = #expect(throws: SimulatorServiceError.self) {
            _ = try SimulatorScenario(contents: Data(text.utf8))
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func `a scenario's numbers are looked at, too`() async throws {
        let report = try await run(
            """
            { name: "numbers", steps: [
              { buy: { customer: "a", product: "silver" }, as: "first" },
              { settings: { grace: { days: 29, onlyAfterPaidPeriods: false } }, refuses: "invalid-scenario" },
              { price: { product: "silver", milliunits: 9223372036854775807 }, refuses: "invalid-command" },
              { refund: { transaction: "first", percentage: 250000 }, refuses: "invalid-command" },
              { advance: "P101Y", refuses: "clock-cannot-go-that-far" },
              { advance: "P40D", expect: ["DID_RENEW"] },
            ] }
            """
        )
        #expect(report.isMet, "\(report.steps.flatMap(\.problems))")
        let error = await #expect(throws: SimulatorServiceError.self) {
            try await run(#"{ name: "still", settings: { rate: { every: { seconds: 0 } } }, steps: [] }"#)
        }
        #expect(error?.code == .invalidScenario)
    }

    @Test func `the same scenario gives the same story each time`() async throws {
        let text = """
            { name: "same", seed: 9, steps: [ { buy: { customer: "a", product: "silver" } }, { advance: "P5M" } ] }
            """
        let first = try await run(text)
        let second = try await run(text)
        #expect(first.steps.map(\.notifications) == second.steps.map(\.notifications))
        #expect(first.steps[1].notifications.count == 5)
    }

    @Test func `every scenario of the page is met, by a customer of its own, and the clock advances`() async throws {
        let simulated = try SimulatedService()
        let list: JSONValue = try await simulated.production.send(.get, "/simulator/v1/scenarios").json()
        let ids = (list["scenarios"]?.array ?? []).compactMap { $0["id"]?.string }
        #expect(Set(ids).isSuperset(of: ["first-month", "card-fails", "lapse", "refund", "ask-to-buy"]))
        for id in ids {
            let before = simulated.service.now
            let report: JSONValue = try await simulated.production.send(.post, "/simulator/v1/scenarios/\(id)/play")
                .json()
            #expect(report["isMet"]?.bool == true, "\(report)")
            #expect(report["customer"]?.string == id + "-1" && simulated.service.now > before)
            let steps = report["steps"]?.array ?? []
            #expect(steps.count > 1 && steps.allSatisfy { $0["text"]?["zh"]?.string?.isEmpty == false })
        }
        // The same again is another customer, and only so far.
        let part: JSONValue = try await simulated.production.send(
            .post,
            "/simulator/v1/scenarios/lapse/play",
            json: ["steps": 2] as JSONValue
        ).json()
        #expect(part["customer"]?.string == "lapse-2" && part["steps"]?.array?.count == 2)
        let unknown = try await simulated.production.send(.post, "/simulator/v1/scenarios/none/play")
        #expect(unknown.status == .notFound)
    }

    @Test func `the page links to the console whose address was set`() async throws {
        let simulated = try SimulatedService { $0.consoleURL = "http://127.0.0.1:8080/console" }
        let status: JSONValue = try await simulated.production.send(.get, "/simulator/v1/status").json()
        #expect(status["consoleURL"]?.string == "http://127.0.0.1:8080/console")
        for wrong in ["javascript:alert(1)", "https://", "ftp://x"] {
            let answer = try await simulated.production.send(
                .put,
                "/simulator/v1/console",
                json: ["url": .string(wrong)] as JSONValue
            )
            #expect(answer.status == .badRequest, "\(wrong)")
        }
        let removed = try await simulated.production.send(
            .put,
            "/simulator/v1/console",
            json: ["url": .null] as JSONValue
        )
        #expect(removed.status == .ok)
        let after: JSONValue = try await simulated.production.send(.get, "/simulator/v1/status").json()
        #expect(after["consoleURL"]?.string == nil)
    }
}
