// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What follows from the team's statements about purchases in other stores, without a database.
@Suite struct StoreDecisionTests {
    private static let gems = FulfillmentTests.gems

    private static func world(at day: String = "01-20") -> FulfillmentWorld {
        var world = FulfillmentWorld()
        world.now = .at(day)
        return world
    }

    /// The reader's catalog with S2's ratio: 1 yuan buys 66 gems in the App Store, and 100 elsewhere.
    private static let ratio: Catalog = {
        var catalog = Catalog.reader
        let ratios: [String: Int64] = ["app-store": 66, "google-play": 100, "huawei": 100]
        for place in catalog.products.indices where catalog.products[place].id == "gems" {
            catalog.products[place].credit = CatalogCredit(account: "gems", amount: 396, storeRatios: ratios)
        }
        return catalog
    }()

    // MARK: - One-time purchases

    @Test func `a one-time purchase is delivered once, and credits by the ratio of its store`() {
        var world = Self.world()
        world.catalog = Self.ratio
        #expect(world.state(.gems(), stated: "01-02")?.isDelivered == true)
        #expect(world.owners["google-play:GPA.1"] == "anna")
        #expect(world.balance(Self.gems) == 600)
        #expect(world.paidOrders == ["google-play:GPA.1: outside gems delivered"])
        #expect(world.eventNames.contains("acquired") && world.eventNames.contains("orderDelivered"))
    }

    @Test func `one balance has the credits of all stores`() {
        var world = Self.world()
        world.catalog = Self.ratio
        world.process(FulfillmentTests.bought(token: nil).facts, .shown())
        world.state(.gems(), stated: "01-02")
        #expect(world.balance(Self.gems) == 996)
    }

    @Test func `the same statement again changes nothing`() {
        var world = Self.world()
        world.state(.gems(), stated: "01-02")
        let (events, facts, log) = (world.events.count, world.facts.count, world.log.count)
        world.state(.gems(), stated: "01-02")
        world.process([], .recheck(), about: LineageKey(scope: .app, lineage: "google-play:GPA.1"))
        #expect(world.balance(Self.gems) == 100 && world.deliveries.count == 1)
        #expect(world.events.count == events && world.facts.count == facts && world.log.count == log)
    }

    @Test func `a refund takes the credit, and its reversal returns it`() {
        var world = Self.world()
        world.state(.gems(), stated: "01-02")
        world.state(.gems { $0.state = .refunded }, stated: "01-05")
        #expect(world.balance(Self.gems) == 0 && world.eventNames.contains("refunded"))
        #expect(world.paidOrders == ["google-play:GPA.1: outside gems refunded"])
        world.state(.gems(), stated: "01-08")
        #expect(world.balance(Self.gems) == 100 && world.eventNames.contains("refundReversed"))
    }

    @Test func `a partial refund takes its share of the credit`() {
        var world = Self.world()
        world.state(.gems(), stated: "01-02")
        world.state(.gems { ($0.state, $0.refundedPercentage) = (.refunded, 25_000) }, stated: "01-05")
        #expect(world.balance(Self.gems) == 75)
    }

    @Test func `a consumable that is first stated as refunded in part is delivered, and credits the rest`() {
        var world = Self.world()
        world.state(.gems { ($0.state, $0.refundedPercentage) = (.refunded, 25_000) }, stated: "01-05")
        world.state(.gems(), stated: "01-02")
        #expect(world.balance(Self.gems) == 75 && world.deliveries.count == 1)
    }

    @Test func `an older statement that arrives late changes nothing`() {
        var world = Self.world()
        world.state(.gems { $0.state = .refunded }, stated: "01-05")
        world.state(.gems(), stated: "01-02")
        #expect(world.balance(Self.gems) == 0 && world.answer("basic") == nil)
    }

    @Test func `a lifetime product gives its entitlement until it is refunded`() {
        var world = Self.world()
        let forever = StoreStatement.gems { $0.productID = "forever" }
        world.state(forever, stated: "01-02")
        #expect(world.answer()?.isActive == true && world.answer()?.endDate == nil)
        #expect(world.answer()?.reason.rule == .lifetime && world.answer()?.reason.store == "google-play")
        #expect(world.answer()?.reason.evidence.map(\.kind) == [.storeStatement])
        var refunded = forever
        refunded.state = .refunded
        world.state(refunded, stated: "01-05")
        #expect(world.answer()?.isActive == false && world.answer()?.reason.rule == .refunded)
    }

