// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The days of a conversion follow from the remaining value alone.
@Suite struct ConversionRuleTests {
    private func account(_ stories: [PurchaseHistory], extra: [Fact] = []) -> CustomerAccount {
        CustomerAccount(
            customer: "anna",
            catalogs: [ConversionTests.catalog],
            facts: stories.flatMap(\.facts) + extra,
            ownsUnclaimed: true
        )
    }

    private func bought(_ product: ProductID, on date: Date, lineage: OriginalTransactionID = "1") -> PurchaseHistory {
        var purchases = PurchaseHistory(lineage: lineage)
        purchases.transaction(nil, product, from: date) { $0.productType = .consumable }
        return purchases
    }

    @Test func `the same remainder gives the same days on any date of request`() throws {
        var gains: Set<Int64> = []
        var values: Set<Money> = []
        var wholeGains: Set<Int64> = []
        for day in 0..<1500 {
            // 30 of 40 days are left, whatever the months are called.
            let now = Date.utc("2023-01-01").addingTimeInterval(Double(day) * 86_400 + 3600)
            var purchases = PurchaseHistory()
            let (start, end) = (now.addingTimeInterval(-10 * 86_400), now.addingTimeInterval(30 * 86_400))
            purchases.transaction(nil, "auto.basic.monthly", from: start, to: end)
            let quote = try account([purchases]).conversionQuote(to: "once.premium.monthly", in: .app, asOf: now)
            gains.insert(quote.gainedMilliseconds)
            values.insert(quote.value)
            // A month that was just bought is worth its price.
            let whole = try account([bought("once.basic.monthly", on: now)])
                .conversionQuote(to: "once.premium.annually", in: .app, asOf: now)
            #expect(whole.value == Money(milliunits: 2990, currency: "USD"))
            wholeGains.insert(whole.gainedMilliseconds)
        }
        #expect(values == [Money(milliunits: 2242, currency: "USD")])
        // 2,629,746,000 × 2242 ÷ 6990 and 12 × 2,629,746,000 × 2990 ÷ 69,990, rounded down.
        #expect(gains == [843_475_040])
        #expect(wholeGains == [1_348_125_253])
    }

    @Test(arguments: [(false, Int64(69_137)), (true, 13_697)])
    func `each transaction of a group subscription that was not revoked has its part of the value`(
        isFirstRevoked: Bool,
        value: Int64
    ) throws {
        let now = Date.utc("2026-12-11")
        var purchases = PurchaseHistory()
        func describe(_ transaction: inout Transaction, _ quantity: Int, _ price: Int64) {
            transaction.quantity = quantity
            transaction.price = Money(milliunits: price, currency: "USD")
            transaction.multiSeatInfo = TransactionMultiSeatInfo(
                priceTiers: [MultiSeatPriceTier(price: price, quantity: quantity)]
            )
            transaction.additionalTransactionReason = .seatAddition
        }
        // 30 of 40 days are left of 73.92, and 30 of 35 of 15.98.
        purchases.transaction(nil, "auto.basic.monthly", from: now - 10 * 86_400, to: now + 30 * 86_400) {
            describe(&$0, 8, 9240)
            if isFirstRevoked { $0.revocation = Revocation(date: now - 86_400, type: .refundFull) }
        }
        purchases.transaction(nil, "auto.basic.monthly", from: now - 5 * 86_400, to: now + 30 * 86_400) {
            describe(&$0, 4, 3995)
        }
        let quote = try account([purchases]).conversionQuote(to: "once.premium.monthly", in: .app, asOf: now)
        #expect(quote.value == Money(milliunits: value, currency: "USD"))
        // 35 of 40 days of the first transaction when the seats are added.
        let earlier = try account([purchases])
            .conversionQuote(to: "once.premium.monthly", in: .app, asOf: now - 5 * 86_400)
        #expect(earlier.value.milliunits == (isFirstRevoked ? 15_980 : 64_680 + 15_980))
    }

