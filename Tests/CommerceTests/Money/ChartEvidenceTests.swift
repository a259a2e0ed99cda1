// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The transactions behind a number of a chart; a Pacific day in January begins at eight in the morning in UTC.
@Suite struct ChartEvidenceTests {
    private static func parts(
        _ measure: ChartMeasure,
        of life: LineageChartInput,
        _ first: String,
        _ last: String
    ) throws -> [ChartEvidence.Part] {
        let days = try #require(CivilDay(first))...(try #require(CivilDay(last)))
        return ChartEvidence(of: measure, in: days, terms: try .shipped()).parts(of: life)
    }

    private static func input(_ purchases: PurchaseHistory) -> LineageChartInput {
        LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
    }

    // MARK: - Payments and refunds

    /// Packs of gems, each of which differs from the first one in one thing.
    private static let packs: LineageChartInput = {
        var purchases = PurchaseHistory()
        func buy(
            _ id: TransactionID,
            _ product: ProductID = "gems",
            on date: String = "2026-01-10 12:00:00",
            _ change: (inout Transaction) -> Void = { _ in }
        ) -> Transaction {
            purchases.transaction(id, product, from: .utc(date)) {
                $0.productType = .consumable
                $0.price = Money(milliunits: 4990, currency: "USD")
                $0.storefront = "USA"
                change(&$0)
            }
        }
        _ = buy("11")
        _ = buy("12", on: "2026-01-09 12:00:00")
        _ = buy("13", "coins")
        _ = buy("14") { $0.storefront = "DEU" }
        _ = buy("15") { $0.offer = Offer(type: .promotional) }
        _ = buy("16") { $0.price = Money(milliunits: 4990, currency: "EUR") }
        _ = buy("17") { $0.price = Money(milliunits: 0, currency: "USD") }
        let early = buy("18", on: "2026-01-09 12:00:00") { $0.price = Money(milliunits: 2990, currency: "USD") }
        purchases.refund(early, on: .utc("2026-01-10 13:00:00"))
        return input(purchases)
    }()

    static let amounts: [(ChartMeasure, Currency?, Int64, [TransactionID])] = [
        (.revenue, "USD", 2000, ["11", "18"]), (.payments, nil, 2, ["11", "16"]), (.refunds, nil, 1, ["18"]),
        (.refunded, "USD", 2990, ["18"]),
    ]

    @Test(arguments: amounts)
    func `the evidence of an amount is what was paid or went back for the same thing on its days`(
        measure: ChartMeasure,
        currency: Currency?,
        value: Int64,
        transactions: [TransactionID]
    ) throws {
        let parts = try Self.parts(measure, of: Self.packs, "2026-01-10", "2026-01-10").filter {
            $0.key.product == "gems" && $0.key.storefront == "USA" && $0.key.offer == "" && $0.key.currency == currency
        }
        #expect(parts.map(\.value) == [value] && parts.map(\.transactions) == [transactions])
        #expect(parts.allSatisfy { $0.lineage == "1" && $0.payer == "1" && $0.key.measure == measure })
    }