    @Test func `service time of a non-renewing subscription comes from the statement, or from the catalog`() {
        var world = Self.world()
        let season = StoreStatement.gems { $0.productID = "season" }
        world.state(season, stated: "01-02")
        #expect(world.answer()?.endDate == .utc("2024-04-01 10:00:00"))
        var own = season
        (own.purchaseID, own.purchaseDate, own.expirationDate) = ("GPA.2", .at("01-02"), .at("06-01"))
        world.state(own, stated: "01-02")
        #expect(world.answer()?.reason.transactionID == "google-play:GPA.2")
        #expect(world.answer()?.reason.rule == .paidPeriod)
    }

    // MARK: - Subscriptions

    @Test func `a subscription gives its entitlement until it expires`() {
        var world = Self.world()
        world.state(.month { $0.willRenew = true }, stated: "01-02")
        #expect(world.answer()?.isActive == true && world.answer()?.endDate == .at("02-01"))
        #expect(world.answer()?.willRenew == true)
        world.state(.month("p2", "02-01", to: "03-01") { $0.willRenew = false }, stated: "02-01")
        world.now = .at("02-20")
        world.process([], .recheck(), about: .subscription)
        #expect(world.answer()?.endDate == .at("03-01") && world.answer()?.willRenew == false)
        world.now = .at("03-02")
        world.state(
            .month("p2", "02-01", to: "03-01") { ($0.state, $0.willRenew) = (.expired, false) },
            stated: "03-02"
        )
        #expect(world.answer()?.isActive == false && world.answer()?.reason.rule == .canceled)
        #expect(world.eventNames.count { $0 == "acquired" } == 2 && world.eventNames.contains("stage"))
    }

    @Test func `time alone ends a subscription about which nothing more is stated, and Apple is never asked`() {
        var world = Self.world()
        world.state(.month { $0.willRenew = false }, stated: "01-02")
        #expect(world.reported["huawei:sub-7"]?.dueDate == .at("02-01"))
        world.now = .at("02-01")
        world.process([], .recheck(AppleQuestion(due: .at("02-01"), again: nil)), about: .subscription)
        #expect(world.answer()?.isActive == false && world.eventNames.contains("stage"))
        #expect(world.reported["huawei:sub-7"]?.dueDate == nil)
    }

    @Test func `a renewal that is not stated is awaited for a day, and then asked of no one`() {
        var world = Self.world()
        world.state(.month { $0.willRenew = true }, stated: "01-02")
        for day in ["02-01", "02-02", "02-03"] {
            world.now = .at(day)
            let due = world.reported["huawei:sub-7"]?.dueDate ?? .distantFuture
            world.process([], .recheck(AppleQuestion(due: due, again: nil)), about: .subscription)
        }
        #expect(world.answer()?.isActive == false && world.answer()?.reason.rule == .expired)
        #expect(world.reported["huawei:sub-7"]?.dueDate == nil)
    }

    @Test func `a grace period keeps access until its end, and a billing retry does not`() {
        var world = Self.world(at: "02-03")
        world.state(.month { $0.willRenew = true }, stated: "01-02")
        world.state(
            .month { ($0.state, $0.gracePeriodExpirationDate) = (.gracePeriod, .at("02-08")) },
            stated: "02-01"
        )
        #expect(world.answer()?.isActive == true && world.answer()?.endDate == .at("02-08"))
        #expect(world.answer()?.reason.rule == .gracePeriod)
        world.now = .at("02-09")
        world.state(.month { $0.state = .billingRetry }, stated: "02-08")
        #expect(world.answer()?.isActive == false && world.answer()?.reason.rule == .billingRetry)
        world.state(.month("p2", "02-09", to: "03-09"), stated: "02-09")
        #expect(world.answer()?.isActive == true && world.answer()?.reason.rule == .paidPeriod)
    }

