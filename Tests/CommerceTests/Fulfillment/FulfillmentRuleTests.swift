// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The limits of fulfillment, without a database.
@Suite struct FulfillmentRuleTests {
    static let token = FulfillmentTests.token
    static let gems = FulfillmentTests.gems

    // MARK: - Orders

    @Test func `an order that an app creates is new, open and stored under its key`() throws {
        let terms = OrderStep.Terms(productID: "gems", appAccountToken: Self.token, idempotencyKey: "k")
        var state = PurchaseState(scope: .app)
        state.orderIDs = ["o"]
        state.commandPlaces = [FactOrder(instant: .at("01-01"), sequence: 1)]
        let rules = FulfillmentWorld().rules(at: .at("01-01"))
        let ruling = Fulfillment.create(terms, for: "anna", state, .command(by: "app"), rules)
        guard case .decided(let decision) = ruling else {
            Issue.record("The order is not decided.")
            return
        }
        let change = try #require(decision.orders.first)
        #expect(change.isNew && change.idempotencyKey == "k" && change.order.isOpen)
        #expect(change.order.id == "o" && change.order.state == .created && change.order.token == Self.token)
        #expect(decision.newCustomers == ["anna"] && decision.commands.count == 1 && decision.orders.count == 1)
    }

    static let expirations: [(String, OrderState, OrderState)] = [
        ("01-01", .created, .created), ("01-02", .created, .expired), ("01-03", .created, .expired),
        ("01-03", .delivered, .delivered), ("01-03", .failed, .failed),
    ]

