// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// A retention offer is for a subscriber who is about to cancel, so a free one is not a trial.
@Suite struct RetentionOfferTests {
    @Test(arguments: [
        (OfferType.retention, OfferDiscountType.freeTrial, PeriodKind.freeRetention, false),
        (.retention, .payAsYouGo, .retention, true), (.introductory, .freeTrial, .freeTrial, false),
        (.winBack, .freeTrial, .freeTrial, false), (OfferType(rawValue: 6), .payUpFront, .otherOffer, true),
    ])
    func `a free month by a retention offer is not a trial`(
        type: OfferType,
        discount: OfferDiscountType,
        kind: PeriodKind,
        isPaid: Bool
    ) {
        let found = PeriodKind(Offer(type: type, discount: discount))
        #expect(found == kind && found.isPaid == isPaid)
    }

    /// Paid in January, free by a retention offer in February, paid in March.
    private static let purchases: PurchaseHistory = {
        var purchases = PurchaseHistory()
        let days = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"].map { Date.utc($0) + 20 * 3600 }
        for month in 0..<3 {
            purchases.transaction(from: days[month], to: days[month + 1]) {
                $0.reason = month == 0 ? .purchase : .renewal
                $0.price = Money(milliunits: month == 1 ? 0 : 9990, currency: "USD")
                if month == 1 { $0.offer = Offer(type: .retention, discount: .freeTrial) }
            }
        }
        return purchases
    }()

    @Test func `a free retention month starts no trial and converts none`() throws {
        let input = LineageChartInput(
            of: Self.purchases.facts,
            lineage: "1",
            scope: .app,
            catalog: Catalog(bundleID: "", products: [])
        )
        let days = try #require(CivilDay("2026-01-01"))...(try #require(CivilDay("2026-04-30")))
        var charts = BusinessCharts(days: days, by: [], terms: try .shipped())
        charts.add(input)
        let trials = charts.rows.filter { $0.key.measure == .trialsStarted || $0.key.measure == .trialConversions }
        #expect(trials.isEmpty)
    }

    @Test func `a free retention month gives access as an offer and is not paid service`() throws {
        let state = try #require(Self.purchases.state(asOf: .utc("2026-02-10")))
        #expect(state.hasAccess && state.reason.rule == .offerPeriod)
        let service = Self.purchases.history().paidService(asOf: .utc("2026-04-02"))
        #expect(service.days == 62)
    }
}
