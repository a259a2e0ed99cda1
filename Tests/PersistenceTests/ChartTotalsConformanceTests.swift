// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct ChartTotalsConformanceTests {
    private static func key(_ measure: ChartMeasure, _ storefront: StorefrontCountryCode = "USA") -> ChartRow.Key {
        ChartRow.Key(
            product: "club",
            storefront: storefront,
            offer: "",
            store: .appStore,
            currency: measure == .revenue ? "USD" : nil,
            measure: measure
        )
    }

    private static func totals(_ days: Range<Int32>, _ value: Int64) -> ChartTotals {
        var totals = ChartTotals()
        for day in days {
            totals.add(ExactSum(value), key(.revenue), ChartTotals.Place(day: day))
            totals.add(ExactSum(1), key(.active, day % 2 == 0 ? "USA" : "DEU"), ChartTotals.Place(day: day, detail: 7))
        }
        return totals
    }

    @Test(arguments: StoreDriver.allCases)
    func `stored totals are the sums of everything that was added`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let (first, second) = (Self.totals(20_000..<20_100, 4990), Self.totals(20_090..<20_200, -300))
            let series = first.series.map { (key: $0.key, sums: $0.value) }
            try await store.write { writer in
                try writer.insert(series, in: .sandbox, 1)
                try writer.add(second, in: .sandbox, 1)
            }
            var sum = first
            sum.add(second)
            #expect(try await store.read { try $0.chartTotals(in: .sandbox, 1) } == sum)
            let active = try await store.read { try $0.chartTotals(in: .sandbox, 1, of: .active) }
            #expect(Set(active.series.keys.map(\.measure)) == [.active] && active.series.count == 2)
            #expect(try await store.read { try $0.chartTotals(in: .production, 1) } == ChartTotals())
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `taking away what was added leaves no row`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let totals = Self.totals(20_000..<20_040, .max)
            try await store.write { writer in
                try writer.add(totals, in: .sandbox, 3)
                try writer.add(totals, in: .sandbox, 3)
            }
            let twice = try await store.read { try $0.chartTotals(in: .sandbox, 3) }
            let place = ChartTotals.Place(day: 20_000)
            #expect(twice.series[Self.key(.revenue)]?[place]?.bounded.isClamped == true)
            var negative = ChartTotals()
            negative.subtract(totals)
            let opposite = negative
            try await store.write { writer in
                try writer.add(opposite, in: .sandbox, 3)
                try writer.add(opposite, in: .sandbox, 3)
            }
            try await store.read { reader in
                try reader.forEachChartSeries(in: .sandbox, 3) { key, _ in Issue.record("\(key) has a row") }
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a computation replaces the one before`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let totals = Self.totals(20_000..<20_003, 10)
            try await store.write { writer in
                for generation in [1, 2] as [Int64] { try writer.add(totals, in: .sandbox, generation) }
                try writer.removeChartTotals(in: .sandbox, except: 2)
            }
            #expect(try await store.read { try $0.chartTotals(in: .sandbox, 1) } == ChartTotals())
            #expect(try await store.read { try $0.chartTotals(in: .sandbox, 2) } == totals)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `the purchases with newer facts are found a page at a time`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let numbers = try await store.write { writer in
                try (0..<6).compactMap { number -> Int64? in
                    let result = try writer.append(
                        .sample(UInt64(number), lineage: OriginalTransactionID(rawValue: "\(number / 2)")),
                        receivedDate: .second(number),
                        source: "app"
                    )
                    return if case .inserted(let id) = result { id } else { nil }
                }
            }
            let last = try #require(numbers.last)
            let (page, rest, none) = try await store.read { reader in
                let page = try reader.changedLineages(in: .sandbox, after: numbers[1], through: last, limit: 3)
                let rest = try reader.changedLineages(in: .sandbox, after: page.last, through: last, limit: 3)
                return (page, rest, try reader.changedLineages(in: .production, after: 0, through: last, limit: 9))
            }
            #expect(page.lineages == ["1", "2"] && page.last == numbers[4])
            #expect(rest.lineages == ["2"] && rest.last == last)
            #expect(none.lineages == [] && none.last == last)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `when customers were named first, and for which purchases, is known`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            // Anna is named for two purchases and again for the first; Ben is named in between.
            let claims: [(customer: CustomerID, lineage: OriginalTransactionID)] = [
                ("anna", "1"), ("anna", "2"), ("ben", "3"), ("anna", "1"),
            ]
            let numbers = try await store.write { writer in
                try claims.enumerated().compactMap { number, claim -> Int64? in
                    let command = Command.claim(
                        Claim(lineage: claim.lineage, customer: claim.customer, basis: .session)
                    )
                    let order = try writer.nextCommandOrder(in: .sandbox, now: .second(10 * (number + 1)))
                    let fact = Fact(command: command, scope: .sandbox, order: order, digest: .sample(UInt64(number)))
                    let result = try writer.append(fact, receivedDate: .second(0), source: "app")
                    return if case .inserted(let id) = result { id } else { nil }
                }
            }
            let last = try #require(numbers.last)
            try await store.read { reader in
                func first(_ customer: CustomerID, through last: Int64) throws -> Date? {
                    try reader.firstInstant(of: customer, in: .sandbox, through: last)
                }
                let all = try reader.firstInstants(in: .sandbox, through: last, limit: 9)
                #expect(all.map(\.customer) == ["anna", "ben"] && all.map(\.instant) == [.second(10), .second(30)])
                let rest = try reader.firstInstants(in: .sandbox, through: last, after: "anna", limit: 9)
                #expect(rest.map(\.customer) == ["ben"])
                let early = try reader.firstInstants(in: .sandbox, through: numbers[1], limit: 9)
                #expect(early.map(\.customer) == ["anna"])
                #expect(try reader.firstInstants(in: .production, through: last, limit: 9).isEmpty)
                #expect(try first("ben", through: last) == .second(30) && first("ben", through: numbers[1]) == nil)
                let named = try reader.customers(namedIn: .sandbox, after: numbers[1], through: last)
                #expect(named.sorted() == ["anna", "ben"])
                #expect(try reader.customers(namedIn: .sandbox, after: numbers[2], through: last) == ["anna"])
                #expect(try reader.customers(namedIn: .production, after: 0, through: last).isEmpty)
                #expect(try reader.lineages(naming: "anna", in: .sandbox).sorted() == ["1", "2"])
                #expect(try reader.lineages(naming: "ben", in: .production).isEmpty)
            }
        }
    }
}
