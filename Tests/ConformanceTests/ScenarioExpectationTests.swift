// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Conformance
import Foundation
import Testing

/// The scenarios against the App Store's books: what each of them states manually is what the simulator has.
@Suite struct ScenarioExpectationTests {
    static let end = Date(timeIntervalSince1970: 1_795_000_000)

    static func play(_ name: String, skew: Int = 0, seed: UInt64 = 1) throws -> ConformancePlay {
        let scenario = try #require(ConformanceReport.scenarios[name])
        return try ConformancePlay(scenario, catalog: ConformanceCatalog(), seed: seed, endingAt: end, skew: skew)
    }

    /// Whatever the day of the run is, months are 28 to 31 days long.
    @Test(arguments: [0, 45, 90, 135, 180, 225, 270, 315])
    func `every scenario ends with the entitlements that it names`(day: Int) throws {
        let end = Self.end.addingTimeInterval(Double(day) * 86_400)
        for scenario in ConformanceScenario.all {
            do {
                let play = try ConformancePlay(scenario, catalog: ConformanceCatalog(), seed: 7, endingAt: end)
                let last = try #require(play.moments.last)
                #expect(abs(last.date.timeIntervalSince(end)) < 0.01, "\(scenario.name)")
                for customer in Set(play.customers).union(scenario.ends.keys) {
                    let found = Set((last.expected[customer] ?? [:]).keys)
                    #expect(found == Set(scenario.ends[customer] ?? []), "\(scenario.name): \(customer) on day \(day)")
                }
            } catch {
                Issue.record("\(scenario.name): \(error)")
            }
        }
    }

    @Test func `there are more than 150 scenarios, each with a name and sentences of its own`() {
        let all = ConformanceScenario.all
        #expect(all.count >= 150)
        #expect(Set(all.map(\.name)).count == all.count)
        for scenario in all {
            #expect(scenario.name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(scenario.name)")
            #expect(scenario.sentence.english.hasSuffix("."), "\(scenario.name)")
            #expect(scenario.sentence.chinese.hasSuffix("。"), "\(scenario.name)")
        }
        #expect(Set(all.map(\.topic)) == Set(ConformanceTopic.allCases))
    }

    @Test func `every scenario meets every fault that suits it`() throws {
        let rows = try ConformanceRow.rows(ConformanceScenario.all, faults: ConformanceFault.allCases, isThorough: true)
        #expect(rows.count > 1000)
        #expect(Set(rows.map(\.name)).count == rows.count)
        #expect(Set(rows.map { $0.seed(1) }).count == rows.count)
        // A grace period is in renewal info only, which no transaction of the app shows.
        #expect(!rows.contains(ConformanceRow("grace-keeps-access", .lost)))
        #expect(rows.contains(ConformanceRow("renew-monthly-1", .lost)))
        #expect(!rows.contains(ConformanceRow("forged-purchase-wrong-root", .repeated)))
    }

    @Test func `one seed gives the same transactions, and another seed gives others`() throws {
        let (one, two) = (try Self.play("renew-monthly-3"), try Self.play("renew-monthly-3"))
        #expect(one.transactions == two.transactions && one.tokens == two.tokens)
        #expect(one.transactions.isDisjoint(with: try Self.play("renew-monthly-3", seed: 2).transactions))
    }

    @Test func `renewals, their events and the app's submission are in the play`() throws {
        let play = try Self.play("renew-monthly-3")
        #expect(play.events.map(\.kind) == [.started, .renewed, .renewed, .renewed])
        #expect(play.moments.map(\.submissions.count) == [1, 0])
        #expect(play.moments.map(\.notifications.count) == [1, 3])
        #expect(play.held(by: "ann").count == 4)
        #expect(play.isShownByTransactions)
    }

    @Test func `signed dates are ahead of the moments by the skew`() throws {
        let (on, ahead) = (try Self.play("buy-monthly"), try Self.play("buy-monthly", skew: 240))
        let dates = try [on, ahead].map { try #require($0.moments.first?.notifications.first?.signedDate) }
        #expect(dates[1].timeIntervalSince(dates[0]) == 240)
    }
}
