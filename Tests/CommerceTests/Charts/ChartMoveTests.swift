// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Why a day's figures differ from the day before's; a Pacific day in winter begins at eight in the morning in UTC.
@Suite struct ChartMoveTests {
    private static func input(_ purchases: PurchaseHistory) -> LineageChartInput {
        LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
    }

    /// The figures of some days, all in one row, by product and offer where these are asked for.
    private static func rows(
        _ purchases: PurchaseHistory,
        _ first: String,
        _ last: String? = nil,
        by dimensions: Set<ChartRow.Dimension> = []
    ) throws -> [ChartRow] {
        let days = try #require(CivilDay(first))...(try #require(CivilDay(last ?? first)))
        var charts = BusinessCharts(days: days, by: dimensions, terms: try .shipped())
        charts.add(input(purchases))
        return charts.rows
    }

    private static func value(
        _ measure: ChartMeasure,
        _ purchases: PurchaseHistory,
        _ first: String,
        _ last: String? = nil
    ) throws -> Int64 {
        try rows(purchases, first, last).first { $0.key.measure == measure }?.value ?? 0
    }

    /// A month from January 10 on, which ends on the evening of February 10.
    private static let month: PurchaseHistory = {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-10 20:00:00"), to: .utc("2026-02-10 20:00:00"))
        return purchases
    }()

    private static let day: Int64 = 86_400_000

    private static let midnight = Date.utc("2026-02-11 08:00:00")

    // MARK: - Renewals that are off

    static let switches: [(Int64, Int64, Int64)] = [(-1, 1, 0), (0, 0, 1), (-day, 1, 0)]

    @Test(arguments: switches)
    func `a renewal that is off by the last millisecond of a day is off on that day`(
        milliseconds: Int64,
        ending: Int64,
        renewing: Int64
    ) throws {
        var purchases = Self.month
        purchases.renewalInfo(signed: .utc("2026-01-21 08:00:00").adding(milliseconds: milliseconds)) {
            $0.willAutoRenew = false
        }
        #expect(try Self.value(.activeEnding, purchases, "2026-01-20") == ending)
        #expect(try Self.value(.activeRenewing, purchases, "2026-01-20") == renewing)
        #expect(try Self.value(.activeEnding, purchases, "2026-01-21") == 1)
    }

    @Test func `a renewal that is turned on again is on`() throws {
        var purchases = Self.month
        for (day, willRenew) in [("11", true), ("13", false), ("14", false), ("15", true), ("16", true)] {
            purchases.renewalInfo(signed: .utc("2026-01-\(day) 20:00:00")) { $0.willAutoRenew = willRenew }
        }
        let ending = try ["12", "13", "14", "15", "16"].map {
            try Self.value(.activeEnding, purchases, "2026-01-\($0)")
        }
        #expect(ending == [0, 1, 1, 0, 0])
    }