    @Test(arguments: expirations)
    func `a created order expires by time alone`(now: String, stored: OrderState, shown: OrderState) throws {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, created: .at("01-01"))
        world.orders["o"]?.move(to: stored, at: .at("01-01"))
        let order = try #require(world.orders["o"])
        #expect(order.storedState(asOf: .at(now)) == shown.rawValue)
    }

    @Test(arguments: OrderState.allCases)
    func `money was taken for what is paid, delivered or finished`(state: OrderState) {
        #expect(state.isPaid == [.paid, .delivered, .finished].contains(state))
        #expect(state.isOpen == (state == .created))
    }

    @Test func `a customer who is not proven claims only the purchase that the request names`() {
        for (named, owner) in [(nil, nil), ("11", "anna")] as [(TransactionID?, CustomerID?)] {
            var world = FulfillmentWorld()
            world.process(FulfillmentTests.bought(token: nil).facts, .shown(.order(isProven: true), named: named))
            #expect(world.owner == owner)
        }
    }

    // MARK: - Known documents

    /// A purchase about which Apple's documents were added.
    private static func known(_ documents: [Fact]...) -> LineageChange {
        var change = LineageChange(key: LineageKey(scope: .app, lineage: "1"), known: [], policy: .standard)
        for fact in documents.joined() { change.add(fact) }
        return change
    }

    @Test func `what Apple repeats when it is asked is known until a receipt states it again`() {
        let bought = ArrivalScenario.bought(product: "gems")
        let again = ArrivalScenario.bought(product: "gems", signed: "01-06")
        let other = ArrivalScenario.bought("12", "01-02", product: "gems")
        #expect(Self.known(bought).isKnown(again[0], isPolled: true))
        let receipt = ArrivalScenario.receipt(bought, asked: "01-05")
        #expect(!Self.known(bought, receipt).isKnown(again[0], isPolled: true))
        let ofOther = ArrivalScenario.receipt(other, asked: "01-05")
        #expect(Self.known(bought, ofOther).isKnown(again[0], isPolled: true))
    }

    @Test(arguments: [true, false])
    func `renewal info that Apple repeats is known until a receipt has renewal info`(hasInfo: Bool) throws {
        let month = ArrivalScenario.month
        guard case .transaction(let transaction) = month[0].content else { return }
        let info = RenewalInfo(
            originalTransactionID: "1",
            productID: "monthly",
            autoRenewProductID: "monthly",
            willAutoRenew: false
        )
        var receipt = PurchaseHistory()
        receipt.receipt([transaction], asked: .at("01-05"), info: hasInfo ? info : nil)
        let change = Self.known(month, ArrivalScenario.info("01-01"), receipt.facts)
        let again = try #require(ArrivalScenario.info("01-06").first)
        #expect(change.isKnown(again, isPolled: true) == !hasInfo)
    }

    // MARK: - Counts and events

    @Test func `the counts of intakes add up`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        let delivered = world.process(FulfillmentTests.bought().facts, .notified).counts
        let refunded = world.process(FulfillmentTests.bought(refunded: .at("01-10")).facts, .notified).counts
        #expect(!delivered.isEmpty && !refunded.isEmpty)
        var counts = IntakeCounts()
        #expect(counts.isEmpty)
        for other in [delivered, delivered, refunded] { counts.add(other) }
        #expect(counts.deliveries.count == 2 && counts.refunds == [.production])
    }

    @Test func `an event is known by what happened and when`() throws {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        let decision = world.process(FulfillmentTests.bought().facts, .notified)
        let event = try #require(decision.events.first { $0.name == "orderDelivered" })
        guard case .orderDelivered(let paid) = event.kind else { return }
        #expect(event.isStoredBesidePurchase && event.causes == ["11", "delivered"])
        for (date, text) in [(nil, "0"), (Date.utc("1970-01-02"), "86400000")] as [(Date?, String)] {
            var refund = event
            refund.kind = .orderRefunded(paid, revocationDate: date)
            #expect(refund.causes == ["11", "taken \(text)"])
        }
    }

    static let refunds: [(Int, Int, [String])] = [
        // The proven purchases, the refunded ones of them, and the signals.
        (1, 1, []), (2, 2, ["mostly-refunded"]), (4, 2, ["mostly-refunded"]), (5, 2, []), (3, 1, []),
        (6, 3, ["many-refunds", "mostly-refunded"]), (7, 3, ["many-refunds"]),
    ]

    @Test(arguments: refunds)
    func `many refunds, and two of at most four purchases, are a signal`(count: Int, refunds: Int, signals: [String]) {
        var facts: [Fact] = []
        for number in 1...count {
            var purchases = PurchaseHistory(lineage: OriginalTransactionID(rawValue: "\(number)"))
            let bought = purchases.transaction(nil, "forever", from: .at("01-01"))
            if number <= refunds { purchases.refund(bought, on: .at("01-10")) }
            purchases.claim(at: .at("01-01"))
            facts += purchases.facts
        }
        let account = CustomerAccount(customer: "anna", catalogs: [.reader], facts: facts)
        let found = FraudSignals(account, tokenMismatches: 0, quantityMismatches: 0, asOf: .at("02-01"))
        #expect(found.purchases == count && found.refunds == refunds && found.signals == signals)
    }

    @Test func `a purchase that comes refunded in part keeps the rest, also without a proof`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, isProven: false)
        world.process(FulfillmentTests.bought(refunded: .at("01-02"), percentage: 25_000).facts, .notified)
        #expect(world.postings.map(\.amount) == [100, -25] && world.balance(Self.gems) == 75)
    }

    @Test(arguments: [(IntakeSource.notification, 1), (.backfill, 0)])
    func `an upgrade converts what is left of the lower plan, except in a backfill`(source: IntakeSource, count: Int) {
        var world = FulfillmentWorld()
        (world.catalog, world.conversion, world.now) = (ConversionTests.catalog, .onUpgrade, .at("07-01"))
        let input = FulfillmentInput(
            .documents(source),
            actor: "test",
            claimant: Claimant(customer: "anna", basis: .session)
        )
        let year = ArrivalScenario.bought("21", product: "once.basic.annually", of: "2", token: nil) {
            ($0.productType, $0.price) = (.consumable, Money(milliunits: 29_990, currency: "USD"))
        }
        world.process(year, input)
        let month = ArrivalScenario.bought("11", "07-01", to: "08-01", product: "auto.premium.monthly", token: nil) {
            $0.price = Money(milliunits: 6990, currency: "USD")
        }
        world.process(month, input)
        #expect(world.eventNames.count { $0 == "converted" } == count)
        #expect(world.facts.count { $0.content.kind == .command && "\($0.content)".contains("upgrade_11") } == count)
    }

    // MARK: - The next recheck

    static let questions: [(AppleQuestion?, Date)] = [
        // The question that was put to Apple on 3 February, for which it was scheduled, and when to recheck next.
        (AppleQuestion(due: .at("02-03"), again: nil), .at("02-04")),
        (AppleQuestion(due: .at("02-03"), again: .at("02-03") + 600), .at("02-03") + 600),
        (AppleQuestion(due: .at("02-02"), again: nil), .at("02-03")), (nil, .at("02-03")),
    ]

    @Test(arguments: questions)
    func `a question stays until Apple has answered it`(question: AppleQuestion?, expected: Date) {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: Self.token)
        world.now = .at("02-02")
        world.process(ArrivalScenario.month, .notified)
        #expect(world.reported["1"]?.dueDate == .at("02-03"))
        world.now = .at("02-03")
        world.process([], .recheck(question))
        #expect(world.reported["1"]?.dueDate == expected)
    }

    // MARK: - Reminders

    struct OtherApp: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var isReminded: Bool
        var entitlement: EntitlementID = "pro"
        var bundleID: BundleID = "com.example.other"
        var environment = Environment.production
        var isActive = true
        var end: Date? = .at("02-10")
        var willRenew = false
    }

    static let otherApps: [OtherApp] = [
        OtherApp(testDescription: "permanently", isReminded: false, end: nil),
        OtherApp(testDescription: "for longer", isReminded: false, end: .at("02-11")),
        OtherApp(testDescription: "for less time", isReminded: true, end: .at("02-09")),
        OtherApp(testDescription: "for less time and renews", isReminded: false, end: .at("02-09"), willRenew: true),
        OtherApp(testDescription: "as long, and comes first", isReminded: false),
        OtherApp(testDescription: "as long, and comes later", isReminded: true, bundleID: "com.example.zebra"),
        OtherApp(testDescription: "another entitlement", isReminded: true, entitlement: "basic", end: nil),
        OtherApp(testDescription: "in the sandbox", isReminded: true, environment: .sandbox, end: nil),
        OtherApp(testDescription: "no more", isReminded: true, isActive: false, end: nil),
    ]

    private static func stored(_ app: OtherApp, reminder: Date?) -> CustomerRecords.StoredEntitlement {
        let answer = EntitlementDecision(
            entitlement: app.entitlement,
            asOf: .at("02-01"),
            isActive: app.isActive,
            endDate: app.end,
            willRenew: app.willRenew,
            reason: Reason(rule: .granted)
        )
        return CustomerRecords.StoredEntitlement(
            scope: AppScope(bundleID: app.bundleID, environment: app.environment),
            cached: CachedEntitlement(answer, spans: [], asOf: .at("02-01")),
            reminderDate: reminder
        )
    }

    @Test(arguments: otherApps)
    func `the end of service is reminded of unless another app gives it beyond`(app: OtherApp) throws {
        var grants = PurchaseHistory()
        let grant = Grant(
            id: "g",
            customer: "anna",
            entitlement: "pro",
            startDate: .at("01-01"),
            endDate: .at("02-10"),
            reason: "sorry"
        )
        grants.command(.grant(grant), at: .at("01-01"))
        let own = OtherApp(testDescription: "own", isReminded: true, bundleID: AppScope.app.bundleID)
        var state = PurchaseState(scope: .app)
        state.customers["anna"] = CustomerRecords(
            account: CustomerAccount(customer: "anna", catalogs: [.reader], facts: grants.facts),
            entitlements: [Self.stored(own, reminder: .at("02-07")), Self.stored(app, reminder: nil)]
        )
        var world = FulfillmentWorld()
        world.reminders = ReminderPolicy(beforeEnd: [try #require(LeadTime("P3D"))])
        let ruling = Fulfillment.decide(customers: ["anna"], state, .recheck(), world.rules(at: .at("02-07")))
        guard case .decided(let decision) = ruling else {
            Issue.record("The reminder is not decided.")
            return
        }
        #expect(decision.events.count { $0.name == "entitlementEnding" } == (app.isReminded ? 1 : 0))
    }
}
