// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Both give access: what counts as a difference, and where each class begins.
@Suite struct ShadowSharedAccessTests {
    typealias Example = ShadowComparisonTests

    private static let end = Date.utc("2026-06-01")

    private static func granted(until end: Date? = end) -> PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.grant(from: .utc("2026-05-01"), to: end)
        return purchases
    }

    private static var lifetime: PurchaseHistory {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "forever", from: .utc("2026-04-01"))
        return purchases
    }

    // MARK: - Products

    @Test func `a grant by both has no product to differ about, and one by either has`() {
        let promoted = Example.stated { ($0.isPromotional, $0.product) = (true, "gift") }
        #expect(Example.found(Self.granted(), promoted) == [])
        for found in [Example.found(Self.granted(), Example.stated()), Example.found(Example.month(), promoted)] {
            #expect(found.map(\.kind) == [.grant] && found.map(\.aspects) == [[.product]])
        }
    }

    @Test(
        arguments: [
            ("11", Date.utc("2026-05-01"), DivergenceKind.planChange), ("99", .utc("2026-05-01"), .unknownPurchase),
            ("99", .utc("2026-05-19 12:00:00"), .lateAtPurser),
        ] as [(TransactionID, Date, DivergenceKind)]
    )
    func `another product is a change of plans when Purser has its transaction`(
        transaction: TransactionID,
        bought: Date,
        kind: DivergenceKind
    ) {
        let statement = Example.stated {
            ($0.product, $0.transaction, $0.purchaseDate) = ("yearly", transaction, bought)
        }
        let found = Example.found(Example.month(), statement)
        #expect(found.map(\.kind) == [kind] && found.map(\.aspects) == [[.product]])
    }

    // MARK: - Ends

    /// Purser's side, the provider's, and the class of what differs about the end.
    private typealias Ends = (purchases: PurchaseHistory, statement: ProviderEntitlement, kind: DivergenceKind)

    private static let permanent: [Ends] = [
        (lifetime, Example.stated { ($0.product, $0.transaction) = ("forever", nil) }, .lifetime),
        (Example.month(), Example.stated { $0.end = .never }, .lifetime),
        (granted(until: nil), Example.stated { $0.product = nil }, .grant),
        (
            Example.month(), Example.stated { ($0.end, $0.isPromotional, $0.product) = (.never, true, nil) },
            .grant
        ),
    ]

    @Test(arguments: permanent.indices)
    func `access that only one of the two makes permanent is a lifetime purchase or a grant`(place: Int) {
        let example = Self.permanent[place]
        let found = Example.found(example.purchases, example.statement)
        #expect(found.map(\.kind) == [example.kind] && found.map(\.aspects) == [[.until]])
    }

    @Test(arguments: [
        (Date.utc("2026-06-17"), Date.utc("2026-06-01"), DivergenceKind.extendedRenewal),
        (.utc("2026-06-01"), .utc("2026-06-17"), .extendedRenewal), (.utc("2026-06-17"), .utc("2026-06-17"), .endDate),
    ])
    func `the end before an extension shows it, be it the access's or the period's`(
        access: Date,
        period: Date,
        kind: DivergenceKind
    ) {
        var purchases = Example.month()
        let bought = purchases.transaction("11", from: .utc("2026-05-01"), to: Self.end)
        purchases.again(bought, signed: .utc("2026-05-15")) { $0.expirationDate = .utc("2026-07-01") }
        let found = Example.found(
            purchases,
            Example.stated { ($0.end, $0.periodEndDate) = (.date(access), period) }
        )
        #expect(found.map(\.kind) == [kind] && found.map(\.aspects) == [[.until]])
    }

    // MARK: - Several statements

    @Test func `a statement without an end is stronger than one with an end`() {
        let ends = Example.stated { $0.product = "forever" }
        let never = Example.stated { ($0.product, $0.end, $0.periodEndDate) = ("forever", .never, nil) }
        for statements in [[ends, never], [never, ends]] {
            let answer = ProviderAnswer(entitlements: statements)
            let comparison = ShadowComparison(accounts: [CustomerAccount(Self.lifetime)])
            #expect(comparison.divergences(from: answer, asOf: Example.now) == [])
        }
    }

    @Test func `of two statements that give access for as long the first counts`() {
        let right = Example.stated()
        let other = Example.stated { $0.product = "yearly" }
        let comparison = ShadowComparison(accounts: [CustomerAccount(Example.month())])
        func found(_ statements: [ProviderEntitlement]) -> [Divergence] {
            comparison.divergences(from: ProviderAnswer(entitlements: statements), asOf: Example.now)
        }
        #expect(found([right, other]) == [])
        #expect(found([other, right]).map(\.aspects) == [[.product]])
    }
}

/// Which of the customer's accounts in several apps gives Purser's answer.
@Suite struct ShadowAccountTests {
    typealias Example = ShadowComparisonTests

    /// A subscription in one of the apps.
    private static func account(
        _ lineage: OriginalTransactionID,
        until end: Date,
        ownsUnclaimed: Bool = true
    ) -> CustomerAccount {
        var purchases = PurchaseHistory(lineage: lineage)
        purchases.transaction(from: .utc("2026-01-01"), to: end)
        return CustomerAccount(
            customer: "anna",
            catalogs: [.reader],
            facts: purchases.facts,
            ownsUnclaimed: ownsUnclaimed
        )
    }

    private static let never = CustomerAccount(customer: "anna", catalogs: [.reader])

    /// Purser's side of the one difference that a provider's answer makes.
    private func own(_ accounts: [CustomerAccount], _ statements: [ProviderEntitlement]) throws -> Divergence.Answer {
        let found = ShadowComparison(accounts: accounts)
            .divergences(from: ProviderAnswer(entitlements: statements), asOf: Example.now)
        #expect(found.count == 1)
        return try #require(found.first).own
    }

    @Test(arguments: [
        ["long", "short"], ["short", "long"], ["over", "long"], ["long", "over"], ["over", "short", "long"],
    ])
    func `the app that gives access, and gives it for longer, decides`(apps: [String]) throws {
        let accounts = [
            "long": Self.account("1", until: .utc("2026-12-01")), "short": Self.account("2", until: .utc("2026-06-01")),
            "over": Self.account("3", until: .utc("2026-05-01")),
        ]
        #expect(try own(apps.compactMap { accounts[$0] }, []).lineage == "1")
    }

    @Test(arguments: [["later", "sooner"], ["sooner", "later"], ["never", "later"], ["later", "never"]])
    func `where no app gives access, the one that ended last decides`(apps: [String]) throws {
        let accounts = [
            "later": Self.account("1", until: .utc("2026-05-01")),
            "sooner": Self.account("2", until: .utc("2026-04-01")),
            "never": Self.never,
        ]
        #expect(try own(apps.compactMap { accounts[$0] }, [Example.stated()]).lineage == "1")
    }

    @Test func `a purchase that no one claimed explains more than none`() throws {
        let unclaimed = Self.account("1", until: .utc("2026-12-01"), ownsUnclaimed: false)
        for accounts in [[Self.never, unclaimed], [unclaimed, Self.never]] {
            #expect(try own(accounts, [Example.stated()]).rule == .unclaimed)
        }
    }

    @Test(arguments: [Date.utc("2026-12-01"), .utc("2026-05-01")])
    func `of two apps whose access ends or ended at once the first decides`(end: Date) throws {
        let (one, two) = (Self.account("1", until: end), Self.account("2", until: end))
        let statements = end > Example.now ? [] : [Example.stated()]
        #expect(try own([one, two], statements).lineage == "1")
        #expect(try own([two, one], statements).lineage == "2")
    }
}
