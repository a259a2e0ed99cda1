// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Reminder events before the real end of service, and before a renewal.
@Suite struct ReminderTests {
    private let scope = AppScope(bundleID: TestShop.app, environment: .production)

    private func shop(
        _ ends: [String] = ["P10D", "P3D", "P1D"],
        renewals: [String] = [],
        configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws -> TestShop {
        let policy = ReminderPolicy(
            beforeEnd: ends.compactMap { LeadTime($0) },
            beforeRenewal: renewals.compactMap { LeadTime($0) }
        )
        return try await TestShop { configuration in
            configuration.apps[0].reminders = policy
            configure(&configuration)
        }
    }

    /// Lets days pass, an hour at a time, with the server's own work in each.
    private func pass(days: Int, at shop: TestShop) async throws {
        for _ in 0..<(days * 8) {
            shop.clock.advance(3 * 3600)
            try await shop.service.lifecycle.advanceLifecycles()
            try await shop.service.reminders.sendReminders()
        }
    }

    /// The reminders that were sent: how long before which end.
    private func reminders(at shop: TestShop, _ type: EventType = .entitlementEnding) async throws -> [String] {
        try await shop.events().filter { $0.type == type }.map { event in
            let days = (event.expires ?? .distantPast).timeIntervalSince(TestClock.start) / 86_400
            return "\(event.leadTime?.description ?? "?") before day \(Int(days.rounded(.down)))"
        }
    }

    private func sell(_ product: String, _ body: JSONValue, at shop: TestShop) async throws {
        #expect(try await shop.send(.put, "/v1/catalog/products/\(product)", body).status == 200)
    }

    private func grant(_ id: String, days: Double, at shop: TestShop) async throws {
        let end = shop.clock.now.addingTimeInterval(days * 86_400).millisecondsSince1970
        let body: JSONValue = [
            "id": .string(id), "entitlement": "club", "end": .integer(end), "reason": "test",
        ]
        #expect(try await shop.send(.post, "/v1/customers/anna/grants", body).status == .created)
    }

    @Test func `where plans are counted by device, each device's own end has its reminder`() async throws {
        let shop = try await shop(["P3D"])
        let plan: JSONValue = [
            "id": "once.basic", "type": "Consumable", "planId": "basic", "serviceDuration": "P1M",
            "price": ["milliunits": 2990, "currency": "USD"], "entitlements": ["basic"],
        ]
        try await sell("once.basic", plan, at: shop)
        for (number, device) in ["phone", "pad"].enumerated() {
            #expect(try await shop.send(.put, "/v1/customers/anna/devices/\(device)").status == 204)
            let body: JSONValue = ["customer": "anna", "productId": "once.basic", "device": .string(device)]
            let order: OrderBody = try await shop.send(.post, "/v1/orders", body, key: shop.publishableKey).json()
            let id = TransactionID(rawValue: "\(number)")
            var bought = TransactionPayload.purchase(TestShop.beans, id: id, token: order.appAccountToken)
            (bought.productId, bought.purchaseDate) = ("once.basic", shop.clock.now)
            #expect(try await shop.verify(bought, order: order.id, customer: "anna").status == 200)
            try await pass(days: 10, at: shop)
        }
        try await pass(days: 30, at: shop)
        let sent = try await shop.events().filter { $0.type == .entitlementEnding }
        // The pad's end is the account's as well, and is announced once.
        #expect(sent.map(\.device) == ["phone", nil])
        #expect(sent.map(\.leadTime?.description) == ["P3D", "P3D"])
        #expect(sent[0].expires.map { $0 < sent[1].expires ?? .distantPast } == true)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test(arguments: TestDatabase.allCases)
    func `reminders are sent once on every database`(database: TestDatabase) async throws {
        let policy = ReminderPolicy(beforeEnd: [LeadTime("P3D"), LeadTime("P1D")].compactMap(\.self))
        try await database.withStore { store in
            let shop = try await SimulatedShop(store: store) { $0.apps[0].reminders = policy }
            defer { try? FileManager.default.removeItem(at: shop.folder) }
            try await shop.replaceCatalog()
            let end = shop.appStore.now.addingTimeInterval(5 * 86_400).millisecondsSince1970
            _ = try await shop.post(
                "/v1/customers/anna/grants",
                ["id": "g1", "entitlement": "club", "end": .integer(end), "reason": "test"]
            )
            for _ in 0..<28 {
                try await shop.advance("PT6H")
                try await shop.server.lifecycle.advanceLifecycles()
                try await shop.server.reminders.sendReminders()
            }
            let events: [ServerEvent] = try await store.read { reader in
                try reader.events(after: 0, limit: 10_000).map { try ServiceJSON.decode(from: $0.event.body) }
            }
            let sent = events.filter { $0.type == .entitlementEnding }
            #expect(sent.map(\.leadTime?.description) == ["P3D", "P1D"])
            #expect(sent.allSatisfy { $0.expires?.millisecondsSince1970 == end })
        }
    }

    @Test func `service time ends with one reminder for each lead time`() async throws {
        let shop = try await shop()
        _ = try await shop.verify(.purchase(TestShop.season, id: "1"), customer: "anna")
        try await pass(days: 100, at: shop)
        let end = CalendarPeriod(months: 3).end(from: TestClock.start)
        let events = try await shop.events().filter { $0.type == .entitlementEnding }
        #expect(events.map(\.leadTime?.description) == ["P10D", "P3D", "P1D"])
        #expect(events.allSatisfy { $0.expires == end && $0.entitlements == ["season"] && $0.customer == "anna" })
        #expect(events.allSatisfy { $0.product == TestShop.season && $0.transaction == "1" })
        let due = events.map { end.timeIntervalSince($0.occurred) / 86_400 }
        #expect(due == [10, 3, 1])
    }

    @Test func `a grant skips the lead times that are longer than itself`() async throws {
        let shop = try await shop()
        try await grant("g1", days: 5, at: shop)
        try await pass(days: 7, at: shop)
        #expect(try await reminders(at: shop) == ["P3D before day 5", "P1D before day 5"])
    }

    @Test func `the reasons of an entitlement list its reminders`() async throws {
        let shop = try await shop(["P3D", "P1D"])
        try await grant("g1", days: 5, at: shop)
        let why: EntitlementExplanationBody = try await shop.send(
            .get,
            "/v1/customers/anna/entitlements/club/explanation"
        )
        .json()
        #expect(why.reminders?.map(\.leadTime.description) == ["P3D", "P1D"])
        #expect(why.reminders?.allSatisfy { $0.about == "end" && $0.at == why.until } == true)
        let none: EntitlementExplanationBody = try await shop.send(
            .get,
            "/v1/customers/anna/entitlements/season/explanation"
        )
        .json()
        #expect(none.reminders == nil)
    }

    @Test func `a changed end is reminded of again, and the old one no more`() async throws {
        let shop = try await shop()
        try await grant("g1", days: 12, at: shop)
        try await pass(days: 3, at: shop)
        #expect(try await reminders(at: shop) == ["P10D before day 12"])
        try await grant("g2", days: 17, at: shop)
        try await pass(days: 20, at: shop)
        #expect(
            try await reminders(at: shop)
                == ["P10D before day 12", "P10D before day 20", "P3D before day 20", "P1D before day 20"]
        )
    }

    @Test func `an end that comes back is not reminded of twice`() async throws {
        let shop = try await shop(["P3D"])
        try await grant("g1", days: 10, at: shop)
        try await pass(days: 8, at: shop)
        try await grant("g2", days: 10, at: shop)
        #expect(try await shop.send(.delete, "/v1/customers/anna/grants/g2").status == .noContent)
        try await pass(days: 4, at: shop)
        #expect(try await reminders(at: shop) == ["P3D before day 10"])
    }

    @Test func `a subscription is reminded of only once its renewal is off`() async throws {
        let shop = try await shop()
        let bought = TransactionPayload.purchase(TestShop.monthly, id: "1")
        _ = try await shop.verify(bought, customer: "anna")
        // No document says yet whether it renews.
        try await pass(days: 21, at: shop)
        try await shop.notify(.about(.subscribed, .initialBuy, bought, renewalInfo: bought.renewalInfo()))
        try await pass(days: 4, at: shop)
        #expect(try await reminders(at: shop).isEmpty)
        let off = bought.renewalInfo(renews: false, signed: shop.clock.now)
        try await shop.notify(
            .about(.didChangeRenewalStatus, .autoRenewDisabled, bought, renewalInfo: off, signed: shop.clock.now)
        )
        try await pass(days: 6, at: shop)
        #expect(try await reminders(at: shop) == ["P3D before day 30", "P1D before day 30"])
    }

    @Test func `converted days behind a subscription move the reminder to the real end`() async throws {
        let shop = try await shop(["P3D"])
        let bought = TransactionPayload.purchase(TestShop.monthly, id: "1")
        _ = try await shop.verify(bought, customer: "anna")
        let off = bought.renewalInfo(renews: false)
        try await shop.notify(.about(.didChangeRenewalStatus, .autoRenewDisabled, bought, renewalInfo: off))
        let body: JSONValue = [
            "id": "once.club", "type": "Consumable", "serviceDuration": "P1M",
            "price": ["milliunits": 4990, "currency": "USD"], "entitlements": ["club"],
        ]
        try await sell("once.club", body, at: shop)
        var season = TransactionPayload.purchase(TestShop.season, id: "2")
        season.price = 14_970
        _ = try await shop.verify(season, customer: "anna")
        let request: JSONValue = ["productId": "once.club"]
        let done = try await shop.send(.post, "/v1/customers/anna/conversions", request)
        #expect(done.status == .created)
        let gained: ConversionQuoteBody = try done.json()
        let end = try #require(bought.expiresDate).addingTimeInterval(Double(gained.gainedMilliseconds) / 1000)
        try await pass(days: 125, at: shop)
        let events = try await shop.events().filter { $0.type == .entitlementEnding && $0.entitlements == ["club"] }
        #expect(events.map(\.expires) == [end])
    }

    @Test func `a server that was down sends what is due when it is back, and nothing after the end`() async throws {
        let shop = try await shop()
        try await grant("g1", days: 20, at: shop)
        shop.clock.advance(days: 18)
        try await shop.service.reminders.sendReminders()
        #expect(try await reminders(at: shop) == ["P10D before day 20", "P3D before day 20"])
        shop.clock.advance(days: 3)
        try await shop.service.reminders.sendReminders()
        #expect(try await reminders(at: shop).count == 2)
        let later = shop.clock.now.addingTimeInterval(1e9)
        #expect(try await shop.database.read { try $0.dueReminders(asOf: later, limit: 10) }.isEmpty)
    }

    @Test func `two servers send a reminder once`() async throws {
        let shop = try await shop(["P3D"])
        let other = try shop.anotherInstance()
        try await grant("g1", days: 5, at: shop)
        shop.clock.advance(days: 3)
        async let first: Void = shop.service.reminders.sendReminders()
        async let second: Void = other.reminders.sendReminders()
        _ = try await (first, second)
        try await other.reminders.sendReminders()
        #expect(try await reminders(at: shop) == ["P3D before day 5"])
    }

    @Test func `ten days before a renewal there is a hint, once for each renewal`() async throws {
        let shop = try await shop([], renewals: ["P10D"])
        let bought = TransactionPayload.purchase(TestShop.monthly, id: "1")
        _ = try await shop.verify(bought, customer: "anna")
        let price: Int64 = 4990
        func send(_ transaction: TransactionPayload, _ type: NotificationType) async throws {
            let info = transaction.renewalInfo { ($0.renewalPrice, $0.currency) = (price, "USD") }
            try await shop.notify(.about(type, nil, transaction, renewalInfo: info, signed: shop.clock.now))
        }
        try await send(bought, .subscribed)
        try await pass(days: 30, at: shop)
        try await send(bought.renewed(id: "2"), .didRenew)
        try await pass(days: 25, at: shop)
        #expect(try await reminders(at: shop, .renewalUpcoming) == ["P10D before day 30", "P10D before day 60"])
        let event = try #require(try await shop.events().last { $0.type == .renewalUpcoming })
        #expect(event.originalTransaction == "1")
        #expect(event.nextProduct == TestShop.monthly)
        #expect(event.price == price && event.currency == "USD")
    }

    @Test func `without lead times nothing is planned, and new ones reach the entitlements that exist`() async throws {
        let shop = try await shop([])
        try await grant("g1", days: 30, at: shop)
        let far = TestClock.start.addingTimeInterval(1e9)
        #expect(try await shop.database.read { try $0.dueReminders(asOf: far, limit: 10) }.isEmpty)
        try await shop.service.ruleChanges.recomputeAfterRuleChanges()
        var changed = shop.service.configuration
        changed.apps[0].reminders.beforeEnd = [try #require(LeadTime("P3D"))]
        let later = try PurserService(
            configuration: changed,
            database: shop.database,
            anchors: shop.service.anchors,
            transport: shop.transport,
            clock: { [clock = shop.clock] in clock.now }
        )
        try await later.ruleChanges.recomputeAfterRuleChanges()
        shop.clock.advance(10)
        try await later.ruleChanges.recomputeAfterRuleChanges()
        #expect(try await shop.database.read { try $0.dueReminders(asOf: far, limit: 10) }.count == 1)
        let report = try await later.rebuilder.rebuild(scope, app: changed.apps[0])
        #expect(report.differences.isEmpty)
        let old = try await shop.service.rebuilder.rebuild(scope, app: shop.service.configuration.apps[0])
        #expect(old.differences.count == 1, "What is planned and is not in the settings is a difference.")
    }

    @Test func `another app that gives the same longer ends nothing`() async throws {
        let mac: BundleID = "com.example.coffee.mac"
        let shop = try await shop(["P3D"]) { configuration in
            configuration.apps.append(
                AppConfiguration(
                    bundleID: mac,
                    requiresCustomerTokens: .never,
                    reminders: configuration.apps[0].reminders
                )
            )
        }
        try await grant("g1", days: 5, at: shop)
        let audit = AuditRecord(actor: "test", action: "grant.create", target: "anna", instant: shop.clock.now)
        let context = try await shop.service.pipeline.context(
            app: shop.service.configuration.apps[1],
            now: shop.clock.now
        )
        let end = shop.clock.now.addingTimeInterval(8 * 86_400)
        let start = shop.clock.now
        try await shop.database.write { writer in
            let grant = Grant(
                id: "g2",
                customer: "anna",
                entitlement: "club",
                startDate: start,
                endDate: end,
                reason: "test"
            )
            try FulfillmentSession(writer: writer, context: context).perform(
                .grant(grant),
                for: "anna",
                in: AppScope(bundleID: mac, environment: .production),
                audit: audit
            )
        }
        try await pass(days: 9, at: shop)
        #expect(try await reminders(at: shop) == ["P3D before day 8"])
    }

    @Test func `handlers in RevenueCat's shape are not told`() async throws {
        for type: EventType in [.entitlementEnding, .renewalUpcoming, .planConverted] {
            let event = ServerEvent(
                id: EventID(type, scope, causes: "x"),
                type: type,
                scope: scope,
                customer: "anna",
                occurred: TestClock.start
            )
            #expect(RevenueCatEvent(event) == nil)
        }
    }
}
