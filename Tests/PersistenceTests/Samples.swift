// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

/// Numbers that look random and are the same for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

extension AppScope {
    static let sandbox = AppScope(bundleID: "com.example.app", environment: .sandbox)
    static let production = AppScope(bundleID: "com.example.app", environment: .production)
}

extension Date {
    /// A second after the first of January 2026.
    static func second(_ second: Int) -> Date { Date(millisecondsSince1970: 1_767_225_600_000 + Int64(second) * 1000) }
}

extension StoredShadowDifference {
    /// A difference about an entitlement that a provider gives to a customer who bought nothing.
    static func sample(
        _ id: String,
        customer: CustomerID = "anna",
        entitlement: EntitlementID = "pro",
        price: Money? = Money(milliunits: 4990, currency: "USD"),
        seen second: Int = 0,
        change: (inout ObservedDivergence) -> Void = { _ in }
    ) throws -> StoredShadowDifference {
        let account = CustomerAccount(customer: customer, catalogs: [])
        let theirs = ProviderEntitlement(id: entitlement, isEntitled: true, price: price)
        let found = ShadowComparison(accounts: [account])
            .divergences(from: ProviderAnswer(entitlements: [theirs]), asOf: .second(second))
        var observed = ObservedDivergence(try #require(found.first), at: .second(second))
        change(&observed)
        return StoredShadowDifference(
            id: id,
            app: "com.example.app",
            customer: customer,
            observed: observed,
            dueDate: .second(second + 60)
        )
    }
}

extension CustomerID {
    static func number(_ number: Int, prefix: String = "c") -> CustomerID { CustomerID(rawValue: "\(prefix)\(number)") }
}

extension FactDigest {
    /// A digest that represents a number.
    static func sample(_ number: UInt64) -> FactDigest {
        var generator = SeededGenerator(seed: number)
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return FactDigest(bytes) ?? { preconditionFailure("32 bytes make a digest") }()
    }
}

extension Fact {
    /// A fact that came from outside.
    static func sample(
        _ number: UInt64,
        lineage: OriginalTransactionID? = "1000",
        kind: FactKind = "sample",
        second: Int = 0,
        scope: AppScope = .sandbox
    ) -> Fact {
        Fact(
            scope: scope,
            kind: kind,
            order: FactOrder(instant: .second(second), rank: .signed, digest: .sample(number)),
            lineage: lineage,
            digest: .sample(number),
            content: .unknown(kind, .object(["number": .integer(Int64(number))]))
        )
    }
}

extension Migration {
    /// Today's schema and a later version of it, so that an upgrade is tested before there is one.
    static let withNextVersion =
        all + [
            Migration(version: all.count + 1, name: "a sample") { dialect in
                [
                    "ALTER TABLE customers ADD COLUMN sample \(dialect.integer)",
                    "UPDATE customers SET sample = created + 1",
                ]
            }
        ]

    /// Today's schema and a step that programs of today need not know.
    static let withCompatibleVersion =
        all + [
            Migration(version: all.count + 1, name: "a sample", requiredVersion: all.count) { dialect in
                [
                    "ALTER TABLE customers ADD COLUMN sample \(dialect.integer)",
                    "CREATE TABLE samples (id \(dialect.integer) NOT NULL PRIMARY KEY)",
                ]
            }
        ]
}
