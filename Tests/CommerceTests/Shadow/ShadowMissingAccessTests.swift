// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Purser gives access, and the provider does not: where each class begins.
@Suite struct ShadowMissingAccessTests {
    typealias Example = ShadowComparisonTests

    private static let earlier = Date.utc("2026-05-10")

    private func kinds(
        _ purchases: PurchaseHistory,
        _ statement: ProviderEntitlement?,
        customer: CustomerID = "anna",
        policy: CommercePolicy = .standard,
        at instant: Date = Example.now
    ) -> [DivergenceKind] {
        Example.found(purchases, statement, customer: customer, policy: policy, at: instant).map(\.kind)
    }

    @Test(arguments: [(0.0, DivergenceKind.lateAtProvider), (86_399, .lateAtProvider), (86_400, .missedPurchase)])
    func `a purchase is late for less than a day, and missed from then on`(seconds: Double, kind: DivergenceKind) {
        let instant = Date.utc("2026-05-01").addingTimeInterval(seconds)
        #expect(kinds(Example.month(), nil, at: instant) == [kind])
    }

    @Test func `a product that the purchase never was for shows no change of plans`() {
        #expect(kinds(Example.month(), Example.denied { $0.product = "yearly" }) == [.missedPurchase])
    }

    @Test func `a restore that brought the purchase is a transfer, and the first claim of it is not`() {
        let policy = CommercePolicy(restore: .transfer)
        var purchases = Example.month()
        purchases.claim(by: "anna", at: .utc("2026-05-01"))
        #expect(kinds(purchases, nil, policy: policy) == [.missedPurchase])
        purchases.claim(by: "ben", .restore, at: .utc("2026-05-05"))
        #expect(kinds(purchases, nil, customer: "ben", policy: policy) == [.transfer])
    }

    @Test func `of two who share a purchase, neither got it by a transfer`() {
        var purchases = Example.month()
        purchases.claim(by: "anna", at: .utc("2026-05-01"))
        purchases.claim(by: "ben", .restore, at: .utc("2026-05-05"))
        let policy = CommercePolicy(restore: .share)
        for customer: CustomerID in ["anna", "ben"] {
            #expect(kinds(purchases, nil, customer: customer, policy: policy) == [.missedPurchase])
        }
    }

    // MARK: - Ended at cancellation

    /// What a provider states of a canceled month on 20 May, and the class.
    struct Ending: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var kind: DivergenceKind
        var statement: ProviderEntitlement?
        var instant = Example.now

        init(
            _ testDescription: String,
            _ kind: DivergenceKind,
            _ statement: ProviderEntitlement?,
            at instant: Date = Example.now
        ) {
            self.testDescription = testDescription
            self.kind = kind
            self.statement = statement
            self.instant = instant
        }
    }

    static let endings: [Ending] = [
        Ending("not mentioned", .missedPurchase, nil),
        Ending(
            "the cancellation",
            .endedAtCancellation,
            Example.denied {
                ($0.end, $0.periodEndDate, $0.cancellationDate) = (.date(earlier), nil, earlier)
            }
        ),
        Ending("the whole period", .endedAtCancellation, Example.denied { $0.end = .date(earlier) }),
        Ending(
            "a period that is over just now",
            .missedPurchase,
            Example.denied { ($0.end, $0.periodEndDate) = (.date(earlier), Example.now) }
        ),
        Ending(
            "a period that is over in a second",
            .endedAtCancellation,
            Example.denied { ($0.end, $0.periodEndDate) = (.date(earlier), Example.now.addingTimeInterval(1)) }
        ),
        Ending(
            "only an end that is past",
            .missedPurchase,
            Example.denied { ($0.end, $0.periodEndDate) = (.date(earlier), nil) }
        ),
        Ending(
            "no dates",
            .endedAtCancellation,
            Example.denied { ($0.end, $0.periodEndDate) = (.unstated, nil) }
        ),
        Ending(
            "no dates within the first day",
            .lateAtProvider,
            Example.denied { ($0.end, $0.periodEndDate) = (.unstated, nil) },
            at: .utc("2026-05-01 10:00:00")
        ),
    ]

    @Test(arguments: endings)
    func `access ended at the cancellation when the provider knows that it was paid for longer`(ending: Ending) {
        var purchases = Example.month()
        purchases.renewalInfo(signed: .utc("2026-05-01 05:00:00")) { $0.willAutoRenew = false }
        #expect(kinds(purchases, ending.statement, at: ending.instant) == [ending.kind])
    }

    // MARK: - Periods

    @Test(arguments: [(0, .missedPurchase), (1, .extendedRenewal)] as [(Int64, DivergenceKind)])
    func `a renewal date that moved by a millisecond is extended`(milliseconds: Int64, kind: DivergenceKind) {
        let end = Date.utc("2026-06-01")
        var purchases = Example.month()
        let bought = purchases.transaction("11", from: .utc("2026-05-01"), to: end)
        purchases.again(bought, signed: .utc("2026-05-15")) {
            $0.expirationDate = Date(millisecondsSince1970: end.millisecondsSince1970 + milliseconds)
        }
        #expect(kinds(purchases, Example.denied()) == [kind])
    }

    @Test(arguments: [AccessEnd.unstated, .date(earlier)])
    func `time that is bought once has no renewal to miss`(end: AccessEnd) {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "month-once", from: .utc("2026-05-01")) { $0.productType = .consumable }
        let statement = Example.denied {
            ($0.product, $0.end, $0.periodEndDate) = ("month-once", end, nil)
        }
        #expect(kinds(purchases, statement) == [.missedPurchase])
    }

    @Test func `where access does not end, an end that the provider states belongs to no earlier period`() {
        var purchases = Example.month()
        purchases.claim(at: .utc("2026-05-01"))
        purchases.grant(from: .utc("2026-06-01"), to: nil)
        let statement = Example.denied { ($0.end, $0.periodEndDate) = (.date(Self.earlier), Self.earlier) }
        let found = Example.found(purchases, statement)
        #expect(found.map(\.kind) == [.missedPurchase])
        #expect(found.map(\.own.rule) == [.paidPeriod] && found.map(\.own.endDate) == [nil])
    }
}
