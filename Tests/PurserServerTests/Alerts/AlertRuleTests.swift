// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

@Suite struct AlertRuleTests {
    @Test func `each rule has its fault`() {
        let rules = Fault.all.map(\.rule) + SimulatedFault.all.map(\.rule)
        #expect(rules.sorted() == AlertRule.all.map(\.name).sorted())
    }

    @Test(arguments: SimulatedFault.all)
    func `a fault of the App Store's raises its rule within its window, which is resolved after`(
        fault: SimulatedFault
    ) async throws {
        let world = try await SimulatedFaultWorld(fault.rule, fault.settings)
        let rule = try #require(world.shop.server.alerts.alertRules.first { $0.name == fault.rule })
        let (window, step) = rule.testedMinutes
        func watch(until wanted: [String], minutes: Int) async throws {
            var passed = 0
            while world.transitions(of: fault.rule) != wanted, passed <= minutes {
                try await fault.eachStep(world)
                try await world.shop.server.alerts.evaluateAlerts()
                try await world.pass(minutes: step)
                passed += step
            }
            #expect(world.transitions(of: fault.rule) == wanted, "after \(minutes) minutes")
        }
        try await world.shop.server.alerts.evaluateAlerts()
        #expect(world.transitions(of: fault.rule) == [], "raised before anything happened")
        try await fault.begin(world)
        await world.shop.appStore.runUntilIdle()
        // The first look may be a moment after the simulator's clock, so that the hold is over one step later.
        try await watch(until: ["firing"], minutes: window + step)
        try await fault.fix(world)
        try await watch(until: ["firing", "resolved"], minutes: window + AlertRule.calmMinutes + 60 + 3 * step)
    }

    @Test(arguments: Fault.all)
    func `a rule is raised by the fault it is for within its window, and resolved after`(fault: Fault) async throws {
        let world = try await FaultyWorld(fault.rule, fault.settings)
        let rule = try #require(world.shop.service.alerts.alertRules.first { $0.name == fault.rule })
        try await world.shop.service.alerts.evaluateAlerts()
        #expect(try world.transitions(of: fault.rule) == [], "raised before anything happened")
        try await fault.begin(world)
        let (window, step) = rule.testedMinutes
        var minutes = 0
        while try world.transitions(of: fault.rule).isEmpty, minutes <= window {
            try await fault.eachMinute(world)
            try await world.shop.service.alerts.evaluateAlerts()
            world.shop.clock.advance(Double(step) * 60)
            minutes += step
        }
        #expect(try world.transitions(of: fault.rule) == ["firing"], "not raised within \(window) minutes")
        try await fault.fix(world)
        let calm = window + AlertRule.calmMinutes + 60 + 3 * step
        minutes = 0
        while try world.transitions(of: fault.rule).count < 2, minutes <= calm {
            try await fault.eachMinute(world)
            try await world.shop.service.alerts.evaluateAlerts()
            world.shop.clock.advance(Double(step) * 60)
            minutes += step
        }
        #expect(try world.transitions(of: fault.rule) == ["firing", "resolved"], "not resolved within \(calm) minutes")
    }

    @Test func `what is paid and undelivered is listed, alarmed, delivered automatically, and the alarm ends`()
        async throws
    {
        let world = try await FaultyWorld("undelivered-orders", AlertRuleSettings())
        let shop = world.shop
        let order = try await shop.order(TestShop.grinder)
        _ = try await shop.send(.delete, "/v1/catalog/products/coffee.grinder")
        let bought = TransactionPayload.purchase(TestShop.grinder, token: order.appAccountToken)
        try await shop.notify(.about(.oneTimeCharge, nil, bought))
        let list: UndeliveredList = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(list.orders.map(\.id) == [order.id])
        func watch(minutes: Int) async throws {
            for _ in 0..<minutes {
                shop.clock.advance(60)
                try await shop.service.purchaseRecovery.deliverPaidOrders()
                try await shop.service.alerts.evaluateAlerts()
            }
        }
        try await watch(minutes: 20)
        #expect(try world.transitions(of: "undelivered-orders") == ["firing"])
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now)
        try await shop.service.catalogFeature.replaceCatalog(
            TestShop.catalog,
            of: TestShop.app,
            audit: audit,
            now: shop.clock.now
        )
        try await watch(minutes: 30)
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(try await shop.isEntitled(to: "grinder"))
        #expect(try world.transitions(of: "undelivered-orders") == ["firing", "resolved"])
        let after: UndeliveredList = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(after.orders.isEmpty)
    }

    @Test func `what waits for an endpoint that is switched off is not a fault`() async throws {
        let world = try await FaultyWorld("webhook-backlog", AlertRuleSettings())
        let shop = world.shop
        world.breakNetwork(true)
        let made = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.test/hook"])
        let endpoint: WebhookEndpointBody = try made.json()
        _ = try await shop.verify(.purchase(TestShop.beans), customer: "anna")
        try await shop.service.courier.round()
        func watch(minutes: Int) async throws {
            for _ in 0..<minutes {
                shop.clock.advance(60)
                try await shop.service.alerts.evaluateAlerts()
            }
        }
        let path = "/v1/webhook-endpoints/\(endpoint.id)"
        _ = try await shop.send(.patch, path, ["isEnabled": false])
        try await watch(minutes: 30)
        #expect(try world.transitions(of: "webhook-backlog") == [])
        let metrics = try await shop.service.monitoring.metricsText()
        #expect(
            metrics.contains(#"purser_webhook_endpoint_enabled{app="com.example.coffee",endpoint="\#(endpoint.id)"} 0"#)
        )
        #expect(
            metrics.contains(#"purser_webhook_deliveries_pending{app="com.example.coffee",endpoint="\#(endpoint.id)"}"#)
        )
        _ = try await shop.send(.patch, path, ["isEnabled": true])
        try await watch(minutes: 5)
        #expect(try world.transitions(of: "webhook-backlog") == ["firing"])
    }

    @Test func `a database that cannot be used is reported without it`() async throws {
        let world = try await FaultyWorld("", AlertRuleSettings())
        try await world.shop.service.alerts.evaluateAlerts()
        try await world.withLockedDatabase {
            for _ in 0..<5 {
                _ = try? await world.shop.service.alerts.evaluateAlerts()
                world.shop.clock.advance(60)
            }
        }
        #expect(try world.transitions(of: AlertRule.databaseRule) == ["firing"])
        try await world.shop.service.alerts.evaluateAlerts()
        #expect(try world.transitions(of: AlertRule.databaseRule) == ["firing", "resolved"])
    }
}

extension AlertRule {
    /// Within how many minutes its fault must raise it, and in what steps a test goes there.
    fileprivate var testedMinutes: (window: Int, step: Int) {
        // A state is looked at when it is old enough: what may wait a while is not a fault before.
        let patience = unit == .seconds && windowMinutes == 0 ? Int(threshold / 60) : 0
        let window = windowMinutes + holdMinutes + patience + 2
        return (window, max(1, window / 40))
    }
}
