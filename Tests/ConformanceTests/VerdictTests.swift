// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Conformance
import Foundation
import Testing

/// The comparison of answers with the books.
@Suite struct VerdictTests {
    private let verdict = ConformanceVerdict(
        names: [.monthly: ["vip"], .yearly: ["vip"], .pro: ["pro"], .coins: ["coins"]],
        comparesEnds: true,
        kinds: [.started, .renewed, .purchased]
    )
    private let end = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `an entitlement that is missing, extra or of another end is a problem`() {
        let none = verdict.problems("ann", expected: [.pro: end], answered: [])
        #expect(none == ["ann lacks pro until 2027-01-15T08:00:00Z"])
        let extra = verdict.problems("ann", expected: [:], answered: [AnsweredEntitlement("pro", until: nil)])
        #expect(extra == ["ann has pro, which nothing gives"])
        let late = AnsweredEntitlement("pro", until: end.addingTimeInterval(60))
        #expect(verdict.problems("ann", expected: [.pro: end], answered: [late]).count == 1)
        let same = AnsweredEntitlement("pro", until: end.addingTimeInterval(0.9))
        #expect(verdict.problems("ann", expected: [.pro: end], answered: [same]).isEmpty)
    }

    @Test func `products with one name of the server give it until the later end`() {
        let answer = [AnsweredEntitlement("vip", until: end)]
        let expected: ConformancePlay.ExpectedEntitlements = [.monthly: end.addingTimeInterval(-86_400), .yearly: end]
        #expect(verdict.problems("ann", expected: expected, answered: answer).isEmpty)
    }

    @Test func `consumables are not compared as entitlements`() {
        let answer = [AnsweredEntitlement("coins", until: nil)]
        #expect(verdict.problems("ann", expected: [:], answered: answer).isEmpty)
    }

    @Test func `an event that is missing, repeated or of another quantity is a problem`() throws {
        let play = try ScenarioExpectationTests.play("buy-coins-three")
        let transaction = try #require(play.transactions.first)
        func problems(_ events: [AnsweredEvent], under fault: ConformanceFault = .none) -> [String] {
            verdict.problems(of: play, under: fault, answered: events)
        }
        func event(_ id: String, _ quantity: Int) -> AnsweredEvent {
            AnsweredEvent(id: id, kind: .purchased, transaction: transaction, quantity: quantity)
        }
        #expect(problems([event("1", 3)]).isEmpty)
        #expect(problems([event("1", 3), event("1", 3)]).isEmpty)
        #expect(problems([event("1", 3), event("2", 3)]) == ["purchased of \(transaction): reported 2 times, not 1"])
        #expect(problems([]) == ["purchased of \(transaction): reported 0 times, not 1"])
        #expect(problems([], under: .lost).isEmpty)
        #expect(problems([event("1", 1)]).count == 1)
    }

    @Test func `the reports name every row and escape what a server answered`() {
        let row = ConformanceRow("refund-monthly", .repeated)
        let report = ConformanceReport(
            server: "<shop>",
            date: end,
            seed: 5,
            results: [
                ConformanceResult(row, problems: ["ann has <b>"], seconds: 0.25),
                ConformanceResult(ConformanceRow("buy-coins", .none), seconds: 0.5),
                ConformanceResult(ConformanceRow("buy-pro", .crash), skipped: "no restart"),
            ]
        )
        #expect(report.passedCount == 1 && report.failed.count == 1 && report.skippedCount == 1)
        #expect(report.junit.contains(#"name="refund-monthly+repeated" time="0.250""#))
        #expect(
            report.junit.contains("ann has &lt;b&gt;") && report.junit.contains(#"<skipped message="no restart"/>"#)
        )
        #expect(report.page.contains("&lt;shop&gt;") && !report.page.contains("<b>"))
        #expect(report.page.contains("退款") && report.page.contains("Refunds"))
        #expect(report.json["failed"]?.integer == 1 && report.json["rows"]?.array?.count == 3)
    }

    @Test func `the server may report an expiration by its own clock, but not one of a paid period`() throws {
        let verdict = ConformanceVerdict(names: [:], comparesEnds: false, kinds: [.renewed, .started, .expired])
        let play = try ScenarioExpectationTests.play("renew-monthly-1")
        let transactions = play.events.map(\.transaction)
        func problems(expired transaction: TransactionID) -> [String] {
            let events = play.events.enumerated().map { number, event in
                AnsweredEvent(id: "\(number)", kind: event.kind, transaction: event.transaction, quantity: nil)
            }
            let expired = AnsweredEvent(id: "x", kind: .expired, transaction: transaction, quantity: nil)
            return verdict.problems(of: play, under: .none, answered: events + [expired])
        }
        #expect(problems(expired: transactions[0]).isEmpty)
        #expect(problems(expired: transactions[1]).count == 1)
    }

    @Test func `out of order, a server need not know why a period began`() throws {
        let verdict = ConformanceVerdict(names: [:], comparesEnds: false, kinds: Set(ConformanceEventKind.allCases))
        let play = try ScenarioExpectationTests.play("upgrade")
        let events = play.events.enumerated().map { number, event in
            AnsweredEvent(id: "\(number)", kind: .started, transaction: event.transaction, quantity: nil)
        }
        #expect(verdict.problems(of: play, under: .reordered, answered: events).isEmpty)
        #expect(!verdict.problems(of: play, under: .none, answered: events).isEmpty)
    }
}