    @Test func `a subscription that is said to be over ends when it was said, not at the end of its period`() {
        var world = Self.world()
        world.state(.month(), stated: "01-02")
        world.state(.month { $0.state = .expired }, stated: "01-15")
        #expect(world.answer()?.isActive == false && world.answer()?.startDate == .at("01-15"))
    }

    @Test func `a refund undoes the period, and a partial one ends it`() {
        var world = Self.world()
        world.state(.month(), stated: "01-02")
        var partial = world
        world.state(.month { $0.state = .refunded }, stated: "01-10")
        #expect(world.answer()?.isActive == false && world.answer()?.reason.rule == .refunded)
        partial.state(.month { ($0.state, $0.refundedPercentage) = (.refunded, 40_000) }, stated: "01-10")
        #expect(partial.answer()?.reason.rule == .refundedInPart && partial.answer()?.startDate == .at("01-10"))
    }

    @Test func `the entitlement is one over all stores, with the reason that lasts longest`() {
        var world = Self.world()
        world.state(.month(to: "01-25"), stated: "01-02")
        world.process(ArrivalScenario.bought("11", "01-10", to: "02-10", token: nil), .shown())
        #expect(world.answer()?.reason.store == .appStore && world.answer()?.endDate == .at("02-10"))
        #expect(world.answer()?.otherReasons.map(\.store) == ["huawei"])
        #expect(world.answer()?.startDate == .at("01-01"))
    }

    @Test func `a trial in another store leaves Apple's introductory offer`() {
        var world = Self.world()
        world.state(.month { ($0.isTrial, $0.price) = (true, nil) }, stated: "01-02")
        #expect(world.answer()?.reason.rule == .freeTrial)
        let facts = world.facts
        let account = CustomerAccount(customer: "anna", catalogs: [.reader], facts: facts)
        #expect(account.introductoryOffer(of: "g", in: .app, asOf: .at("01-20")).isEligible)
    }

    // MARK: - Contradictions

    private static let contradictions: [(String, @Sendable (inout StoreStatement) -> Void)] = [
        ("productId", { $0.productID = "yearly" }), ("quantity", { $0.quantity = 2 }),
        ("purchaseDate", { $0.purchaseDate = .at("01-02") }),
        ("isTrial", { ($0.isTrial, $0.price) = (true, nil) }),
        ("price", { $0.price = Money(milliunits: 18_001, currency: "CNY") }),
        ("price", { $0.price = Money(milliunits: 18_000, currency: "USD") }), ("storefront", { $0.storefront = "USA" }),
    ]

    @Test(arguments: contradictions.indices)
    func `a member that never changes contradicts, and nothing is stored`(row: Int) {
        var world = Self.world()
        world.state(.month(), stated: "01-02")
        let facts = world.facts.count
        let (member, change) = Self.contradictions[row]
        #expect(FulfillmentWorld.member(world.state(.month { change(&$0) }, stated: "01-03")) == member)
        let earlier = world.state(.month { change(&$0) }, stated: "01-01")
        #expect(FulfillmentWorld.member(earlier) == member && earlier?.isDelivered == false)
        #expect(earlier?.rejection?.refusesStatement == true)
        #expect(world.facts.count == facts)
    }

    @Test(arguments: [(999, false), (1000, true)])
    func `a thousand statements of one purchase are stored`(count: Int, isRefused: Bool) {
        var world = Self.world()
        world.facts = (0..<count).map { number in
            Fact(
                StoreStatement.month(),
                statedOn: Date.at("01-02") + Double(number),
                scope: .app,
                digest: .of("\(number)")
            )
        }
        #expect((world.state(.month(), stated: "01-03")?.rejection == .tooManyStatements) == isRefused)
    }

    @Test func `a price that was not known before does not contradict, and another end is an extension`() {
        var world = Self.world()
        world.state(.month { ($0.price, $0.storefront) = (nil, nil) }, stated: "01-02")
        #expect(world.state(.month(), stated: "01-03")?.rejection == nil)
        #expect(world.state(.month(to: "02-15"), stated: "01-04")?.rejection == nil)
        #expect(world.answer()?.endDate == .at("02-15") && world.answer()?.reason.rule == .extendedPeriod)
        #expect(world.eventNames.contains("extended"))
    }

