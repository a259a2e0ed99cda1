// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Plan conversion over the fourth article's eight products: Basic and Premium, monthly and yearly, each sold as a
/// consumable and as an auto-renewable subscription, at 2.99, 29.99, 6.99 and 69.99 US dollars.
@Suite struct ConversionTests {
    static let catalog = Catalog(
        bundleID: "com.example.reader",
        products: [
            ("basic.monthly", 2990, CalendarPeriod.month, "basic", 2),
            ("basic.annually", 29_990, .year, "basic", 2),
            ("premium.monthly", 6990, .month, "premium", 1),
            ("premium.annually", 69_990, .year, "premium", 1),
        ].flatMap { id, price, period, right, level in
            [
                CatalogProduct(
                    id: ProductID(rawValue: "once." + id),
                    type: .consumable,
                    price: Money(milliunits: price, currency: "USD"),
                    serviceDuration: period,
                    plan: PlanID(rawValue: right),
                    entitlements: [EntitlementID(rawValue: right)]
                ),
                CatalogProduct(
                    id: ProductID(rawValue: "auto." + id),
                    type: .autoRenewableSubscription,
                    price: Money(milliunits: price, currency: "USD"),
                    groupID: "plans",
                    level: level,
                    period: period,
                    plan: PlanID(rawValue: right),
                    entitlements: [EntitlementID(rawValue: right)]
                ),
            ]
        },
        groups: [CatalogGroup(id: "plans", levelsImplyLower: false)]
    )

    /// A year of Basic bought once on 1 January 2024: 366 days for 29.99 dollars.
    func yearOnce(_ lineage: OriginalTransactionID, _ product: ProductID = "once.basic.annually") -> PurchaseHistory {
        var purchases = PurchaseHistory(lineage: lineage)
        purchases.transaction(nil, product, from: .utc("2024-01-01")) { $0.productType = .consumable }
        return purchases
    }

    func account(_ stories: [PurchaseHistory], extra: [Fact] = []) -> CustomerAccount {
        CustomerAccount(
            customer: "anna",
            catalogs: [Self.catalog],
            facts: stories.flatMap(\.facts) + extra,
            ownsUnclaimed: true
        )
    }

    func perform(_ quote: ConversionQuote, _ id: ConversionID = "c1", sequence: Int64 = 1) -> Fact {
        Fact(
            command: .conversion(quote.conversion(id, of: "anna")),
            scope: .app,
            order: FactOrder(instant: quote.date, sequence: sequence),
            digest: .of("conversion \(id)")
        )
    }

    @Test func `the eight products are there`() {
        #expect(Self.catalog.products.count == 8)
        #expect(Self.catalog.plan(of: "once.basic.monthly") == Self.catalog.plan(of: "auto.basic.annually"))
        #expect(Self.catalog.plan(of: "once.basic.monthly") != Self.catalog.plan(of: "once.premium.monthly"))
    }

    @Test func `half a year of Basic is worth 65 days of Premium`() throws {
        // 184 of 366 days are left on 1 July: 29.990 × 184 ÷ 366 = 15.076 dollars.
        // At 6.99 for an average month of 2,629,746 seconds that is 5,671,824.133 seconds, 65.65 days.
        let quote = try account([yearOnce("1")])
            .conversionQuote(to: "auto.premium.monthly", in: .app, asOf: .utc("2024-07-01"))
        #expect(quote.value == Money(milliunits: 15_076, currency: "USD"))
        #expect(quote.gainedMilliseconds == 5_671_824_133)
        #expect(quote.gainedDays == 65)
        #expect(quote.targetPeriodMilliseconds == 2_629_746_000)
    }

    @Test func `three devices' rest is worth more than Premium costs, and comes out as days`() throws {
        // The article's trouble: 365 of 366 days left on each of three devices are worth 29.908 dollars each,
        // together 89.724, far more than the 6.99 of a Premium month. Nothing is paid out: 390 days are gained.
        let stories = ["1", "2", "3"].map { yearOnce($0) }
        // Time of one account runs one after the other, so each device buys for itself.
        let orders = stories.enumerated().flatMap { number, purchases in
            deviceOrder(purchases, device: DeviceID(rawValue: "camera\(number)"), number)
        }
        let quote = try account(stories, extra: orders)
            .conversionQuote(to: "once.premium.monthly", in: .app, asOf: .utc("2024-01-02"))
        #expect(quote.sources.map(\.remainingValue.milliunits) == [29_908, 29_908, 29_908])
        #expect(quote.value == Money(milliunits: 89_724, currency: "USD"))
        #expect(quote.gainedDays == 390)
        #expect(quote.gainedMilliseconds == 33_755_555_093)
        // What the account gained by it each of its devices has, whole, and one that has nothing else, too.
        let after = account(stories, extra: orders + [perform(quote)])
        for device: DeviceID? in [nil, "camera0", "camera1", "camera2", "gate"] {
            let premium = after.entitlement("premium", on: device, asOf: .utc("2024-01-03"))
            #expect(premium.isActive)
            #expect(premium.endDate == quote.endDate)
            #expect(!after.entitlement("basic", on: device, asOf: .utc("2024-01-03")).isActive)
        }
    }