    @Test func `a month counts a twelfth of an average year, a week seven days`() {
        #expect(CalendarPeriod.month.averageMilliseconds == 2_629_746_000)
        #expect(CalendarPeriod.year.averageMilliseconds == 31_556_952_000)
        #expect(CalendarPeriod.week.averageMilliseconds == 604_800_000)
        #expect(CalendarPeriod(months: 1, days: 3).averageMilliseconds == 2_629_746_000 + 259_200_000)
        #expect(CalendarPeriod().averageMilliseconds == 0)
        #expect(CalendarPeriod(months: .max).averageMilliseconds == .max)
        #expect(CalendarPeriod(months: .min).averageMilliseconds == .min)
        // 400 years of the Gregorian calendar.
        let start = Date.utc("2000-01-01")
        let end = CalendarPeriod(months: 4800).end(from: start)
        let real = end.millisecondsSince1970 - start.millisecondsSince1970
        #expect(CalendarPeriod(months: 4800).averageMilliseconds == real)
    }

    @Test func `the quote names each source with its product and value`() throws {
        let now = Date.utc("2024-03-10")
        let stories = [
            bought("once.basic.monthly", on: now, lineage: "1"), bought("once.basic.annually", on: now, lineage: "2"),
        ]
        let quote = try account(stories).conversionQuote(to: "once.premium.monthly", in: .app, asOf: now)
        #expect(quote.sources.map(\.productID) == ["once.basic.monthly", "once.basic.annually"])
        #expect(quote.sources.map(\.remainingValue.milliunits) == [2990, 29_990])
        #expect(quote.value.milliunits == 32_980)
        #expect(quote.warnings.isEmpty)
    }

    @Test(arguments: [true, false, nil] as [Bool?])
    func `a subscription that Apple may charge for again is warned of`(renews: Bool?) throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "auto.basic.monthly", from: .utc("2024-03-01"), to: .utc("2024-04-01"))
        if let renews {
            purchases.renewalInfo(signed: .utc("2024-03-01")) { info in
                (info.productID, info.autoRenewProductID) = ("auto.basic.monthly", "auto.basic.monthly")
                info.willAutoRenew = renews
            }
        }
        let quote = try account([purchases])
            .conversionQuote(to: "once.premium.monthly", in: .app, asOf: .utc("2024-03-11"))
        guard renews != false else {
            #expect(quote.warnings.isEmpty)
            return
        }
        let warning = try #require(quote.warnings.first)
        #expect(warning.code == .subscriptionRenews)
        #expect(warning.nextChargeDate == .utc("2024-04-01"))
        #expect(warning.isCertain == (renews == true))
    }

    @Test func `the target's price is the one of the storefront in which the sources were paid`() throws {
        var catalog = ConversionTests.catalog
        for place in catalog.products.indices where catalog.products[place].id == "once.premium.monthly" {
            catalog.products[place].prices = [
                CatalogPrice(storefront: "CHN", price: Money(milliunits: 48_000, currency: "CNY")),
                CatalogPrice(storefront: "DEU", price: Money(milliunits: 7990, currency: "EUR")),
                CatalogPrice(storefront: "FRA", price: Money(milliunits: 8990, currency: "EUR")),
            ]
        }
        func price(_ currency: Currency, _ storefront: StorefrontCountryCode?) throws -> Int64 {
            var purchases = PurchaseHistory()
            purchases.transaction(nil, "once.basic.monthly", from: .utc("2024-03-01")) { transaction in
                transaction.productType = .consumable
                transaction.price = Money(milliunits: 20_000, currency: currency)
                transaction.storefront = storefront
            }
            let account = CustomerAccount(
                customer: "anna",
                catalogs: [catalog],
                facts: purchases.facts,
                ownsUnclaimed: true
            )
            return try account.conversionQuote(to: "once.premium.monthly", in: .app, asOf: .utc("2024-03-02"))
                .targetPrice.milliunits
        }
        #expect(try price("CNY", "CHN") == 48_000)
        #expect(try price("EUR", "DEU") == 7990)
        #expect(try price("EUR", nil) == 8990)
        #expect(try price("USD", "USA") == 6990)
        #expect(throws: ConversionRefusal.self) { try price("JPY", "JPN") }
    }
}