    @Test func `another state that was stated at the same instant contradicts`() {
        var world = Self.world()
        world.state(.month(), stated: "01-02")
        #expect(FulfillmentWorld.member(world.state(.month { $0.state = .refunded }, stated: "01-02")) == "statedAt")
        #expect(world.answer()?.isActive == true)
    }

    @Test func `a purchase is one customer's, and the same statement for another customer contradicts`() {
        var world = Self.world()
        world.state(.gems(), stated: "01-02")
        #expect(FulfillmentWorld.member(world.state(.gems(), stated: "01-02", for: "ben")) == "customer")
        #expect(FulfillmentWorld.member(world.state(.gems(), stated: "01-03", for: "ben")) == "customer")
        #expect(
            world.owners["google-play:GPA.1"] == "anna" && world.balance(.init(customer: "ben", currency: "gems")) == 0
        )
    }

    @Test func `a purchase that was transferred stays where it is, whoever it is stated for`() {
        var world = Self.world()
        world.state(.month(), stated: "01-02")
        let transfer = Transfer(lineage: "huawei:sub-7", previousOwner: "anna", recipient: "ben", reason: "asked")
        world.process([], .command([.transfer(transfer)]), about: .subscription)
        #expect(world.state(.month { $0.willRenew = false }, stated: "01-05")?.rejection == nil)
        #expect(world.state(.month { $0.willRenew = false }, stated: "01-06", for: "ben")?.rejection == nil)
        #expect(FulfillmentWorld.member(world.state(.month(), stated: "01-07", for: "carl")) == "customer")
        #expect(world.owners["huawei:sub-7"] == "ben" && world.answer(of: "ben")?.isActive == true)
    }

    @Test func `an erased customer gets no purchase back by a later statement`() {
        var world = Self.world()
        world.state(.month(), stated: "01-02")
        world.erase("anna")
        let next = StoreStatement.month("p2", "02-01", to: "03-01")
        #expect(world.state(next, stated: "02-01")?.owners == [])
        #expect(world.state(next, stated: "02-02", for: "ben")?.owners == [])
        #expect(world.answer()?.isActive != true && world.answer(of: "ben") == nil)
        #expect(world.unclaimed == ["huawei:sub-7"])
    }

    @Test func `a visitor's purchase is the account's after the two were merged`() {
        var world = Self.world()
        world.state(.month(), stated: "01-02", for: "anon_1")
        world.merge("anon_1", into: "anna")
        #expect(world.answer()?.isActive == true)
        #expect(world.state(.month { $0.willRenew = false }, stated: "01-05", for: "anon_1")?.rejection == nil)
        #expect(world.owners["huawei:sub-7"] == "anna")
    }

    @Test func `a purchase has a bounded number of statements`() {
        var purchases = PurchaseHistory(lineage: "huawei:sub-7")
        for second in 0..<StoreStatement.maximumStatements {
            let date = Date.at("01-02").addingTimeInterval(Double(second))
            purchases.record(.storeStatement(.month()), at: date, rank: .stated)
        }
        var world = Self.world()
        world.facts = purchases.facts
        let statement = StoreStatement.month { $0.willRenew = false }
        #expect(world.state(statement, stated: "01-10")?.rejection == .tooManyStatements)
    }

    // MARK: - Recomputation

    @Test func `everything is recomputed from the log`() throws {
        var world = Self.world(at: "02-20")
        world.catalog = Self.ratio
        world.state(.gems(), stated: "01-02")
        world.state(.month { $0.willRenew = true }, stated: "01-02")
        world.state(.gems { $0.state = .refunded }, stated: "01-05")
        world.state(.month("p2", "02-01", to: "03-01") { $0.willRenew = true }, stated: "02-01")
        world.state(.gems(), stated: "01-08")
        let recomputed = try world.recomputed()
        #expect(recomputed.orders == world.orders && recomputed.deliveries == world.deliveries)
        #expect(recomputed.postings.map(\.key) == world.postings.map(\.key))
        #expect(recomputed.postings.map(\.amount) == world.postings.map(\.amount))
        #expect(recomputed.owners == world.owners)
        #expect(world.balance(Self.gems) == 600)
    }
}
