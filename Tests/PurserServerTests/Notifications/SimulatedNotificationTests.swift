// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// What the App Store's notifications change, as the simulated store sends them.
@Suite struct SimulatedNotificationTests {
    private func subscriptions(_ shop: SimulatedShop, _ customer: String) async throws -> [SubscriptionBody] {
        let list: SubscriptionList = try await shop.ask(.get, "/v1/customers/\(customer)/subscriptions").json()
        return list.subscriptions
    }

    @Test func `the last of several toggles at one instant counts`() async throws {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        try await shop.buy("club", "anna")
        let instant = shop.appStore.now
        for isOn in [false, true, false, true, false] {
            _ = try await shop.control(
                .put,
                "/customers/anna/subscriptions/club/renewal",
                ["on": .bool(isOn)]
            )
            await shop.appStore.runUntilIdle()
            #expect(try await subscriptions(shop, "anna").map(\.willRenew) == [isOn])
        }
        // The store signs each a millisecond later; its clock does not move.
        #expect(shop.appStore.now.timeIntervalSince(instant) < 1)
    }

    @Test func `a notification posted to the other environment's address is refused, whichever it is`() async throws {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        for (environment, wrong) in [("Production", "sandbox"), ("Sandbox", "production")] {
            let customer = JSONValue.string("buyer-" + environment)
            _ = try await shop.control(
                .post,
                "/customers",
                ["id": customer, "environment": .string(environment)]
            )
            _ = try await shop.control(
                .put,
                "/notifications/url",
                ["environment": .string(environment), "url": .string("http://server/apple/notifications/\(wrong)")]
            )
            _ = try await shop.control(.post, "/purchases", ["customer": customer, "product": "coins"])
            await shop.appStore.runUntilIdle()
            let unclaimed: UndeliveredList = try await shop.ask(
                .get,
                "/v1/undelivered-orders?environment=\(environment)"
            ).json()
            #expect(unclaimed.unclaimed.isEmpty, "\(environment) through the \(wrong) address")
            let entitlement = environment.lowercased()
            _ = try await shop.control(
                .put,
                "/notifications/url",
                [
                    "environment": .string(environment),
                    "url": .string("http://server/apple/notifications/\(entitlement)"),
                ]
            )
            _ = try await shop.control(.post, "/purchases", ["customer": customer, "product": "coins"])
            await shop.appStore.runUntilIdle()
            let list: UndeliveredList = try await shop.ask(
                .get,
                "/v1/undelivered-orders?environment=\(environment)"
            ).json()
            #expect(list.unclaimed.isEmpty == false, "\(environment) through its own address")
        }
    }

    @Test func `a price increase that the customer declines ends the subscription with that reason`() async throws {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        try await shop.buy("club", "anna")
        _ = try await shop.control(.put, "/products/club/price", ["price": 49_990, "preservesExisting": false])
        await shop.appStore.runUntilIdle()
        #expect(try await subscriptions(shop, "anna").first?.priceIncrease == .pending)
        _ = try await shop.control(.put, "/customers/anna/subscriptions/club/consent", ["agrees": false])
        try await shop.advance("P40D")
        #expect(try await !shop.isEntitled("anna", to: "club"))
        #expect(try await subscriptions(shop, "anna").first?.expirationIntent == .priceIncreaseNotConsented)
        let why: EntitlementExplanationBody = try await shop.ask(
            .get,
            "/v1/customers/anna/entitlements/club/explanation"
        )
        .json()
        #expect(why.reasons.first?.rule == .priceIncreaseRefused)
    }
}
