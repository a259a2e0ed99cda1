// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What one purchase adds to the stored series; a Pacific day in winter begins at eight in the morning in UTC.
@Suite struct LifeTotalsTests {
    private static func life(_ purchases: PurchaseHistory) -> LineageChartInput {
        LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
    }

    private static func totals(_ purchases: PurchaseHistory) throws -> ChartTotals {
        var totals = ChartTotals()
        totals.add(life(purchases), terms: try .shipped())
        return totals
    }

    private static func name(_ number: Int32) -> String {
        // Details below the first day that a test has are parts of another kind.
        number < 10_000 ? "\(number)" : "\(CivilDay(daysSince1970: Int(number)))"
    }

    /// The sums of the series of a measure, as in "2026-01-10 0 4990"; of cohorts, those of a part.
    private static func sums(
        _ measure: ChartMeasure,
        _ totals: ChartTotals,
        offer: String? = nil,
        of part: ChartPart = .all
    ) -> [String] {
        totals.series
            .filter { key, _ in
                key.measure == measure && (offer == nil || key.offer == offer)
                    && (!CohortCharts.measures.contains(measure) || ChartPart(key) == part)
            }
            .flatMap { _, sums in
                sums.sorted { $0.key < $1.key }.map { place, sum in
                    "\(name(place.day)) \(name(place.detail)) \(sum.bounded.value)"
                }
            }
    }

    /// A trial of a week, and two paid months after it, which end when the second month does in the Pacific zone.
    private static let trialAndTwoMonths: PurchaseHistory = {
        var purchases = PurchaseHistory()
        for (start, end, price) in [
            ("01-10 09", "01-17 09", 0), ("01-17 09", "02-17 09", 4990), ("02-17 09", "03-17 08", 3990),
        ] {
            purchases.transaction(from: .utc("2026-\(start):00:00"), to: .utc("2026-\(end):00:00")) {
                $0.price = Money(milliunits: Int64(price), currency: "USD")
                $0.storefront = "USA"
                if price == 0 { $0.offer = Offer(type: .introductory, discount: .freeTrial) }
            }
        }
        return purchases
    }()

    static let series: [(ChartMeasure, String?, [String])] = [
        // The day of the trial's beginning and the day after its last; it is converted when it is over.
        (.trialsEnded, nil, ["2026-01-10 2026-01-18 1"]), (.trialsConverted, nil, ["2026-01-10 2026-01-18 1"]),
        (.cohortSize, nil, ["2026-01-17 0 1"]), (.cohortRetained, nil, ["2026-01-17 1 1"]),
        (.cohortPayers, nil, ["2026-01-01 2026-01-17 1"]),
        (.cohortRevenue, nil, ["2026-01-01 2026-01-17 4990", "2026-01-01 2026-02-17 3990"]),
        (.trialsStarted, nil, ["2026-01-10 0 1"]), (.trialConversions, nil, ["2026-01-17 0 1"]),
        // States are stored as their changes.
        (.active, "introductory", ["2026-01-10 0 1", "2026-01-17 0 -1"]),
        (.active, "", ["2026-01-17 0 1", "2026-03-17 0 -1"]),
        (.monthlyRevenue, nil, ["2026-01-17 0 4990", "2026-02-17 0 -1000", "2026-03-17 0 -3990"]),
        (.monthlyRevenueContraction, nil, ["2026-02-17 0 1000"]),
        (.revenue, nil, ["2026-01-17 0 4990", "2026-02-17 0 3990"]),
        (.payments, nil, ["2026-01-17 0 1", "2026-02-17 0 1"]),
        (.renewalsDue, nil, ["2026-02-17 0 1", "2026-03-17 0 1"]), (.churned, nil, ["2026-03-17 0 1"]),
    ]

    @Test(arguments: [.all, .product("monthly"), .storefront("USA"), .offer("spring")] as [ChartPart])
    func `a subscription is in the cohort of everything, and of its first paid period's product, storefront and offer`(
        part: ChartPart
    ) throws {
        var purchases = PurchaseHistory()
        let offers = [Offer(type: .introductory, discount: .freeTrial), Offer(type: .offerCode, id: "spring"), nil]
        for (offer, (start, end)) in zip(offers, [("01-10", "01-17"), ("01-17", "02-17"), ("02-17", "03-17")]) {
            purchases.transaction(from: .utc("2026-\(start) 09:00:00"), to: .utc("2026-\(end) 09:00:00")) {
                $0.price = Money(milliunits: offer?.discount == .freeTrial ? 0 : 4990, currency: "USD")
                $0.storefront = "USA"
                $0.offer = offer
            }
        }
        let totals = try Self.totals(purchases)
        for (measure, sums) in [
            (.cohortSize, ["2026-01-17 0 1"]), (.cohortRetained, ["2026-01-17 1 1", "2026-01-17 2 1"]),
        ] as [(ChartMeasure, [String])] {
            #expect(Self.sums(measure, totals, of: part) == sums)
        }
        #expect(Self.sums(.cohortPayers, totals, of: part) == ["2026-01-01 2026-01-17 1"])
        #expect(Self.sums(.cohortSize, totals, of: .product("yearly")).isEmpty)
        #expect(Self.sums(.cohortSize, totals, of: .offer("introductory")).isEmpty)
    }

