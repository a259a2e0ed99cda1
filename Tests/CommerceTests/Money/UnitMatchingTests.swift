// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@testable import Commerce

/// Which sales the reported units are given to.
@Suite struct UnitMatchingTests {
    private let day = CivilDay(daysSince1970: 20_000)

    @Test func `a sale of two units may be served on two days where another one needs the first day`() {
        let next = day.adding(days: 1)
        let claims = [
            UnitMatching.Demand(sale: 0, wanted: 2, own: day, days: day...next, isDoubtful: false),
            UnitMatching.Demand(sale: 1, wanted: 1, own: day, days: day...day, isDoubtful: false),
        ]
        let supplies = [
            UnitMatching.Supply(row: 1, units: 2, day: day), UnitMatching.Supply(row: 2, units: 1, day: next),
        ]
        let served = UnitMatching.match(claims, from: supplies).mapValues { $0.map { [$0.row, $0.units] } }
        #expect(served == [0: [[1, 1], [2, 1]], 1: [[1, 1]]])
    }

    static let fillings: [([Int], Int, Set<Int>)] = [
        // The units of the sales of a day, the units that Apple reports for it, and the sales that are served.
        ([3, 2, 2], 4, [1, 2]), ([3, 2, 2], 5, [0, 1]), ([3, 2, 2], 3, [0]), ([4, 2], 4, [0]), ([5, 2], 4, [1]),
        ([5, 4, 3], 7, [1, 2]), ([1, 3], 4, [0, 1]), ([2, 2, 2], 3, [0]), ([2, 1], 1, [1]), ([2, 2], 1, []),
    ]

    @Test(arguments: fillings)
    func `the units of a day are filled as well as can be, by earlier sales before later ones`(
        wanted: [Int],
        units: Int,
        expected: Set<Int>
    ) {
        let claims = wanted.enumerated().map { sale, wanted in
            UnitMatching.Demand(sale: sale, wanted: wanted, own: day, days: day...day, isDoubtful: false)
        }
        let supplies = [UnitMatching.Supply(row: 1, units: units, day: day)]
        #expect(Set(UnitMatching.match(claims, from: supplies).keys) == expected)
    }

    /// What a pairing leaves without a day, sure sales first, and how far the others are from their own days; of two days
    /// equally far the later one is nearer.
    private static func cost(_ claims: [UnitMatching.Demand], _ places: [CivilDay?]) -> [Int] {
        let (without, paired) = (zip(claims, places).filter { $1 == nil }, zip(claims, places).filter { $1 != nil })
        let distance = paired.reduce(0) { sum, pair in
            let days = (pair.1?.daysSince1970 ?? 0) - pair.0.own.daysSince1970
            return sum + (days < 0 ? 1 - 2 * days : 2 * days)
        }
        return [without.count { !$0.0.isDoubtful }, without.count, distance]
    }

    /// The lowest cost of all pairings of sales of one unit.
    private static func lowestCost(
        _ claims: [UnitMatching.Demand],
        _ units: [CivilDay: Int],
        _ places: [CivilDay?] = []
    ) -> [Int] {
        guard places.count < claims.count else { return cost(claims, places) }
        let days = claims[places.count].days
        let choices = [nil] + units.filter { $0.value > 0 && days.contains($0.key) }.map { CivilDay?.some($0.key) }
        return choices.map { choice in
            var left = units
            if let choice { left[choice, default: 0] -= 1 }
            return lowestCost(claims, left, places + [choice])
        }
        .min { $0.lexicographicallyPrecedes($1) } ?? []
    }