    @Test(arguments: [true, false])
    func `a trial whose renewal is off is counted apart`(isTrial: Bool) throws {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-10 20:00:00"), to: .utc("2026-01-17 20:00:00")) {
            if isTrial { $0.offer = Offer(type: .introductory, discount: .freeTrial) }
        }
        #expect(try Self.value(.activeTrialEnding, purchases, "2026-01-12") == 0)
        purchases.renewalInfo(signed: .utc("2026-01-11 20:00:00")) { $0.willAutoRenew = false }
        #expect(try Self.value(.activeTrialEnding, purchases, "2026-01-12") == (isTrial ? 1 : 0))
    }

    // MARK: - Why subscriptions end

    static let reasons: [(ExpirationIntent?, Bool?, Bool, ChartMeasure)] = [
        (nil, false, false, .churnedCanceled), (nil, true, false, .churnedOther), (nil, nil, false, .churnedOther),
        (.canceled, true, false, .churnedCanceled), (.billingError, false, false, .churnedBilling),
        (.priceIncreaseNotConsented, false, false, .churnedPrice), (.productUnavailable, false, false, .churnedOther),
        (.billingError, true, true, .churnedBilling),
    ]

    @Test(arguments: reasons)
    func `a subscription ended for what the document after its end says`(
        intent: ExpirationIntent?,
        willRenew: Bool?,
        isTried: Bool,
        measure: ChartMeasure
    ) throws {
        var purchases = Self.month
        purchases.renewalInfo(signed: .utc("2026-02-10 20:00:05")) {
            $0.expirationIntent = intent
            $0.willAutoRenew = willRenew
            $0.isInBillingRetryPeriod = isTried
        }
        let churned = try Self.rows(purchases, "2026-02-10").map(\.key.measure)
            .filter { $0.rawValue.hasPrefix("churned_") }
        #expect(churned == [measure])
    }

    static let canceled: [(Int64, ChartMeasure)] = [(-1, .churnedCanceled), (0, .churnedOther)]

    @Test(arguments: canceled)
    func `why a subscription ended is what was known in the last millisecond of the day`(
        milliseconds: Int64,
        measure: ChartMeasure
    ) throws {
        var purchases = Self.month
        purchases.renewalInfo(signed: .utc("2026-02-10 20:00:05")) { $0.expirationIntent = .productUnavailable }
        purchases.renewalInfo(signed: Self.midnight.adding(milliseconds: milliseconds)) {
            $0.expirationIntent = .canceled
        }
        #expect(try Self.value(measure, purchases, "2026-02-10") == 1)
    }

    static let refunds: [(Int64, ChartMeasure)] = [(-1, .churnedRefunded), (0, .churnedOther)]

    @Test(arguments: refunds)
    func `a renewal that was refunded as if never bought ends the subscription, once it began`(
        milliseconds: Int64,
        measure: ChartMeasure
    ) throws {
        var purchases = Self.month
        let renewal = purchases.transaction(
            "12",
            from: Self.midnight.adding(milliseconds: milliseconds),
            to: .utc("2026-03-11")
        ) {
            $0.reason = .renewal
        }
        purchases.refund(renewal, on: .utc("2026-02-20"))
        #expect(try Self.value(measure, purchases, "2026-02-10") == 1)
    }

    @Test func `a refund of the same period bought twice is not why the other one ended`() throws {
        var purchases = PurchaseHistory()
        let dates = (Date.utc("2026-01-10 20:00:00"), Date.utc("2026-02-10 20:00:00"))
        let first = purchases.transaction("11", from: dates.0, to: dates.1)
        purchases.transaction("12", from: dates.0, to: dates.1)
        purchases.refund(first, on: .utc("2026-01-12"))
        #expect(try Self.value(.churnedOther, purchases, "2026-02-10") == 1)
    }

    @Test func `what was bought again and ended on the same day is not a refund`() throws {
        var purchases = Self.month
        purchases.transaction("12", from: .utc("2026-02-10 21:00:00"), to: .utc("2026-02-10 22:00:00"))
        #expect(try Self.value(.churnedOther, purchases, "2026-02-10") == 1)
        #expect(try Self.value(.churnedRefunded, purchases, "2026-02-10") == 0)
    }

    // MARK: - Renewals and offers

    static let gaps: [(Int64, RenewalReason?, ChartMeasure)] = [
        (0, nil, .revenueRenewals), (60 * day, nil, .revenueRenewals), (60 * day + 1, nil, .revenueNew),
        (0, .purchase, .revenueNew), (61 * day, .renewal, .revenueRenewals),
    ]

    enum RenewalReason { case purchase, renewal }

    @Test(arguments: gaps)
    func `what follows a period within sixty days is its renewal, unless the transaction says another thing`(
        milliseconds: Int64,
        reason: RenewalReason?,
        measure: ChartMeasure
    ) throws {
        var purchases = Self.month
        let start = Date.utc("2026-02-10 20:00:00").adding(milliseconds: milliseconds)
        purchases.transaction("12", from: start, to: start.adding(milliseconds: Self.day)) {
            $0.price = Money(milliunits: 4990, currency: "USD")
            $0.reason = reason.map { $0 == .renewal ? .renewal : .purchase }
        }
        let measures = try Self.rows(purchases, "2026-01-01", "2026-06-01").map(\.key.measure)
        let parts: Set<ChartMeasure> = [.revenueNew, .revenueRenewals, .revenueOneTime]
        #expect(parts.intersection(measures) == [measure])
    }

    static let offers: [(OfferType?, OfferID?, Int64)] = [
        (.promotional, "spring", 1), (.promotional, "summer", 2), (.winBack, "spring", 2), (nil, nil, 1),
    ]

    @Test(arguments: offers)
    func `an offer begins once, until a period has another kind or name of offer`(
        type: OfferType?,
        id: OfferID?,
        started: Int64
    ) throws {
        var purchases = PurchaseHistory()
        for (number, (start, end)) in [("01-10", "02-10"), ("02-10", "03-10")].enumerated() {
            purchases.transaction(from: .utc("2026-\(start) 20:00:00"), to: .utc("2026-\(end) 20:00:00")) {
                $0.offer = Offer(type: .promotional, id: "spring")
                if number == 1 { $0.offer = type.map { Offer(type: $0, id: id) } }
            }
        }
        let rows = try Self.rows(purchases, "2026-01-01", "2026-06-01")
        #expect(rows.first { $0.key.measure == .offersStarted }?.value == started)
    }

    @Test func `seats that are added are new revenue`() throws {
        var purchases = PurchaseHistory()
        for (date, quantity) in [("01-10", 8), ("01-16", 4)] {
            purchases.transaction(from: .utc("2026-\(date) 20:00:00"), to: .utc("2026-02-10 20:00:00")) {
                $0.quantity = quantity
                $0.price = Money(milliunits: 1000, currency: "USD")
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
                if quantity == 4 { $0.additionalTransactionReason = .seatAddition }
            }
        }
        #expect(try Self.value(.revenueNew, purchases, "2026-01-01", "2026-03-01") == 12_000)
        #expect(try Self.value(.revenueRenewals, purchases, "2026-01-01", "2026-03-01") == 0)
    }

    // MARK: - Prices

    @Test func `what was sold for a single milliunit has a price that may change`() throws {
        var purchases = PurchaseHistory()
        for (start, end, price) in [("01-10", "02-10", 1), ("02-10", "03-10", 4990)] {
            purchases.transaction(from: .utc("2026-\(start) 20:00:00"), to: .utc("2026-\(end) 20:00:00")) {
                $0.price = Money(milliunits: Int64(price), currency: "USD")
            }
        }
        #expect(try Self.value(.priceRenewals, purchases, "2026-02-10") == 1)
        #expect(try Self.value(.priceEffect, purchases, "2026-02-10") == 4989)
    }

    static let asked: [(Int64, ProductID)] = [
        (-1, "monthly"), (0, "pro"), (day, "pro"), (-60 * day, "monthly"),
    ]

    @Test(arguments: asked)
    func `a question about the price belongs to the period in which it was signed`(
        milliseconds: Int64,
        product: ProductID
    ) throws {
        var purchases = Self.month
        let start = Date.utc("2026-02-10 20:00:00")
        purchases.transaction("12", "pro", from: start, to: .utc("2026-03-10 20:00:00")) { $0.reason = .renewal }
        purchases.renewalInfo(signed: start.adding(milliseconds: milliseconds)) { $0.priceIncrease = .pending }
        let rows = try Self.rows(purchases, "2025-12-01", "2026-03-01", by: [.product])
            .filter { $0.key.measure == .priceAsked }
        #expect(rows.map(\.key.product) == [product] && rows.map(\.value) == [1])
    }
}
