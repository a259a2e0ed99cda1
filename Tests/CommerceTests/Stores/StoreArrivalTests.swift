// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import TestSupport
import Testing

/// Whatever order statements arrive in, among each other and beside Apple's documents, the end is the same.
@Suite struct StoreArrivalTests {
    private static let seeds = Array(0..<UInt64(Seeds.wanted.map { max(1, $0 * 8) } ?? 60))

    /// One statement with the day on which it was stated.
    private struct Stated {
        var statement: StoreStatement
        var day: String
    }

    /// A random history of a pack of gems and of a subscription in another store.
    private static func history(_ random: inout SeededGenerator) -> [Stated] {
        var history: [Stated] = []
        for day in ["01-02", "01-04", "01-08", "01-16"].prefix(Int.random(in: 1...4, using: &random)) {
            let share = [nil, 25_000, 50_000, 100_000].randomElement(using: &random) ?? nil
            let isRefunded = Bool.random(using: &random)
            let gems = StoreStatement.gems { statement in
                guard isRefunded else { return }
                (statement.state, statement.refundedPercentage) = (.refunded, share)
            }
            history.append(Stated(statement: gems, day: day))
        }
        let months = [(nil, "01-01", "02-01"), ("p2", "02-01", "03-01"), ("p3", "03-05", "04-05")]
        for (payment, start, end) in months.prefix(Int.random(in: 1...3, using: &random)) {
            for offset in [0, 3, 9, 20, 33].prefix(Int.random(in: 1...5, using: &random)) {
                let stated = Date.at(start).addingTimeInterval(Double(offset) * 86_400 + 60)
                let state = StoreStatement.State.allCases.randomElement(using: &random) ?? .active
                let willRenew = state == .expired ? false : [nil, true, false].randomElement(using: &random) ?? nil
                let statement = StoreStatement.month(payment, start, to: end) {
                    ($0.state, $0.willRenew) = (state, willRenew)
                    if state == .gracePeriod { $0.gracePeriodExpirationDate = stated.addingTimeInterval(5 * 86_400) }
                }
                history.append(Stated(statement: statement, day: ArrivalScenario.day(of: stated)))
            }
        }
        return history
    }

    @Test(arguments: seeds)
    func `every order of arrival of a random history ends the same`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let history = Self.history(&random)
        let apple = [ArrivalScenario.month, ArrivalScenario.renewed, ArrivalScenario.ended("03-01")]
        var first: (result: FulfillmentWorld.Result, answers: String)?
        for round in 0..<6 {
            var world = FulfillmentWorld()
            world.now = .at("03-10")
            var arrivals = history.map(Optional.some) + [nil, nil, nil]
            if round > 0 { arrivals.shuffle(using: &random) }
            var documents = round > 0 ? apple.shuffled(using: &random) : apple
            for arrival in arrivals {
                guard let arrival else {
                    world.process(documents.removeLast(), .shown())
                    continue
                }
                let named = world.state(arrival.statement, stated: arrival.day)
                #expect(named != nil && FulfillmentWorld.member(named) == nil)
                if Bool.random(using: &random) { world.state(arrival.statement, stated: arrival.day) }
            }
            for key in ["google-play:GPA.1", "huawei:sub-7", "1"] as [OriginalTransactionID] {
                world.process([], .recheck(), about: LineageKey(scope: .app, lineage: key))
            }
            let answers =
                world.answer().map {
                    [$0.isActive ? "active" : "ended", $0.reason.rule.rawValue, $0.reason.store?.rawValue ?? ""]
                        .joined(separator: " ")
                } ?? "none"
            let end = (result: world.result, answers: answers)
            let known = first ?? end
            first = known
            #expect(end.result == known.result && end.answers == known.answers, "Seed \(seed), round \(round).")
            #expect(try world.recomputed().result.orders == end.result.orders, "Seed \(seed), round \(round).")
        }
    }
}

extension ArrivalScenario {
    /// The day of 2024 of an instant, as ``Date/at(_:)`` reads it.
    static func day(of date: Date) -> String {
        String(CivilDay(daysSince1970: Int(date.timeIntervalSince1970 / 86_400)).description.dropFirst(5))
    }
}