    @Test(arguments: 0..<4) func `no pairing of sales of one unit is better`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let claims = (0..<Int.random(in: 2...5, using: &generator)).map { sale in
                let own = day.adding(days: Int.random(in: 0...3, using: &generator))
                let first = own.adding(days: -Int.random(in: 0...2, using: &generator))
                let last = own.adding(days: Int.random(in: 0...2, using: &generator))
                return UnitMatching.Demand(
                    sale: sale,
                    wanted: 1,
                    own: own,
                    days: first...last,
                    isDoubtful: Int.random(in: 0..<4, using: &generator) == 0
                )
            }
            let supplies = (0...4).map { row in
                let units = Int.random(in: 0...2, using: &generator)
                return UnitMatching.Supply(row: row, units: units, day: day.adding(days: row))
            }
            .filter { $0.units > 0 }
            let served = UnitMatching.match(claims, from: supplies)
            let places = claims.map { claim in served[claim.sale]?.first.map { day.adding(days: $0.row) } }
            let units = Dictionary(uniqueKeysWithValues: supplies.map { ($0.day, $0.units) })
            #expect(Self.cost(claims, places) == Self.lowestCost(claims, units), "\(claims) from \(supplies)")
            let isWithin = zip(claims, places).allSatisfy { claim, place in place.map(claim.days.contains) ?? true }
            #expect(isWithin && supplies.allSatisfy { row in places.count { $0 == row.day } <= row.units })
        }
    }

    @Test func `a sale that may be another one's double is served with what the others leave`() {
        func served(_ units: Int) -> Set<Int> {
            let claims = [true, false].enumerated().map { sale, isDoubtful in
                UnitMatching.Demand(sale: sale, wanted: 1, own: day, days: day...day, isDoubtful: isDoubtful)
            }
            let supplies = [UnitMatching.Supply(row: 1, units: units, day: day)]
            return Set(UnitMatching.match(claims, from: supplies).keys)
        }
        #expect(served(1) == [1] && served(2) == [0, 1])
    }

    @Test func `a sale of seats has a part for each price, and none for a price without seats`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-12-01"), to: .utc("2027-01-01")) {
            $0.quantity = 4
            $0.price = Money(milliunits: 8490, currency: "USD")
            $0.multiSeatInfo = TransactionMultiSeatInfo(
                priceTiers: [
                    MultiSeatPriceTier(price: 7990, quantity: 3), MultiSeatPriceTier(price: 5990, quantity: 0),
                    MultiSeatPriceTier(price: 9990, quantity: 1),
                ]
            )
        }
        let sales = LineageSales.sales(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        let parts = try #require(sales.first).byUnitPrice
        #expect(parts.map(\.quantity) == [3, 1] && parts.map(\.price.milliunits) == [23_970, 9990])
    }

    @Test func `where there are too many units to look for the best, sales are served one after another`() {
        let next = day.adding(days: 1)
        let claims = (0..<3).map { sale in
            UnitMatching.Demand(
                sale: sale,
                wanted: 4_000_000,
                own: day,
                days: day...next,
                isDoubtful: false
            )
        }
        let supplies = [
            UnitMatching.Supply(row: 1, units: 8_000_001, day: day),
            UnitMatching.Supply(row: 2, units: 4_000_000, day: next),
        ]
        let served = UnitMatching.match(claims, from: supplies).mapValues { $0.map(\.row) }
        #expect(served == [0: [1], 1: [1], 2: [2]])
    }

    // MARK: - Chains of moves

    /// A sale of some units that may be reported on days from one to another, counted from the suite's day.
    private func sale(
        _ number: Int,
        of units: Int = 1,
        own: Int,
        _ days: ClosedRange<Int>,
        isDoubtful: Bool = false
    ) -> UnitMatching.Demand {
        UnitMatching.Demand(
            sale: number,
            wanted: units,
            own: day.adding(days: own),
            days: day.adding(days: days.lowerBound)...day.adding(days: days.upperBound),
            isDoubtful: isDoubtful
        )
    }

    /// Rows that are named by their days.
    private func rows(_ units: [Int: Int]) -> [UnitMatching.Supply] {
        units.map { UnitMatching.Supply(row: $0.key, units: $0.value, day: day.adding(days: $0.key)) }
    }

    private func expectLowestCost(_ claims: [UnitMatching.Demand], _ units: [Int: Int]) {
        let served = UnitMatching.match(claims, from: rows(units))
        let places = claims.map { claim in served[claim.sale]?.first.map { day.adding(days: $0.row) } }
        let supply = Dictionary(uniqueKeysWithValues: units.map { (day.adding(days: $0.key), $0.value) })
        #expect(Self.cost(claims, places) == Self.lowestCost(claims, supply))
    }

    @Test func `a sale moves another one away where that brings both nearer to their days`() {
        expectLowestCost(
            [sale(0, own: 3, 2...5), sale(1, own: 0, -3...0), sale(2, own: 0, -2...2), sale(3, own: 3, 1...3)],
            [-1: 1, 2: 1, 5: 2]
        )
        expectLowestCost(
            [sale(0, own: 3, 2...4), sale(1, own: 1, 1...4), sale(2, own: 4, 2...7)],
            [-1: 2, 4: 1, 5: 2]
        )
    }

    @Test func `a sale that may be another one's double moves out of the way of the others`() {
        expectLowestCost(
            [
                sale(0, own: 3, 2...6), sale(1, own: 1, 1...2, isDoubtful: true), sale(2, own: 1, 1...4),
                sale(3, own: 3, 0...4, isDoubtful: true),
            ],
            [2: 1, 3: 1, 5: 2]
        )
        expectLowestCost(
            [
                sale(0, own: 1, -1...2, isDoubtful: true), sale(1, own: 4, 2...7, isDoubtful: true),
                sale(2, own: 2, 1...4), sale(3, own: 1, 1...4),
            ],
            [-1: 1, 2: 2, 3: 1]
        )
    }

    @Test(arguments: [true, false])
    func `of two sales that are equally near to the only unit, the earlier one has it`(isDoubtful: Bool) {
        let claims = (0..<2).map { sale($0, own: 0, 0...1, isDoubtful: isDoubtful) }
        #expect(Set(UnitMatching.match(claims, from: rows([0: 1])).keys) == [0])
    }

    // MARK: - Sales of several units

    @Test func `a large sale that finds too few units leaves them to a smaller one`() {
        let claims = [sale(0, of: 3, own: 0, -1...2), sale(1, of: 2, own: 0, 0...1)]
        #expect(Set(UnitMatching.match(claims, from: rows([1: 2])).keys) == [1])
    }

    @Test func `a sale that moves away leaves its units to the one that takes its place, and the rest to others`() {
        let claims = [
            sale(0, of: 2, own: 0, -1...2), sale(1, own: 1, -1...1, isDoubtful: true), sale(2, of: 2, own: 2, 1...4),
            sale(3, of: 3, own: 3, 1...5),
        ]
        #expect(Set(UnitMatching.match(claims, from: rows([-1: 2, 1: 3])).keys) == [0, 1, 2])
    }

    @Test func `a sale that gets a part of its units on several days leaves them to another one`() {
        let claims = [sale(0, of: 3, own: 0, -1...2), sale(1, of: 3, own: 0, -2...2), sale(2, own: 1, -1...3)]
        #expect(Set(UnitMatching.match(claims, from: rows([-1: 2, 0: 2])).keys) == [0, 2])
        let sales = [sale(0, own: 3, 2...4, isDoubtful: true), sale(1, of: 3, own: 1, -1...2)]
        #expect(Set(UnitMatching.match(sales, from: rows([0: 1, 2: 2])).keys) == [1])
    }

    @Test(arguments: 0..<4) func `no sale goes without while one of its days has units enough for it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let claims = (0..<Int.random(in: 2...6, using: &generator)).map { number in
                let own = Int.random(in: 0...4, using: &generator)
                let first = own - Int.random(in: 0...3, using: &generator)
                let last = own + Int.random(in: 0...3, using: &generator)
                let units = [1, 1, 2, 3].randomElement(using: &generator) ?? 1
                let isDoubtful = Int.random(in: 0..<5, using: &generator) == 0
                return sale(number, of: units, own: own, first...last, isDoubtful: isDoubtful)
            }
            let supplies = (-1...5).filter { _ in Int.random(in: 0..<10, using: &generator) < 7 }.map { row in
                let units = Int.random(in: 1...4, using: &generator)
                return UnitMatching.Supply(row: row, units: units, day: day.adding(days: row))
            }
            let served = UnitMatching.match(claims, from: supplies)
            var left = Dictionary(uniqueKeysWithValues: supplies.map { ($0.row, $0.units) })
            for grant in served.values.joined() { left[grant.row, default: 0] -= grant.units }
            #expect(left.values.allSatisfy { $0 >= 0 }, "\(claims) from \(supplies)")
            for claim in claims {
                let rows = supplies.filter { claim.days.contains($0.day) }.map(\.row)
                guard let grants = served[claim.sale] else {
                    #expect(rows.allSatisfy { (left[$0] ?? 0) < claim.wanted }, "\(claims) from \(supplies)")
                    continue
                }
                #expect(grants.reduce(0) { $0 + $1.units } == claim.wanted)
                #expect(grants.allSatisfy { rows.contains($0.row) })
            }
        }
    }
}