    func deviceOrder(_ purchases: PurchaseHistory, device: DeviceID, _ number: Int) -> [Fact] {
        var orders = PurchaseHistory(lineage: purchases.lineage)
        let order = OrderID(rawValue: "o\(number)")
        let terms = OrderStep.Terms(productID: "once.basic.annually", device: device)
        orders.command(.order(OrderStep(order: order, action: .created(terms))), at: .utc("2024-01-01"))
        let paid = OrderStep.Action.paid(TransactionID(rawValue: "\(purchases.lineage)1"))
        orders.command(.order(OrderStep(order: order, action: paid)), at: .utc("2024-01-01"))
        return orders.facts.map { fact in
            var fact = fact
            fact.digest = .of("\(order) \(fact.order)")
            return fact
        }
    }

    @Test func `what serves another device is reported as that`() {
        let purchases = yearOnce("1")
        let account = account([purchases], extra: deviceOrder(purchases, device: "door", 0))
        #expect(account.entitlement("basic", on: "door", asOf: .utc("2024-07-01")).isActive)
        let other = account.entitlement("basic", on: "yard", asOf: .utc("2024-07-01"))
        #expect(!other.isActive && other.reason.rule == .anotherDevice)
    }

    @Test func `what is taken up again by an order for another device serves that one, in any order of the facts`() {
        var purchases = PurchaseHistory(lineage: "1")
        func order(_ order: OrderID, for device: DeviceID, paid: TransactionID, at instant: Date) {
            let terms = OrderStep.Terms(productID: "auto.basic.monthly", device: device)
            purchases.command(.order(OrderStep(order: order, action: .created(terms))), at: instant)
            purchases.command(.order(OrderStep(order: order, action: .paid(paid))), at: instant)
        }
        purchases.transaction("11", "auto.basic.monthly", from: .utc("2024-01-01"), to: .utc("2024-02-01"))
        order("o1", for: "door", paid: "11", at: .utc("2024-01-01"))
        purchases.transaction("12", "auto.basic.monthly", from: .utc("2024-03-01"), to: .utc("2024-04-01"))
        // Of two conversions of one transaction the newest counts.
        order("o2", for: "gate", paid: "12", at: .utc("2024-03-01"))
        order("o3", for: "yard", paid: "12", at: .utc("2024-03-02"))
        purchases.transaction("13", "auto.basic.monthly", from: .utc("2024-04-01"), to: .utc("2024-05-01")) {
            $0.reason = .renewal
        }
        for facts in [purchases.facts, purchases.facts.reversed()] {
            var account = CustomerAccount(customer: "anna", catalogs: [Self.catalog], ownsUnclaimed: true)
            for fact in facts { account.add(fact) }
            for instant: Date in [.utc("2024-03-15"), .utc("2024-04-15")] {
                #expect(account.entitlement("basic", on: "yard", asOf: instant).isActive)
                for device: DeviceID in ["door", "gate"] {
                    let other = account.entitlement("basic", on: device, asOf: instant)
                    #expect(!other.isActive && other.reason.rule == .anotherDevice)
                }
            }
        }
    }

    @Test func `a device asks for its own plan only`() throws {
        let stories = ["1", "2"].map { yearOnce($0) }
        let orders = deviceOrder(stories[0], device: "door", 0) + deviceOrder(stories[1], device: "yard", 1)
        let account = account(stories, extra: orders)
        let quote = try account.conversionQuote(
            to: "once.premium.monthly",
            in: .app,
            device: "door",
            asOf: .utc("2024-07-01")
        )
        #expect(quote.sources.count == 1)
        let after = self.account(stories, extra: orders + [perform(quote)])
        #expect(after.entitlement("premium", on: "door", asOf: .utc("2024-07-02")).isActive)
        #expect(!after.entitlement("premium", on: "yard", asOf: .utc("2024-07-02")).isActive)
        #expect(!after.entitlement("basic", on: "door", asOf: .utc("2024-07-02")).isActive)
        #expect(after.entitlement("basic", on: "yard", asOf: .utc("2024-07-02")).isActive)
    }