    @Test(arguments: series)
    func `a purchase adds to the days on which something happens`(
        measure: ChartMeasure,
        offer: String?,
        sums: [String]
    ) throws {
        #expect(Self.sums(measure, try Self.totals(Self.trialAndTwoMonths), offer: offer) == sums)
    }

    @Test func `a trial that is paid for much later is converted then`() throws {
        var purchases = PurchaseHistory()
        for (start, end, price) in [("01-10", "01-17", 0), ("02-20", "03-20", 4990)] {
            purchases.transaction(from: .utc("2026-\(start) 09:00:00"), to: .utc("2026-\(end) 09:00:00")) {
                $0.price = Money(milliunits: Int64(price), currency: "USD")
                if price == 0 { $0.offer = Offer(type: .introductory, discount: .freeTrial) }
            }
        }
        let totals = try Self.totals(purchases)
        #expect(Self.sums(.trialsEnded, totals) == ["2026-01-10 2026-01-18 1"])
        #expect(Self.sums(.trialsConverted, totals) == ["2026-01-10 2026-02-20 1"])
    }

    @Test func `a subscription is followed for ten years`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-01-10 09:00:00"), to: .utc("2040-01-10 09:00:00"))
        let retained = Self.sums(.cohortRetained, try Self.totals(purchases))
        #expect(retained == (1...120).map { "2026-01-10 \($0) 1" })
    }

    @Test func `seats that are added within a period change the state on their own day`() throws {
        var purchases = PurchaseHistory()
        for (date, quantity) in [("2026-01-10", 8), ("2026-01-16", 4)] {
            purchases.transaction(from: .utc("\(date) 09:00:00"), to: .utc("2026-02-10 09:00:00")) {
                $0.quantity = quantity
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
                if quantity == 4 { $0.additionalTransactionReason = .seatAddition }
            }
        }
        let seats = Self.sums(.seats, try Self.totals(purchases))
        #expect(seats == ["2026-01-10 0 8", "2026-01-16 0 4", "2026-02-10 0 -12"])
    }

    @Test func `a renewal that is turned off changes the state on the day of the document`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-01-10 09:00:00"), to: .utc("2026-02-10 09:00:00"))
        purchases.renewalInfo(signed: .utc("2026-01-20 09:00:00")) { $0.willAutoRenew = false }
        let totals = try Self.totals(purchases)
        #expect(Self.sums(.activeRenewing, totals) == ["2026-01-10 0 1", "2026-01-20 0 -1"])
        #expect(Self.sums(.activeEnding, totals) == ["2026-01-20 0 1", "2026-02-10 0 -1"])
    }

    @Test func `an answer to a price increase after all else counts on its own day`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(from: .utc("2026-01-10 09:00:00"), to: .utc("2026-02-10 09:00:00"))
        purchases.renewalInfo(signed: .utc("2026-02-12 09:00:00")) { $0.expirationIntent = .priceIncreaseNotConsented }
        let totals = try Self.totals(purchases)
        #expect(Self.sums(.priceDeclined, totals) == ["2026-02-12 0 1"])
        #expect(Self.sums(.churnedPrice, totals) == ["2026-02-10 0 1"])
    }

    @Test func `a request for a refund after all else counts on its own day`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction("11", "gems", from: .at("01-10")) { $0.productType = .consumable }
        purchases.facts += ArrivalScenario.notification(.consumptionRequest, about: "11", "01-20")
        purchases.facts += ArrivalScenario.notification(.refundDeclined, about: "11", "01-25")
        let totals = try Self.totals(purchases)
        #expect(Self.sums(.refundsRequested, totals) == ["2024-01-20 0 1"])
        #expect(Self.sums(.refundsDeclined, totals) == ["2024-01-25 0 1"])
    }

    @Test func `a purchase of which nothing is known adds nothing`() throws {
        #expect(try Self.totals(PurchaseHistory()) == ChartTotals())
    }

    @Test func `one whom all was given back and never paid is not a payer`() {
        var payments = ChartTotals.Payments()
        payments.add(.init(sum: ExactSum(-5)), .init(day: 10, currency: "USD"))
        var totals = ChartTotals()
        totals.addPayer(of: payments)
        #expect(totals == ChartTotals())
        #expect(!ChartTotals.Payments.Amount().isPayment && ChartTotals.Payments.Amount().sum.isZero)
    }

    @Test func `totals that are taken away leave the difference`() throws {
        let all = try Self.totals(Self.trialAndTwoMonths)
        var before = PurchaseHistory()
        before.facts = Array(Self.trialAndTwoMonths.facts.prefix(2))
        var change = all
        change.subtract(try Self.totals(before))
        #expect(Self.sums(.payments, change) == ["2026-02-17 0 1"])
        #expect(Self.sums(.active, change) == ["2026-02-17 0 1", "2026-03-17 0 -1"])
        change.add(try Self.totals(before))
        #expect(change == all)
        var negative = ChartTotals()
        negative.subtract(all)
        #expect(Self.sums(.cohortSize, negative) == ["2026-01-17 0 -1"])
    }
}
