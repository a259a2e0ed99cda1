// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The provider gives access, and Purser does not: where each class begins.
@Suite struct ShadowSurplusAccessTests {
    typealias Example = ShadowComparisonTests

    private static let end = Date.utc("2026-06-01")
    private static let later = Date.utc("2026-06-10")

    /// A month whose renewal the customer had turned off.
    private static var canceled: PurchaseHistory {
        var purchases = Example.month()
        purchases.renewalInfo(signed: .utc("2026-05-10")) { $0.willAutoRenew = false }
        return purchases
    }

    private func kinds(
        _ statement: ProviderEntitlement,
        of purchases: PurchaseHistory = canceled,
        at instant: Date = later
    ) -> [DivergenceKind] {
        Example.found(purchases, statement, at: instant).map(\.kind)
    }

    @Test(arguments: [(0.0, DivergenceKind.missedExpiration), (1, .gracePeriod)])
    func `a grace period explains access until it is over`(seconds: Double, kind: DivergenceKind) {
        #expect(kinds(Example.stated { $0.graceEndDate = Self.later.addingTimeInterval(seconds) }) == [kind])
    }

    @Test(arguments: [(60.0, DivergenceKind.missedExpiration), (61, .extendedRenewal)])
    func `a known period that ends more than a minute later was extended`(seconds: Double, kind: DivergenceKind) {
        #expect(kinds(Example.stated { $0.periodEndDate = Self.end.addingTimeInterval(seconds) }) == [kind])
    }

    // MARK: - Purchases that Purser lacks

    @Test(
        arguments: [
            (61, 61, .unknownPurchase), (60, 61, .missedExpiration), (61, 60, .missedExpiration),
            (0, 0, .missedExpiration),
        ] as [(Double, Double, DivergenceKind)]
    )
    func `without a number, a purchase is unknown when it was bought and ends more than a minute later`(
        boughtLater: Double,
        endsLater: Double,
        kind: DivergenceKind
    ) {
        let statement = Example.stated {
            $0.transaction = nil
            $0.purchaseDate = $0.purchaseDate?.addingTimeInterval(boughtLater)
            $0.periodEndDate = Self.end.addingTimeInterval(endsLater)
        }
        #expect(kinds(statement) == [kind])
    }

    @Test func `a provider that states neither number nor dates shows no unknown purchase`() {
        let undated = Example.stated { ($0.transaction, $0.end, $0.periodEndDate) = (nil, .unstated, nil) }
        #expect(kinds(undated) == [.missedExpiration])
        #expect(kinds(Example.stated { ($0.transaction, $0.purchaseDate) = (nil, nil) }) == [.missedExpiration])
    }

    @Test func `after a purchase that does not expire, later dates alone show no unknown purchase`() {
        var purchases = PurchaseHistory()
        purchases.refund(purchases.transaction(nil, "forever", from: .utc("2026-04-01")), on: .utc("2026-05-10"))
        let statement = Example.stated { ($0.transaction, $0.purchaseDate) = (nil, .utc("2026-05-15")) }
        #expect(kinds(statement, of: purchases, at: Example.now) == [.missedRefund])
    }

    @Test func `for a customer without purchases any purchase is unknown, with or without a number or a date`() {
        let statements = [
            Example.stated(), Example.stated { $0.transaction = nil }, Example.stated { $0.purchaseDate = nil },
        ]
        for statement in statements {
            #expect(kinds(statement, of: PurchaseHistory(), at: Example.now) == [.unknownPurchase])
        }
    }

    // MARK: - The money at stake

    @Test func `the provider's price counts only for a purchase of which Purser has no document`() {
        let other = Money(milliunits: 9990, currency: "USD")
        func atStake(_ change: (inout ProviderEntitlement) -> Void) -> [Money?] {
            Example.found(Self.canceled, Example.stated(change), at: Self.later).map(\.atStake)
        }
        #expect(atStake { ($0.transaction, $0.price) = ("99", other) } == [other])
        #expect(atStake { ($0.transaction, $0.price) = (nil, other) } == [other])
        #expect(atStake { $0.price = other } == [Example.price])
        #expect(atStake { $0.transaction = nil } == [Example.price])
    }
}