    @Test func `converting ends the old plan and begins the new one`() throws {
        let purchases = yearOnce("1")
        let quote = try account([purchases]).conversionQuote(
            to: "auto.premium.monthly",
            in: .app,
            asOf: .utc("2024-07-01")
        )
        let after = account([purchases], extra: [perform(quote)])
        #expect(after.entitlement("basic", asOf: .utc("2024-06-30")).isActive)
        #expect(!after.entitlement("basic", asOf: .utc("2024-07-01")).isActive)
        let premium = after.entitlement("premium", asOf: .utc("2024-07-01"))
        #expect(premium.isActive)
        #expect(premium.reason.rule == .convertedTime)
        #expect(premium.reason.conversion == "c1")
        #expect(premium.endDate == quote.endDate)
        #expect(!after.entitlement("premium", asOf: quote.endDate).isActive)
    }

    @Test func `converted days survive renewals, and the end is the real one`() throws {
        // Converted on 1 July, then Premium is bought as a subscription on 11 July and renewed once: the 10 days
        // used before are gone, the rest waits until the subscription ends on 11 September.
        let purchases = yearOnce("1")
        let quote = try account([purchases]).conversionQuote(
            to: "auto.premium.monthly",
            in: .app,
            asOf: .utc("2024-07-01")
        )
        var premium = PurchaseHistory(lineage: "5")
        premium.transaction(nil, "auto.premium.monthly", from: .utc("2024-07-11"), to: .utc("2024-08-11"))
        premium.transaction(nil, "auto.premium.monthly", from: .utc("2024-08-11"), to: .utc("2024-09-11"))
        let after = account([purchases, premium], extra: [perform(quote)])
        let answer = after.entitlement("premium", asOf: .utc("2024-08-01"))
        let left = quote.gainedMilliseconds - 10 * 86_400_000
        #expect(answer.startDate == .utc("2024-07-01"))
        #expect(
            answer.endDate
                == Date(millisecondsSince1970: Date.utc("2024-09-11").millisecondsSince1970 + left)
        )
    }

    @Test func `there and back never creates value`() throws {
        let purchases = yearOnce("1")
        let there = try account([purchases])
            .conversionQuote(to: "once.premium.annually", in: .app, asOf: .utc("2024-07-01"))
        let first = perform(there, "c1", sequence: 1)
        let back = try account([purchases], extra: [first])
            .conversionQuote(to: "once.basic.annually", in: .app, asOf: .utc("2024-07-01"))
        #expect(back.sources.map(\.holding) == [.conversion("c1")])
        #expect(back.value.milliunits <= there.value.milliunits)
        #expect(back.value.milliunits >= there.value.milliunits - 1)
        let second = perform(back, "c2", sequence: 2)
        let after = account([purchases], extra: [first, second])
        #expect(after.entitlement("basic", asOf: .utc("2024-07-02")).isActive)
        #expect(!after.entitlement("premium", asOf: .utc("2024-07-02")).isActive)
    }

    @Test func `a refund of what was converted takes the converted days back`() throws {
        var purchases = PurchaseHistory()
        let bought = purchases.transaction(nil, "once.basic.annually", from: .utc("2024-01-01")) {
            $0.productType = .consumable
        }
        let quote = try account([purchases]).conversionQuote(
            to: "auto.premium.monthly",
            in: .app,
            asOf: .utc("2024-07-01")
        )
        let conversion = perform(quote)
        purchases.refund(bought, on: .utc("2024-07-10"))
        let after = account([purchases], extra: [conversion]).entitlement("premium", asOf: .utc("2024-07-11"))
        #expect(!after.isActive)
        purchases.again(bought, signed: .utc("2024-07-20")) { _ in }
        let reversed = account([purchases], extra: [conversion]).entitlement("premium", asOf: .utc("2024-07-21"))
        #expect(reversed.isActive)
        #expect(reversed.endDate == quote.endDate)
    }

    @Test func `a refund of one of two sources takes only its share`() throws {
        var first = PurchaseHistory(lineage: "1")
        first.transaction(nil, "auto.basic.monthly", from: .utc("2024-07-01"), to: .utc("2024-08-01"))
        var second = PurchaseHistory(lineage: "2")
        let bought = second.transaction(nil, "once.basic.monthly", from: .utc("2024-07-01")) {
            $0.productType = .consumable
        }
        let quote = try account([first, second])
            .conversionQuote(to: "once.premium.monthly", in: .app, asOf: .utc("2024-07-01"))
        #expect(quote.value == Money(milliunits: 5980, currency: "USD"))
        second.refund(bought, on: .utc("2024-07-05"))
        let answer = account([first, second], extra: [perform(quote)])
            .entitlement("premium", asOf: .utc("2024-07-06"))
        // 2.99 of 6.99 dollars buy 1,124,884.197 seconds of an average month.
        #expect(
            answer.endDate
                == Date(millisecondsSince1970: Date.utc("2024-07-01").millisecondsSince1970 + 1_124_884_197)
        )
    }

    @Test func `a running subscription is converted too and its renewals continue`() throws {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "auto.basic.monthly", from: .utc("2024-07-01"), to: .utc("2024-08-01"))
        let quote = try account([purchases]).conversionQuote(
            to: "once.premium.monthly",
            in: .app,
            asOf: .utc("2024-07-16")
        )
        let conversion = perform(quote)
        let during = account([purchases], extra: [conversion])
        #expect(!during.entitlement("basic", asOf: .utc("2024-07-17")).isActive)
        #expect(during.entitlement("basic", asOf: .utc("2024-07-17")).reason.rule == .convertedAway)
        purchases.transaction(nil, "auto.basic.monthly", from: .utc("2024-08-01"), to: .utc("2024-09-01"))
        #expect(account([purchases], extra: [conversion]).entitlement("basic", asOf: .utc("2024-08-02")).isActive)
    }

    @Test func `a free trial and what is shared are worth nothing`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "auto.basic.monthly", from: .utc("2024-07-01"), to: .utc("2024-08-01")) {
            $0.offer = Offer(type: .introductory, discount: .freeTrial)
        }
        #expect(throws: ConversionRefusal.self) {
            try account([purchases]).conversionQuote(to: "once.premium.monthly", in: .app, asOf: .utc("2024-07-02"))
        }
        var shared = PurchaseHistory()
        shared.transaction(nil, "auto.basic.monthly", from: .utc("2024-07-01"), to: .utc("2024-08-01")) {
            $0.ownership = .familyShared
        }
        #expect(throws: ConversionRefusal.self) {
            try account([shared]).conversionQuote(to: "once.premium.monthly", in: .app, asOf: .utc("2024-07-02"))
        }
    }

    @Test func `another currency and an unknown target are refused with what to do`() {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, "auto.basic.monthly", from: .utc("2024-07-01"), to: .utc("2024-08-01")) {
            $0.price = Money(milliunits: 18_000, currency: "CNY")
        }
        func code(_ product: ProductID) -> ConversionRefusal.Code? {
            do {
                _ = try account([purchases]).conversionQuote(to: product, in: .app, asOf: .utc("2024-07-02"))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code("once.premium.monthly") == .otherCurrency)
        #expect(code("nothing") == .unknownTarget)
    }

    @Test func `value is conserved within one smallest unit over random conversions`() throws {
        for seed in UInt64(0)..<300 {
            var generator = SeededGenerator(seed: seed)
            let once = ["once.basic.monthly", "once.basic.annually", "once.premium.monthly", "once.premium.annually"]
            var stories: [PurchaseHistory] = []
            for number in 1...Int.random(in: 1...4, using: &generator) {
                var purchases = PurchaseHistory(lineage: OriginalTransactionID(rawValue: "\(number)"))
                let product = ProductID(rawValue: once.randomElement(using: &generator)!)
                let day = Int.random(in: 1...28, using: &generator)
                purchases.transaction(nil, product, from: .utc("2024-01-\(day)")) { $0.productType = .consumable }
                stories.append(purchases)
            }
            var conversions: [Fact] = []
            var value: Int64?
            for number in 1...4 {
                let target = ProductID(rawValue: once.randomElement(using: &generator)!)
                let quote = try? account(stories, extra: conversions)
                    .conversionQuote(to: target, in: .app, asOf: .utc("2024-01-29"))
                guard let quote else { continue }
                conversions.append(perform(quote, ConversionID(rawValue: "c\(number)"), sequence: Int64(number)))
                let plan = target.rawValue.contains("basic") ? "premium" : "basic"
                let rest = account(stories, extra: conversions)
                    .entitlement(EntitlementID(rawValue: plan), asOf: .utc("2024-01-29"))
                #expect(!rest.isActive, "seed \(seed)")
                if let value, quote.sources.count == 1 {
                    // Everything that was converted before is converted again, at the same instant.
                    #expect(quote.value.milliunits <= value, "seed \(seed)")
                }
                value = quote.value.milliunits
            }
        }
    }
}
