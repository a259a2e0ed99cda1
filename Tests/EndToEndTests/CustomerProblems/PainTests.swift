// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import AppStoreSimulatorServer
@testable import PurserServer

/// What other systems' users suffered, tried on a whole shop: Documentation/CustomerProblems.md.
@Suite struct PainTests {
    @Test func `ten periods of one subscription shown at once are one customer's, each delivered once`() async throws {
        let town = try await Town(seed: 1)
        let anna = try await town.welcome("anna")
        _ = try await town.buy(Town.gold, by: anna)
        try await town.advance(by: 280 * 86_400)
        let periods = try await town.history(of: anna)
        #expect(periods.count == 10)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for period in periods + periods {
                group.addTask { try await town.show(period, by: "anna").status.rawValue }
            }
            for try await status in group { #expect(status == 200) }
        }
        let reported = try await town.events(.orderDelivered)
        #expect(Set(reported.compactMap(\.transaction)).count == 10 && reported.count == 10)
        #expect(Set(reported.map(\.customer)) == ["anna"])
        #expect(try await town.entitlements(of: "anna").count == 1)
    }

    @Test func `buying again what is active is answered with what is owned and grants nothing more`() async throws {
        let town = try await Town(seed: 2)
        let anna = try await town.welcome("anna")
        let first = try await town.order(Town.grinder, for: "anna")
        let bought = try await town.buy(Town.grinder, by: anna, token: AppAccountToken(first.appAccountToken))
        let second = try await town.order(Town.grinder, for: "anna")
        let again = try await town.appStore.perform(
            .buy(anna, product: Town.grinder, options: .init(appAccountToken: AppAccountToken(second.appAccountToken)))
        )
        #expect(again.transaction?.transactionId == bought.transactionId)
        #expect(try await town.show(bought, by: "anna").json(PurchaseBody.self).state == "delivered")
        #expect(try await town.events(.orderDelivered).count == 1)
        #expect(try await town.entitlements(of: "anna").count == 1)
    }

    @Test func `an offer code redeemed outside the app is known at once and its customer's when the app shows it`()
        async throws
    {
        let town = try await Town(seed: 3)
        let anna = try await town.welcome("anna")
        _ = try await town.appStore.perform(
            .addOfferCode("FESTIVAL", product: Town.silver, offer: "Festival", redemptions: 10)
        )
        let redeemed = try #require(
            try await town.appStore.perform(.redeem(anna, code: "FESTIVAL", options: .init(origin: .settings)))
                .transaction
        )
        await town.appStore.runUntilIdle()
        let waiting = try await town.ask(.get, "/v1/undelivered-orders", asBackend: true).json(UndeliveredList.self)
        #expect(waiting.unclaimed.map(\.transaction) == [redeemed.transactionId])
        #expect(try await town.show(redeemed, by: "anna").json(PurchaseBody.self).state == "delivered")
        #expect(try await town.entitlements(of: "anna").map(\.product) == [Town.silver])
    }

    @Test func `a renewal without a token belongs to its subscription's customer`() async throws {
        let town = try await Town(seed: 4)
        let anna = try await town.welcome("anna")
        _ = try await town.show(try await town.buy(Town.gold, by: anna), by: "anna")
        try await town.advance(by: 35 * 86_400)
        let renewed = try await town.history(of: anna)
        #expect(renewed.count == 2 && renewed.allSatisfy { $0.appAccountToken == nil })
        #expect(try await town.events(.orderDelivered).map(\.customer) == ["anna", "anna"])
        #expect(try await town.entitlements(of: "anna").map(\.transaction) == [renewed.last?.transactionId])
    }

    @Test func `a transaction seen before takes its right away when it comes again refunded`() async throws {
        let town = try await Town(seed: 5)
        let anna = try await town.welcome("anna")
        let bought = try await town.buy(Town.grinder, by: anna)
        _ = try await town.show(bought, by: "anna")
        #expect(try await town.entitlements(of: "anna").count == 1)
        try await town.advance(by: 60)
        _ = try await town.control(.put, "/notifications/url", .object(["url": .null]))
        _ = try await town.appStore.perform(.refund(bought.transactionId, decision: .full(.other), cancels: false))
        let refunded = try #require(try await town.history(of: anna).first)
        #expect(refunded.transactionId == bought.transactionId && refunded.revocationDate != nil)
        #expect(try await town.show(refunded, by: "anna").status == .unprocessableContent)
        #expect(try await town.entitlements(of: "anna").isEmpty)
    }

    @Test func `a downgrade chosen in the App Store is shown as pending and takes effect at the renewal`() async throws
    {
        let town = try await Town(seed: 6)
        let anna = try await town.welcome("anna")
        _ = try await town.show(try await town.buy(Town.gold, by: anna), by: "anna")
        try await town.advance(by: 86_400)
        _ = try await town.appStore.perform(.buy(anna, product: Town.silver, options: .init()))
        await town.appStore.runUntilIdle()
        let pending = try await town.ask(.get, "/v1/customers/anna/subscriptions", asBackend: true)
        #expect(pending.text.contains(Town.silver.rawValue))
        #expect(try await town.entitlements(of: "anna").map(\.product) == [Town.gold])
        try await town.advance(by: 35 * 86_400)
        #expect(try await town.entitlements(of: "anna").map(\.product) == [Town.silver])
    }

    @Test func `one customer's sandbox and production purchases never touch each other`() async throws {
        let town = try await Town(seed: 7)
        let (real, tester) = (try await town.welcome("anna"), try await town.welcome("tester", in: .sandbox))
        _ = try await town.show(try await town.buy(Town.grinder, by: real), by: "anna")
        _ = try await town.show(try await town.buy(Town.gold, by: tester), by: "anna")
        #expect(try await town.entitlements(of: "anna").map(\.product) == [Town.grinder])
        #expect(try await town.entitlements(of: "anna", in: .sandbox).map(\.product) == [Town.gold])
        try await town.advance(by: 2 * 86_400)
        #expect(try await town.entitlements(of: "anna", in: .sandbox).isEmpty)
        #expect(try await town.entitlements(of: "anna").map(\.product) == [Town.grinder])
    }

    @Test func `the app and Apple telling at the same time deliver once, and every view agrees`() async throws {
        let town = try await Town(seed: 8)
        let anna = try await town.welcome("anna")
        for product in [Town.gold, Town.grinder, Town.beans] {
            let order = try await town.order(product, for: "anna")
            let options = PurchaseOptions(appAccountToken: AppAccountToken(order.appAccountToken))
            let bought = try #require(
                try await town.appStore.perform(.buy(anna, product: product, options: options)).transaction
            )
            async let received: Void = town.appStore.runUntilIdle()
            async let shown = town.show(bought, by: "anna")
            #expect(try await shown.json(PurchaseBody.self).state == "delivered")
            await received
            let path = "/v1/orders/\(order.id)"
            #expect(try await town.ask(.get, path, asBackend: true).json(OrderSeen.self).state == "delivered")
        }
        #expect(try await town.events(.orderDelivered).count == 3)
        let products = try await town.entitlements(of: "anna").compactMap(\.product)
        #expect(Set(products) == [Town.gold, Town.grinder])
        let subscriber = try await town.ask(.get, "/v1/subscribers/anna", asBackend: true).text
        for product in products { #expect(subscriber.contains(product.rawValue)) }
        let report = try await town.ask(.post, "/v1/rebuild", asBackend: true).json(RebuildReport.self)
        #expect(report.differences.isEmpty)
    }
}
