// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct ShadowComparisonTests {
    static let now = Date.utc("2026-05-20")
    static let price = Money(milliunits: 4990, currency: "USD")

    /// What a provider states about `basic`, changed from what is right for a month that was bought on 1 May 2026.
    static func stated(_ change: (inout ProviderEntitlement) -> Void = { _ in }) -> ProviderEntitlement {
        var statement = ProviderEntitlement(
            id: "basic",
            isEntitled: true,
            end: .date(.utc("2026-06-01")),
            periodEndDate: .utc("2026-06-01"),
            product: "monthly",
            transaction: "11",
            environment: .production,
            purchaseDate: .utc("2026-05-01")
        )
        change(&statement)
        return statement
    }

    /// The same, without access.
    static func denied(_ change: (inout ProviderEntitlement) -> Void = { _ in }) -> ProviderEntitlement {
        stated {
            $0.isEntitled = false
            change(&$0)
        }
    }

    /// A month from 1 May, or several of them before it.
    static func month(renewals: Int = 0, change: (inout Transaction) -> Void = { _ in }) -> PurchaseHistory {
        var purchases = PurchaseHistory()
        for number in 0...renewals {
            let before = renewals - number
            purchases.transaction(
                from: .utc("2026-\(5 - before)-01"),
                to: .utc("2026-\(6 - before)-01")
            ) {
                $0.price = price
                change(&$0)
            }
        }
        return purchases
    }

    static func found(
        _ purchases: PurchaseHistory,
        _ statement: ProviderEntitlement?,
        owner: CustomerID? = nil,
        customer: CustomerID = "anna",
        policy: CommercePolicy = .standard,
        catalogs: [Catalog] = [.reader],
        other: PurchaseHistory? = nil,
        at instant: Date = now
    ) -> [Divergence] {
        let ownsUnclaimed = !purchases.facts.contains { $0.kind == .command }
        func account(_ facts: [Fact]) -> CustomerAccount {
            CustomerAccount(
                customer: customer,
                catalogs: catalogs,
                facts: facts,
                policy: policy,
                ownsUnclaimed: ownsUnclaimed
            )
        }
        return ShadowComparison(
            accounts: [account(purchases.facts)],
            otherAccounts: other.map { [account($0.facts)] } ?? []
        ).divergences(
            from: ProviderAnswer(owner: owner, entitlements: statement.map { [$0] } ?? []),
            asOf: instant
        )
    }

    // MARK: - Agreement

    @Test func `a provider that states the same agrees`() {
        #expect(Self.found(Self.month(), Self.stated()) == [])
        #expect(Self.found(Self.month(), Self.stated { $0.end = .unstated }) == [])
    }

    @Test func `two that deny access agree, whatever their dates`() {
        let later = Date.utc("2026-07-01")
        #expect(Self.found(Self.month(), Self.denied { $0.end = .date(.utc("2026-06-15")) }, at: later) == [])
        #expect(Self.found(Self.month(), nil, at: later) == [])
        #expect(Self.found(PurchaseHistory(), nil) == [])
    }

    @Test(arguments: [(0, true), (60, true), (61, false), (-60, true), (-61, false)])
    func `ends may be a minute apart`(seconds: Int, agrees: Bool) {
        let end = Date.utc("2026-06-01").addingTimeInterval(Double(seconds))
        let found = Self.found(Self.month(), Self.stated { ($0.end, $0.periodEndDate) = (.date(end), end) })
        #expect(found.isEmpty == agrees)
    }

    @Test func `of several statements about one entitlement the strongest counts`() {
        let account = CustomerAccount(Self.month())
        let sooner = Self.stated { $0.end = .date(.utc("2026-05-25")) }
        let answer = ProviderAnswer(entitlements: [Self.denied(), Self.stated(), sooner])
        #expect(ShadowComparison(accounts: [account]).divergences(from: answer, asOf: Self.now) == [])
    }

    @Test func `any of several purchases that give the entitlement may be the provider's`() {
        var second = PurchaseHistory(lineage: "2")
        second.transaction("21", "yearly", from: .utc("2026-01-01"), to: .utc("2027-01-01"))
        let account = CustomerAccount(Self.month(), second)
        let answer = ProviderAnswer(entitlements: [
            Self.stated { ($0.end, $0.periodEndDate) = (.date(.utc("2027-01-01")), nil) }
        ])
        #expect(ShadowComparison(accounts: [account]).divergences(from: answer, asOf: Self.now) == [])
    }

    // MARK: - Classes

    /// A planted difference and its class.
    struct Planted: Sendable, CustomTestStringConvertible {
        var kind: DivergenceKind
        var aspects: [Divergence.Aspect] = [.entitled]
        var atStake: Money? = price
        var find: @Sendable () -> [Divergence]

        var testDescription: String { kind.rawValue }

        init(
            _ kind: DivergenceKind,
            _ aspects: [Divergence.Aspect] = [.entitled],
            atStake: Money? = price,
            _ find: @escaping @Sendable () -> [Divergence]
        ) {
            (self.kind, self.aspects, self.atStake, self.find) = (kind, aspects, atStake, find)
        }
    }

    static let planted: [Planted] = missing + surplus + other + seats + conversions + unexplained

    /// The provider denies what Purser gives.
    private static let missing: [Planted] = [
        Planted(.lateAtProvider) { found(month(), nil, at: .utc("2026-05-01 10:00:00")) },
        Planted(.lateAtProvider) {
            found(
                month(renewals: 1),
                denied { ($0.end, $0.periodEndDate) = (.date(.utc("2026-05-01")), .utc("2026-05-01")) },
                at: .utc("2026-05-01 10:00:00")
            )
        },
        Planted(.missedPurchase) { found(month(), nil) },
        Planted(.missedRenewal) {
            found(
                month(renewals: 1),
                denied { ($0.end, $0.periodEndDate) = (.date(.utc("2026-05-01")), .utc("2026-05-01")) }
            )
        },
        Planted(.missedRenewal) {
            found(month(renewals: 1), denied { ($0.end, $0.periodEndDate) = (.unstated, nil) })
        },
        Planted(.planChange) {
            var purchases = PurchaseHistory()
            let old = purchases.transaction(from: .utc("2026-04-01"), to: .utc("2026-05-01"))
            purchases.again(old, signed: .utc("2026-04-05")) { $0.isUpgraded = true }
            purchases.transaction(nil, "yearly", from: .utc("2026-04-05"), to: .utc("2027-04-05")) { $0.price = price }
            return found(
                purchases,
                denied { ($0.end, $0.periodEndDate) = (.date(.utc("2026-05-01")), .utc("2026-05-01")) }
            )
        },
        Planted(.endedAtCancellation) {
            var purchases = month()
            purchases.renewalInfo(signed: .utc("2026-05-10")) { $0.willAutoRenew = false }
            return found(purchases, denied { $0.cancellationDate = .utc("2026-05-10") })
        },
        Planted(.gracePeriod) {
            var purchases = month()
            purchases.renewalInfo(signed: .utc("2026-06-01")) {
                $0.isInBillingRetryPeriod = true
                $0.gracePeriodExpirationDate = .utc("2026-06-17")
            }
            return found(purchases, denied(), at: .utc("2026-06-10"))
        },
        Planted(.missedRefundReversal) { found(month(), denied { $0.refundDate = .utc("2026-05-03") }) },
        Planted(.familySharing, atStake: nil) { found(month { $0.ownership = .familyShared }, nil) },
        Planted(.extendedRenewal) {
            var purchases = month()
            let bought = purchases.transaction("11", from: .utc("2026-05-01"), to: .utc("2026-06-01")) {
                $0.price = price
            }
            purchases.again(bought, signed: .utc("2026-05-15")) { $0.expirationDate = .utc("2026-07-01") }
            return found(purchases, denied(), at: .utc("2026-06-10"))
        },
        Planted(.lifetime, atStake: Money(milliunits: 49_990, currency: "USD")) {
            var purchases = PurchaseHistory()
            purchases.transaction(nil, "forever", from: .utc("2026-04-01")) {
                $0.price = Money(milliunits: 49_990, currency: "USD")
            }
            return found(purchases, nil)
        },
        Planted(.grant, atStake: nil) {
            var purchases = PurchaseHistory()
            purchases.command(
                .grant(
                    Grant(
                        id: "g1",
                        customer: "anna",
                        entitlement: "basic",
                        startDate: .utc("2026-05-01"),
                        endDate: nil,
                        reason: "sorry"
                    )
                ),
                at: .utc("2026-05-01")
            )
            return found(purchases, nil)
        },
        Planted(.renewalLeeway) {
            var purchases = month()
            purchases.renewalInfo(signed: .utc("2026-05-01"))
            return found(
                purchases,
                denied(),
                policy: CommercePolicy(renewalLeewayMilliseconds: 86_400_000),
                at: .utc("2026-06-01 10:00:00")
            )
        },
    ]

    /// The provider gives what Purser denies.
    private static let surplus: [Planted] = [
        Planted(.missedRefund) {
            var purchases = month()
            let bought = purchases.transaction("11", from: .utc("2026-05-01"), to: .utc("2026-06-01")) {
                $0.price = price
            }
            purchases.refund(bought, on: .utc("2026-05-10"))
            return found(purchases, stated())
        },
        Planted(.lateAtProvider) {
            var purchases = month()
            let bought = purchases.transaction("11", from: .utc("2026-05-01"), to: .utc("2026-06-01")) {
                $0.price = price
            }
            purchases.refund(bought, on: .utc("2026-05-19 20:00:00"))
            return found(purchases, stated())
        },
        Planted(.missedExpiration) {
            var purchases = month()
            purchases.renewalInfo(signed: .utc("2026-05-10")) { $0.willAutoRenew = false }
            return found(purchases, stated { ($0.end, $0.periodEndDate) = (.unstated, nil) }, at: .utc("2026-06-10"))
        },
        Planted(.billingRetry) {
            var purchases = month()
            purchases.renewalInfo(signed: .utc("2026-06-01")) { $0.isInBillingRetryPeriod = true }
            return found(purchases, stated { ($0.end, $0.periodEndDate) = (.unstated, nil) }, at: .utc("2026-06-10"))
        },
        Planted(.gracePeriod) {
            var purchases = month()
            purchases.renewalInfo(signed: .utc("2026-06-01")) {
                $0.isInBillingRetryPeriod = true
                $0.gracePeriodExpirationDate = .utc("2026-06-17")
            }
            return found(
                purchases,
                stated { ($0.end, $0.graceEndDate) = (.date(.utc("2026-06-17")), .utc("2026-06-17")) },
                policy: CommercePolicy(honorsGracePeriod: false),
                at: .utc("2026-06-10")
            )
        },
        Planted(.familySharing, atStake: nil) {
            var purchases = month { $0.ownership = .familyShared }
            let shared = purchases.transaction("11", from: .utc("2026-05-01"), to: .utc("2026-06-01")) {
                $0.ownership = .familyShared
            }
            purchases.again(shared, signed: .utc("2026-05-05")) {
                $0.revocation = Revocation(date: .utc("2026-05-05"), type: .familyRevoke)
            }
            return found(purchases, stated())
        },
        Planted(.sandbox, atStake: nil) {
            found(
                PurchaseHistory(),
                stated { ($0.environment, $0.transaction, $0.price) = (.sandbox, "2000000", price) }
            )
        },
        Planted(.sandbox, atStake: nil) {
            found(PurchaseHistory(), stated { ($0.environment, $0.transaction) = (nil, nil) }, other: month())
        },
        Planted(.transfer) {
            var purchases = month()
            purchases.claim(by: "anna", at: .utc("2026-05-01"))
            purchases.claim(by: "ben", .restore, at: .utc("2026-05-05"))
            return found(purchases, stated(), policy: CommercePolicy(restore: .transfer))
        },
        Planted(.alias) {
            var purchases = month()
            purchases.claim(by: "ben", at: .utc("2026-05-01"))
            purchases.claim(by: "anna", .restore, at: .utc("2026-05-05"))
            return found(purchases, stated(), policy: CommercePolicy(restore: .retainOwner))
        },
        Planted(.alias) { found(PurchaseHistory(), stated { $0.price = price }, owner: "ben") },
        Planted(.unknownPurchase) { found(PurchaseHistory(), stated { $0.price = price }) },
        Planted(.lateAtPurser) {
            found(PurchaseHistory(), stated { $0.price = price }, at: .utc("2026-05-01 03:00:00"))
        },
        Planted(.unknownEntitlement, atStake: nil) {
            found(PurchaseHistory(), stated { $0.id = "platinum" })
        },
        Planted(.grant, atStake: nil) {
            found(PurchaseHistory(), stated { ($0.isPromotional, $0.product, $0.transaction) = (true, nil, nil) })
        },
    ]

    /// Both give access.
    private static let other: [Planted] = [
        Planted(.sandbox, [.environment]) { found(month(), stated { $0.environment = .sandbox }) },
        Planted(.planChange, [.until, .product]) {
            var purchases = PurchaseHistory()
            let old = purchases.transaction(from: .utc("2026-05-01"), to: .utc("2026-06-01"))
            purchases.again(old, signed: .utc("2026-05-05")) { $0.isUpgraded = true }
            purchases.transaction(nil, "yearly", from: .utc("2026-05-05"), to: .utc("2027-05-05")) { $0.price = price }
            return found(purchases, stated { $0.transaction = nil })
        },
        Planted(.extendedRenewal, [.until]) {
            var purchases = month()
            let bought = purchases.transaction("11", from: .utc("2026-05-01"), to: .utc("2026-06-01")) {
                $0.price = price
            }
            purchases.again(bought, signed: .utc("2026-05-15")) { $0.expirationDate = .utc("2026-07-01") }
            return found(purchases, stated())
        },
        Planted(.lifetime, [.until, .product], atStake: nil) {
            var purchases = PurchaseHistory()
            purchases.transaction(nil, "forever", from: .utc("2026-04-01"))
            return found(purchases, stated { $0.transaction = nil })
        },
        Planted(.endDate, [.until]) {
            found(month(), stated { ($0.end, $0.periodEndDate) = (.date(.utc("2026-05-28")), nil) })
        },
        Planted(.gracePeriod, [.until]) {
            var purchases = month()
            purchases.renewalInfo(signed: .utc("2026-06-01")) {
                $0.isInBillingRetryPeriod = true
                $0.gracePeriodExpirationDate = .utc("2026-06-17")
            }
            return found(
                purchases,
                stated { ($0.end, $0.graceEndDate) = (.date(.utc("2026-06-29")), .utc("2026-06-29")) },
                at: .utc("2026-06-10")
            )
        },
        Planted(.alias, [.owner]) { found(month(), stated(), owner: "ben") },
        Planted(.unknownPurchase, [.until]) {
            found(
                month(),
                stated {
                    ($0.end, $0.periodEndDate) = (.date(.utc("2026-08-01")), nil)
                    ($0.transaction, $0.price, $0.purchaseDate) = ("99", price, .utc("2026-05-02"))
                }
            )
        },
    ]

    @Test(arguments: planted)
    func `a planted difference has its class and the money at stake`(planted: Planted) throws {
        let found = planted.find()
        #expect(found.map(\.kind) == [planted.kind])
        #expect(found.first?.aspects == planted.aspects)
        #expect(found.first?.atStake == planted.atStake)
    }

    @Test func `every class is planted`() {
        #expect(Set(DivergenceKind.all) == Set(Self.planted.map(\.kind)))
    }

    @Test func `each class has its texts in both languages, and its own name`() {
        let kinds = DivergenceKind.all
        #expect(Set(kinds).count == kinds.count && kinds.count >= 12)
        for kind in kinds {
            #expect(kind.text(in: "en") != kind.text(in: "zh-Hans"))
            #expect(kind.title(in: "en") != kind.title(in: "zh-Hans"))
        }
        let foreign: DivergenceKind = "tomorrow"
        #expect(foreign.cause == .unknown && foreign.text(in: "en") == "tomorrow")
    }
}
