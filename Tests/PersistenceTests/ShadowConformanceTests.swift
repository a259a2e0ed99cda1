// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct ShadowConformanceTests {
    private static let app: BundleID = "com.example.app"

    private static func confirm(_ observed: inout ObservedDivergence) {
        observed.state = .confirmed
        observed.confirmedDate = observed.firstSeenDate
    }

    private static func resolve(_ observed: inout ObservedDivergence) {
        observed.state = .resolved
        observed.resolvedDate = observed.firstSeenDate
    }

    @Test(arguments: StoreDriver.allCases)
    func `a difference is stored, changed and read as it was`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let pending = try StoredShadowDifference.sample("s1")
            let confirmed = try StoredShadowDifference.sample("s1", change: Self.confirm)
            for difference in [pending, confirmed] { try await store.write { try $0.upsert(difference) } }
            let read = try #require(try await store.read { try $0.shadowDifference("s1", of: Self.app) })
            #expect(read.observed == confirmed.observed && read.dueDate == .second(60) && read.number > 0)
            #expect(try await store.read { try $0.shadowDifference("s1", of: "com.example.other") } == nil)
            #expect(try await store.read { try $0.openShadowDifferences(of: "anna", in: Self.app) } == [read])
            #expect(try await store.read { try $0.openShadowDifferences(of: "bob", in: Self.app) }.isEmpty)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `lists are narrowed and paged, the newest first`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            for number in 0..<5 {
                let difference = try StoredShadowDifference.sample(
                    "s\(number)",
                    customer: .number(number),
                    change: number % 2 == 0 ? Self.confirm : { _ in }
                )
                try await store.write { try $0.upsert(difference) }
            }
            func ids(_ filter: ShadowFilter, before: Int64 = .max, limit: Int = 9) async throws -> [String] {
                try await store.read {
                    try $0.shadowDifferences(of: Self.app, filter, before: before, limit: limit).map(\.id)
                }
            }
            #expect(try await ids(ShadowFilter()) == ["s4", "s3", "s2", "s1", "s0"])
            #expect(try await ids(ShadowFilter(state: .confirmed)) == ["s4", "s2", "s0"])
            #expect(try await ids(ShadowFilter(kind: "none")).isEmpty)
            #expect(try await ids(ShadowFilter(kind: .unknownEntitlement, customer: "c3")) == ["s3"])
            let page = try await store.read { try $0.shadowDifferences(of: Self.app, limit: 2) }
            #expect(try await ids(ShadowFilter(), before: page[1].number, limit: 2) == ["s2", "s1"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `customers are due once each, the most overdue first, unless resolved`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let all = [
                try StoredShadowDifference.sample("s1", customer: "late", seen: 50),
                try .sample("s2", customer: "first", seen: 10), try .sample("s3", customer: "first", seen: 60),
                try .sample("s4", customer: "gone", seen: 0, change: Self.resolve),
            ]
            for difference in all { try await store.write { try $0.upsert(difference) } }
            func due(_ second: Int, _ limit: Int = 9) async throws -> [CustomerID] {
                try await store.read { try $0.dueShadowCustomers(of: Self.app, asOf: .second(second), limit: limit) }
            }
            #expect(try await due(69).isEmpty)
            #expect(try await due(70) == ["first"])
            #expect(try await due(500) == ["first", "late"])
            #expect(try await due(500, 1) == ["first"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `counts and amounts are by class, and no price is too large for a sum`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let huge = Money(milliunits: .max, currency: "USD")
            let all = [
                try StoredShadowDifference.sample("s1", change: Self.confirm),
                try .sample("s2", entitlement: "other", change: Self.confirm),
                try .sample("s3", customer: "bob", price: huge, change: Self.confirm),
                try .sample("s4", customer: "eve", price: Money(milliunits: 5, currency: "EUR"), change: Self.confirm),
                try .sample("s5", customer: "dan", price: nil, change: Self.confirm),
                try .sample("s6", customer: "kim"),
            ]
            for difference in all { try await store.write { try $0.upsert(difference) } }
            let counts = try await store.read { try $0.shadowCounts(of: Self.app) }
            #expect(counts.map(\.count) == [5, 1] && counts.map(\.customers) == [4, 1])
            let amounts = try await store.read { try $0.shadowAmounts(of: Self.app).map(\.amount) }
            #expect(
                amounts == [
                    Money(milliunits: 5, currency: "EUR"), Money(milliunits: 400_000_000_009_980, currency: "USD"),
                ]
            )
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `what is resolved is removed by age, and everything with its customer or app`(driver: StoreDriver) async throws
    {
        try await driver.withStore { store async throws in
            for number in 0..<4 {
                let difference = try StoredShadowDifference.sample(
                    "s\(number)",
                    customer: .number(number),
                    seen: number,
                    change: number < 3 ? Self.resolve : { _ in }
                )
                try await store.write { try $0.upsert(difference) }
            }
            func count() async throws -> Int { try await store.read { try $0.shadowDifferenceCount(of: Self.app) } }
            let removed = try await store.write { try $0.removeOldestResolvedShadowDifferences(of: Self.app, limit: 1) }
            #expect(removed == 1)
            #expect(try await store.read { try $0.shadowDifference("s0", of: Self.app) } == nil)
            try await store.write { try $0.removeShadowDifferences(of: Self.app, resolvedBefore: .second(2)) }
            #expect(try await count() == 2)
            try await store.write { try $0.removeShadowDifferences(of: .number(2)) }
            #expect(try await count() == 1)
            try await store.write { try $0.removeShadowDifferences(of: Self.app) }
            #expect(try await count() == 0)
        }
    }
}