/// Conversions that the payment for a higher plan causes.
@Suite struct UpgradeConversionTests {
    private let now = Date.utc("2024-07-01")
    private let key = LineageKey(scope: .app, lineage: "9")

    private func account(_ stories: [PurchaseHistory], extra: [Fact] = []) -> CustomerAccount {
        CustomerAccount(
            customer: "anna",
            catalogs: [ConversionTests.catalog],
            facts: stories.flatMap(\.facts) + extra,
            ownsUnclaimed: true
        )
    }

    private var basic: PurchaseHistory {
        var purchases = PurchaseHistory(lineage: "1")
        purchases.transaction(nil, "once.basic.annually", from: .utc("2024-01-01")) { $0.productType = .consumable }
        return purchases
    }

    private func upgrade(
        _ product: ProductID = "once.premium.monthly",
        on date: Date? = nil,
        change: (inout Transaction) -> Void = { _ in }
    ) -> PurchaseHistory {
        var purchases = PurchaseHistory(lineage: "9")
        purchases.transaction("91", product, from: date ?? now) { transaction in
            transaction.productType = .consumable
            change(&transaction)
        }
        return purchases
    }

    private func fact(_ conversion: PlanConversion) -> Fact {
        Fact(
            command: .conversion(conversion),
            scope: .app,
            order: FactOrder(instant: conversion.date, sequence: 100),
            digest: .of("conversion \(conversion.id)")
        )
    }

    @Test func `a paid upgrade converts what is left of the lower plan, once`() throws {
        let stories = [basic, upgrade()]
        let conversion = try #require(account(stories).upgradeConversion(paidBy: "91", of: key, asOf: now))
        #expect(conversion.sources.map(\.productID) == ["once.basic.annually"])
        #expect(conversion.upgrade?.transactionID == "91")
        #expect(conversion.gainedMilliseconds == 2_629_746_000 * 15_076 / 6990)
        let after = account(stories, extra: [fact(conversion)])
        #expect(after.upgradeConversion(paidBy: "91", of: key, asOf: now) == nil)
        #expect(!after.entitlement("basic", asOf: now).isActive)
        // The month that was bought, then the converted days.
        let end = CalendarPeriod.month.end(from: now).millisecondsSince1970 + conversion.gainedMilliseconds
        #expect(after.entitlement("premium", asOf: now).endDate == Date(millisecondsSince1970: end))
    }