    @Test func `twenty transactions at most are the evidence of a number`() throws {
        var purchases = PurchaseHistory()
        for number in 10..<35 {
            purchases.transaction(TransactionID(rawValue: "\(number)"), "gems", from: .utc("2026-01-10 12:00:00")) {
                $0.productType = .consumable
                $0.price = Money(milliunits: 4990, currency: "USD")
            }
        }
        let part = try #require(
            Self.parts(.payments, of: Self.input(purchases), "2026-01-10", "2026-01-10").first
        )
        #expect(part.value == 25 && part.transactions.count == 20)
    }

    // MARK: - Periods

    /// Two days from January 10, and two more after them.
    private static let service: LineageChartInput = {
        var purchases = PurchaseHistory()
        for (start, end) in [("10", "12"), ("12", "14")] {
            purchases.transaction(from: .utc("2026-01-\(start) 08:00:00"), to: .utc("2026-01-\(end) 08:00:00")) {
                $0.price = Money(milliunits: 4990, currency: "USD")
            }
        }
        return input(purchases)
    }()

    static let periods: [(ChartMeasure, String, String, [TransactionID])] = [
        (.active, "2026-01-10", "2026-01-10", ["11"]), (.active, "2026-01-10", "2026-01-11", ["11"]),
        (.active, "2026-01-12", "2026-01-12", ["12"]), (.active, "2026-01-13", "2026-01-13", ["12"]),
        (.new, "2026-01-10", "2026-01-10", ["11"]), (.new, "2026-01-10", "2026-01-11", ["11"]),
        (.churned, "2026-01-14", "2026-01-14", ["12"]), (.churned, "2026-01-14", "2026-01-20", ["12"]),
    ]

    @Test(arguments: periods)
    func `the evidence of a count is the period at its last midnight, or those that touch its days`(
        measure: ChartMeasure,
        first: String,
        last: String,
        transactions: [TransactionID]
    ) throws {
        let parts = try Self.parts(measure, of: Self.service, first, last)
        #expect(parts.map(\.value) == [1] && parts.map(\.transactions) == [transactions])
    }

    @Test(arguments: [ChartMeasure.trialsStarted, .trialConversions])
    func `the evidence of a trial is what began on its days`(measure: ChartMeasure) throws {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-10 08:00:00"), to: .utc("2026-01-17 08:00:00")) {
            $0.offer = Offer(type: .introductory, discount: .freeTrial)
        }
        purchases.transaction("12", from: .utc("2026-01-17 08:00:00"), to: .utc("2026-02-17 08:00:00"))
        let day = measure == .trialsStarted ? "2026-01-10" : "2026-01-17"
        let parts = try Self.parts(measure, of: Self.input(purchases), day, day)
        #expect(parts.map(\.transactions) == [[measure == .trialsStarted ? "11" : "12"]])
    }

    @Test func `seats that were added to a period are evidence beside the transaction that began it`() throws {
        var purchases = PurchaseHistory()
        for (date, quantity) in [("2026-01-10", 8), ("2026-01-16", 4)] {
            purchases.transaction(from: .utc(date), to: .utc("2026-02-10")) {
                $0.quantity = quantity
                $0.multiSeatInfo = TransactionMultiSeatInfo(invitationManagement: .developer)
                if quantity == 4 { $0.additionalTransactionReason = .seatAddition }
            }
        }
        let parts = try Self.parts(.seats, of: Self.input(purchases), "2026-01-20", "2026-01-20")
        #expect(parts.map(\.value) == [12] && parts.map(\.transactions) == [["11", "12"]])
    }

    // MARK: - Filters

    static let currencies: [(Currency?, Currency?, Bool)] = [
        (nil, "USD", true), ("USD", "USD", true), ("EUR", "USD", false), ("EUR", nil, true), (nil, nil, true),
    ]

    @Test(arguments: currencies)
    func `a filter of a currency leaves counts in`(wanted: Currency?, currency: Currency?, isAccepted: Bool) {
        let key = ChartRow.Key(currency: currency, measure: .revenue)
        #expect(ChartRowFilter(currency: wanted).accepts(key) == isAccepted)
    }

    static let filters: [(ChartRowFilter, Bool)] = [
        (ChartRowFilter(), true),
        (ChartRowFilter(products: ["p"], storefronts: ["USA"], offers: ["o"], stores: ["huawei"]), true),
        (ChartRowFilter(products: ["x"], storefronts: ["USA"], offers: ["o"], stores: ["huawei"]), false),
        (ChartRowFilter(products: ["p"], storefronts: ["x"], offers: ["o"], stores: ["huawei"]), false),
        (ChartRowFilter(products: ["p"], storefronts: ["USA"], offers: ["x"], stores: ["huawei"]), false),
        (ChartRowFilter(products: ["p"], storefronts: ["USA"], offers: ["o"], stores: ["x"]), false),
        (ChartRowFilter(products: ["x", "p"], currency: "EUR"), false),
    ]

    @Test(arguments: filters)
    func `a filter accepts what is of one of its values in each dimension`(filter: ChartRowFilter, isAccepted: Bool) {
        let key = ChartRow.Key(
            product: "p",
            storefront: "USA",
            offer: "o",
            store: "huawei",
            currency: "USD",
            measure: .revenue
        )
        #expect(filter.accepts(key) == isAccepted)
    }

    // MARK: - Failed charges and requests for refunds

    /// A period that ended on January 12 at midnight, whose charge failed: in grace for two days, then in retry.
    private static func failed(recovered: Bool) -> LineageChartInput {
        var purchases = PurchaseHistory()
        purchases.transaction("11", from: .utc("2026-01-05 08:00:00"), to: .utc("2026-01-12 08:00:00"))
        purchases.renewalInfo(signed: .utc("2026-01-12 08:00:01")) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpirationDate = .utc("2026-01-14 08:00:00")
            $0.expirationIntent = .billingError
        }
        if recovered {
            purchases.transaction("12", from: .utc("2026-01-16 20:00:00"), to: .utc("2026-01-23 20:00:00")) {
                $0.reason = .renewal
            }
        }
        return input(purchases)
    }

    static let problems: [(ChartMeasure, Bool, String, Int64, [TransactionID])] = [
        (.active, false, "2026-01-11", 1, ["11"]), (.inGrace, false, "2026-01-11", 0, []),
        (.billingFailed, false, "2026-01-12", 1, ["11"]), (.inGrace, false, "2026-01-12", 1, ["11"]),
        (.inGrace, false, "2026-01-13", 1, ["11"]), (.inGrace, false, "2026-01-14", 0, []),
        (.inRetry, false, "2026-01-14", 1, ["11"]), (.inRetry, false, "2026-03-12", 1, ["11"]),
        (.billingLost, false, "2026-03-13", 1, ["11"]), (.inRetry, false, "2026-03-13", 0, []),
        (.churnedBilling, false, "2026-01-12", 1, ["11"]), (.inRetry, true, "2026-01-15", 1, ["11"]),
        (.inRetry, true, "2026-01-16", 0, []), (.recoveredInRetry, true, "2026-01-16", 1, ["12"]),
        (.billingLost, true, "2026-03-13", 0, []), (.renewalsDone, true, "2026-01-12", 1, ["11"]),
    ]

    @Test(arguments: problems)
    func `the evidence of a failed charge is the period that it was to renew`(
        measure: ChartMeasure,
        isRecovered: Bool,
        day: String,
        value: Int64,
        transactions: [TransactionID]
    ) throws {
        let parts = try Self.parts(measure, of: Self.failed(recovered: isRecovered), day, day)
        #expect(parts.map(\.value) == (value == 0 ? [] : [value]))
        #expect(parts.flatMap(\.transactions) == transactions)
    }

    @Test func `what Apple said about a refund counts on the day it was signed, with its transaction`() throws {
        var purchases = PurchaseHistory()
        for id in ["11", "12"] as [TransactionID] {
            purchases.transaction(id, "gems", from: .at("01-10")) { $0.productType = .consumable }
        }
        purchases.facts += ArrivalScenario.notification(.consumptionRequest, about: "12", "01-11")
        purchases.facts += ArrivalScenario.notification(.refundDeclined, about: "12", "01-12")
        purchases.facts += ArrivalScenario.notification(.consumptionRequest, about: "99", "01-13")
        let life = Self.input(purchases)
        for (measure, day, transactions) in [
            (.refundsRequested, "2024-01-11", ["12"]), (.refundsDeclined, "2024-01-11", []),
            (.refundsRequested, "2024-01-12", []), (.refundsDeclined, "2024-01-12", ["12"]),
            (.refundsRequested, "2024-01-13", []),
        ] as [(ChartMeasure, String, [TransactionID])] {
            let parts = try Self.parts(measure, of: life, day, day)
            #expect(parts.flatMap(\.transactions) == transactions, "\(measure) \(day)")
            #expect(parts.map(\.value) == transactions.map { _ in 1 })
        }
    }
}