    @Test func `a refund of the upgrade undoes the conversion, and a reversal of the refund does it again`() throws {
        var paid = upgrade()
        let conversion = try #require(account([basic, paid]).upgradeConversion(paidBy: "91", of: key, asOf: now))
        let transaction = try #require(
            paid.facts.compactMap { fact -> Transaction? in
                guard case .transaction(let transaction) = fact.content else { return nil }
                return transaction
            }.first
        )
        paid.refund(transaction, on: .utc("2024-07-05"))
        let refunded = account([basic, paid], extra: [fact(conversion)])
        #expect(!refunded.entitlement("premium", asOf: .utc("2024-07-06")).isActive)
        let old = refunded.entitlement("basic", asOf: .utc("2024-07-06"))
        #expect(old.isActive)
        #expect(old.endDate == .utc("2025-01-01"))
        paid.again(transaction, signed: .utc("2024-07-07")) { _ in }
        let reversed = account([basic, paid], extra: [fact(conversion)])
        #expect(reversed.entitlement("premium", asOf: .utc("2024-07-08")).isActive)
        #expect(!reversed.entitlement("basic", asOf: .utc("2024-07-08")).isActive)
    }

    @Test func `a refund of the source takes the converted days and leaves what was paid`() throws {
        var source = PurchaseHistory(lineage: "1")
        let bought = source.transaction(nil, "once.basic.annually", from: .utc("2024-01-01")) {
            $0.productType = .consumable
        }
        let conversion = try #require(
            account([source, upgrade()]).upgradeConversion(paidBy: "91", of: key, asOf: now)
        )
        source.refund(bought, on: .utc("2024-07-05"))
        let after = account([source, upgrade()], extra: [fact(conversion)])
        #expect(after.entitlement("premium", asOf: .utc("2024-07-06")).endDate == .utc("2024-08-01"))
    }

    @Test func `a payment for a lower or the same plan converts nothing`() {
        var premium = PurchaseHistory(lineage: "1")
        premium.transaction(nil, "once.premium.annually", from: .utc("2024-01-01")) { $0.productType = .consumable }
        for product: ProductID in ["once.basic.monthly", "once.premium.monthly"] {
            let account = account([premium, upgrade(product)])
            #expect(account.upgradeConversion(paidBy: "91", of: key, asOf: now) == nil)
        }
    }

    @Test func `a subscription that renews stays, one whose renewal is off is converted`() throws {
        for renews in [true, false] {
            var purchases = PurchaseHistory(lineage: "1")
            purchases.transaction(nil, "auto.basic.monthly", from: .utc("2024-06-15"), to: .utc("2024-07-15"))
            purchases.renewalInfo(signed: .utc("2024-06-15")) { info in
                (info.productID, info.autoRenewProductID) = ("auto.basic.monthly", "auto.basic.monthly")
                info.willAutoRenew = renews
            }
            let conversion = account([purchases, upgrade()]).upgradeConversion(paidBy: "91", of: key, asOf: now)
            #expect((conversion == nil) == renews)
        }
    }

    @Test func `a trial, a renewal, a shared purchase and another currency convert nothing`() {
        let changes: [(inout Transaction) -> Void] = [
            { $0.offer = Offer(type: .introductory, discount: .freeTrial) }, { $0.reason = .renewal },
            { $0.ownership = .familyShared }, { $0.price = Money(milliunits: 48_000, currency: "CNY") },
            { $0.revocation = Revocation(date: .utc("2024-07-01"), type: .refundFull) },
        ]
        for (number, change) in changes.enumerated() {
            let account = account([basic, upgrade(change: change)])
            #expect(account.upgradeConversion(paidBy: "91", of: key, asOf: now) == nil, "change \(number)")
        }
        #expect(account([basic]).upgradeConversion(paidBy: "91", of: key, asOf: now) == nil)
    }

    @Test func `a payment that arrives late converts as of the payment`() throws {
        let stories = [basic, upgrade()]
        let late = try #require(account(stories).upgradeConversion(paidBy: "91", of: key, asOf: .utc("2024-07-20")))
        #expect(late.date == now)
        let early = account(stories).upgradeConversion(paidBy: "91", of: key, asOf: now.addingTimeInterval(-60))
        #expect(early?.date == now.addingTimeInterval(-60))
    }

    @Test func `what was agreed in another environment does not date a conversion`() throws {
        let stories = [basic, upgrade()]
        var other = try #require(account(stories).upgradeConversion(paidBy: "91", of: key, asOf: now))
        (other.id, other.date) = ("other", .utc("2024-07-10"))
        let agreed = Fact(
            command: .conversion(other),
            scope: AppScope(bundleID: key.scope.bundleID, environment: .sandbox),
            order: FactOrder(instant: other.date, sequence: 100),
            digest: .of("other")
        )
        let account = account(stories, extra: [agreed])
        #expect(account.upgradeConversion(paidBy: "91", of: key, asOf: .utc("2024-07-20"))?.date == now)
    }

    @Test func `what several pieces cost is divided among them`() throws {
        let stories = [
            basic,
            upgrade { transaction in
                transaction.quantity = 3
                transaction.price = Money(milliunits: 3 * 6990, currency: "USD")
            },
        ]
        let conversion = try #require(account(stories).upgradeConversion(paidBy: "91", of: key, asOf: now))
        #expect(conversion.targetPrice == Money(milliunits: 6990, currency: "USD"))
    }
}

/// When reminders are due.
@Suite struct ReminderScheduleTests {
    @Test(
        arguments: [
            ("P10D", 864_000_000, "P10D"), ("P1W", 604_800_000, "P7D"), ("PT12H", 43_200_000, "PT12H"),
            ("P1DT6H30M", 109_800_000, "P1DT6H30M"), ("PT90M", 5_400_000, "PT1H30M"), ("PT1M", 60_000, "PT1M"),
            ("P366D", 366 * 86_400_000, "P366D"),
        ] as [(String, Int64, String)]
    )
    func `a lead time is read and written`(text: String, milliseconds: Int64, written: String) throws {
        let lead = try #require(LeadTime(text))
        #expect(lead.milliseconds == milliseconds)
        #expect(lead.description == written)
        #expect(LeadTime(written) == lead)
    }

    @Test(arguments: [
        "", "P", "PT", "10", "P10", "10D", "P1M", "P1Y", "PT30S", "P-1D", "P0D", "PT0M", "P367D", "P1.5D", "PD", "P1DT",
        "P99999999999999999999D", "P1H", "p1d", "PT1H ", "P１D",
    ])
    func `anything else is not a lead time`(text: String) {
        #expect(LeadTime(text) == nil)
    }

    private func lead(_ text: String) throws -> LeadTime { try #require(LeadTime(text)) }

    @Test func `each lead time is due once, in its order`() throws {
        let end = Date.utc("2024-03-31")
        let policy = ReminderPolicy(beforeEnd: [try lead("P1D"), try lead("P10D"), try lead("P3D")])
        let schedule = ReminderSchedule(end: end, renewal: nil, policy: policy)
        var planned = schedule.nextDueDate(after: .utc("2024-03-01"))
        #expect(planned == .utc("2024-03-21"))
        var sent: [String] = []
        for hour in 0..<(31 * 24) {
            let now = Date.utc("2024-03-01").addingTimeInterval(Double(hour) * 3600)
            guard let due = planned, due <= now else { continue }
            sent += schedule.due(since: planned, asOf: now).map(\.lead.description)
            planned = schedule.nextDueDate(after: now)
        }
        #expect(sent == ["P10D", "P3D", "P1D"])
        #expect(planned == nil)
    }

    @Test func `what was over before the end became known is not sent, and nothing after the end is`() throws {
        let end = Date.utc("2024-03-31")
        let policy = ReminderPolicy(beforeEnd: [try lead("P10D"), try lead("P3D")])
        let schedule = ReminderSchedule(end: end, renewal: nil, policy: policy)
        #expect(schedule.due(since: nil, asOf: .utc("2024-03-30")).isEmpty)
        #expect(schedule.nextDueDate(after: .utc("2024-03-25")) == .utc("2024-03-28"))
        // A server that was down sends both, each with its own lead time.
        let late = schedule.due(since: .utc("2024-03-21"), asOf: .utc("2024-03-30"))
        #expect(late.map(\.lead.description) == ["P10D", "P3D"])
        #expect(schedule.due(since: .utc("2024-03-21"), asOf: end).isEmpty)
    }

    @Test func `ends and renewals are planned together`() throws {
        let policy = ReminderPolicy(beforeEnd: [try lead("P1D")], beforeRenewal: [try lead("P10D")])
        let both = ReminderSchedule(end: .utc("2024-03-31"), renewal: .utc("2024-03-21"), policy: policy)
        #expect(both.reminders.map(\.kind) == [.renewal, .end])
        #expect(ReminderSchedule(end: nil, renewal: nil, policy: policy).reminders.isEmpty)
    }
}
