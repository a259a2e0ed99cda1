// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// Another provider that is wrong about one customer of each class, and right about the others.
@Suite struct ShadowPlantTests {
    /// What is planted, by customer.
    private static let planted: [String: DivergenceKind] = [
        "renewal": .missedRenewal, "refund": .missedRefund, "reversal": .missedRefundReversal, "grace": .gracePeriod,
        "retry": .billingRetry, "kid": .familySharing, "ben": .alias, "sam": .sandbox, "upgrade": .planChange,
        "extended": .extendedRenewal, "lifetime": .lifetime, "una": .unknownPurchase, "expired": .missedExpiration,
        "cora": .endedAtCancellation, "old": .transfer, "new": .transfer, "gil": .grant, "pat": .unknownEntitlement,
        "missed": .missedPurchase, "lea": .lateAtProvider, "lou": .lateAtPurser, "end": .endDate,
    ]

    private static let healthy = ["anna", "bob", "ana", "dad", "carl", "fred", "fay"]

    @Test func `each planted kind is found, explained and counted, and no healthy customer is`() async throws {
        try await ShadowWorld.with { world in
            try await Self.live(in: world)
            try await world.start()
            try await world.compare(minutes: 120)
            let found = try await world.differences()
            let kinds = Dictionary(grouping: found, by: \.customer.rawValue).mapValues { $0.map(\.kind) }
            for (customer, kind) in Self.planted.sorted(by: { $0.key < $1.key }) {
                #expect(kinds[customer] == [kind], "\(customer)")
            }
            #expect(Set(kinds.keys).subtracting(Self.planted.keys) == [], "false alarms")
            #expect(Set(found.map(\.kind)).count >= 12)
            try await Self.expectExplanations(of: found, in: world)
            let report = try await world.report()
            #expect(report.verdict == "no-go")
            #expect(report.obstacles.map(\.code) == ["blocking-differences", "undecided-policies"])
            #expect(report.classes.reduce(0) { $0 + $1.confirmed } == Self.planted.count)
            let refunds = try #require(report.classes.first { $0.kind == .missedRefund })
            #expect(refunds.atStake == [Money(milliunits: 49_990, currency: "USD")] && refunds.customers == 1)
            let renewals = try #require(report.classes.first { $0.kind == .missedRenewal })
            #expect(renewals.atStake == [Money(milliunits: 4990, currency: "USD")])
            #expect(report.classes.first { $0.kind == .sandbox }?.atStake == [])
            let total = Self.planted.count + Self.healthy.count
            #expect(report.customers == total, "every customer was compared")
        }
    }

    @Test func `what the provider fixes is resolved, and a correct provider is a go`() async throws {
        try await ShadowWorld.with { world in
            try await Self.live(in: world)
            try await world.start(["acceptedClasses": ["transfer", "family-sharing"]])
            try await world.compare(minutes: 80)
            #expect(try await world.report().verdict == "no-go")
            // Those that the provider cannot fix are taken out of the comparison: they are gone on both sides.
            for customer in Self.planted.keys { world.provider.repair(customer) }
            for customer in ["una", "lou"] {
                let sale = try await world.shop.appStore.sales(of: .init(rawValue: customer))[0]
                let document = try await world.shop.appStore.document(of: sale).rawValue
                try await world.shop.show(["signedTransactionInfo": .string(document)], customer)
            }
            try await world.compare(minutes: 80)
            let open = try await world.differences()
            // The App Store knows no transfer: the account that bought it stays the one that owns it there.
            #expect(Set(open.map(\.customer.rawValue)) == ["old", "new"])
            let report = try await world.report()
            #expect(report.verdict == "go", "\(report.obstacles)")
            #expect(report.classes.reduce(0) { $0 + $1.resolved } == Self.planted.count - 2)
        }
    }

    /// Each difference has its texts, both sides, and the rule and documents behind Purser's answer.
    private static func expectExplanations(of found: [ShadowDifferenceBody], in world: ShadowWorld) async throws {
        for difference in found {
            let path = "/v1/shadow/differences/\(difference.id)"
            let one: ShadowDifferenceBody = try await world.shop.ask(.get, path).json()
            let chinese: ShadowDifferenceBody = try await world.shop.ask(.get, path + "?language=zh-Hans").json()
            #expect(one.title != chinese.title && one.explanation != chinese.explanation, "\(difference.customer)")
            let why = try #require(one.why)
            #expect(why.customer == difference.customer && why.entitlement == difference.entitlement)
            #expect(!why.reasons.isEmpty && why.reasons[0].rule == difference.purser.rule, "\(difference.customer)")
            let hasDocuments = why.reasons.contains { !$0.documents.isEmpty }
            #expect(hasDocuments || why.reasons[0].rule == .neverBought, "\(difference.customer)")
        }
    }

    // MARK: - The lives

    /// Five weeks in which everything happens that the provider will be wrong about.
    private static func live(in world: ShadowWorld) async throws {
        let provider = world.provider
        let bought = try await begin(in: world)
        try await world.advance("P1D")
        for customer in ["renewal", "refund", "upgrade", "extended", "old"] { try await provider.freeze(customer) }
        try await world.control(.patch, "/customers/retry", ["payment": "fails"])
        for (customer, on) in [("expired", false), ("cora", false)] {
            try await world.control(.put, "/customers/\(customer)/subscriptions/club/renewal", ["on": .bool(on)])
        }
        let canceled = ForeignProvider.text(world.shop.appStore.now)
        provider.plant("cora") { subscriber in
            subscriber.entitlements["club"]?["expires_date"] = canceled
            subscriber.subscriptions["yearly"]?["unsubscribe_detected_at"] = canceled
        }
        try await world.advance("P1D")
        try await change(bought, in: world)
        try await world.advance("P20D")
        // The payment of the renewal on day 31 fails.
        try await world.control(.patch, "/customers/grace", ["payment": "fails"])
        try await world.advance("P12D")
        try await plant(in: world)
        try await world.buy("forever", "lea", shows: true)
        provider.plant("lea") { $0.entitlements = [:] }
        try await world.buy("forever", "lou", shows: false)
    }

    private static func begin(in world: ShadowWorld) async throws -> [String: String] {
        try await world.add("anna", "bob", "ana", "dad", "carl", "fred", "fay")
        let buyers = [
            "renewal": "monthly", "refund": "forever", "reversal": "forever", "grace": "monthly", "retry": "weekly",
            "upgrade": "monthly", "extended": "monthly", "lifetime": "forever", "expired": "monthly", "cora": "yearly",
            "old": "forever", "missed": "yearly", "end": "yearly", "anna": "monthly", "bob": "forever",
            "ana": "forever",
            "dad": "monthly", "carl": "yearly",
        ]
        var bought: [String: String] = [:]
        for (customer, product) in buyers.sorted(by: { $0.key < $1.key }) {
            if !healthy.contains(customer) { try await world.add(customer) }
            bought[customer] = try await world.buy(product, customer)
        }
        try await world.add("kid", "una", "lea", "lou")
        for customer in ["ben", "new", "gil", "pat"] { try await world.know(customer) }
        bought["una"] = try await world.buy("forever", "una", shows: false)
        return bought
    }

    /// Refunds, an upgrade, an extension, a family, a purchase in the sandbox, and a transfer.
    private static func change(_ bought: [String: String], in world: ShadowWorld) async throws {
        let shop = world.shop
        func refund(_ customer: String) async throws {
            try await world.control(.post, "/transactions/\(bought[customer] ?? "")/refund")
        }
        try await refund("refund")
        try await refund("reversal")
        let date = ForeignProvider.text(shop.appStore.now)
        try await world.control(.post, "/transactions/\(bought["reversal"] ?? "")/refund-reversal")
        world.provider.plant("reversal") { subscriber in
            subscriber.entitlements["all"]?["expires_date"] = date
            subscriber.subscriptions["forever"]?["refunded_at"] = date
        }
        try await world.buy("yearly", "upgrade")
        let request: JSONValue = [
            "originalTransactionId": .string(bought["extended"] ?? ""), "days": 30, "reason": 1,
        ]
        let extended = try await shop.ask(.post, "/v1/apple/extensions", request)
        #expect(extended.status == 200, "\(extended.text)")
        await shop.appStore.runUntilIdle()
        for customer in ["dad", "kid"] {
            try await world.control(.put, "/customers/\(customer)/family", ["family": "smith"])
        }
        for sale in try await shop.appStore.sales(of: "kid") {
            let document = try await shop.appStore.document(of: sale).rawValue
            try await shop.show(["signedTransactionInfo": .string(document)], "kid")
        }
        let transfer: JSONValue = ["originalTransactionId": .string(bought["old"] ?? ""), "reason": "support"]
        let moved = try await shop.ask(.post, "/v1/customers/new/transfers", transfer)
        #expect(moved.status == 204, "\(moved.text)")
        let body: JSONValue = ["id": "sam"]
        _ = try await shop.sandboxControls.send(.post, "/simulator/v1/customers", json: body)
        let purchase: JSONValue = ["customer": "sam", "product": "forever"]
        try await world.know("sam")
        let tested = try await shop.sandboxControls.send(.post, "/simulator/v1/purchases", json: purchase)
        try await shop.show(try tested.json(), "sam")
        await shop.appStore.runUntilIdle()
    }

    /// What the provider says wrongly for the rest of the time.
    private static func plant(in world: ShadowWorld) async throws {
        let provider = world.provider
        let now = world.shop.appStore.now
        let later = ForeignProvider.text(now.addingTimeInterval(40 * 86_400))
        provider.plant("grace") { $0.entitlements["club"]?["grace_period_expires_date"] = .null }
        let retry = try #require(try await world.shop.appStore.sales(of: "retry").last)
        provider.plant("retry") { subscriber in
            subscriber.entitlements["week"] = ["expires_date": later, "product_identifier": "weekly"]
            subscriber.subscriptions["weekly"] = [
                "store_transaction_id": .string(retry.transactionId.rawValue), "is_sandbox": false,
            ]
        }
        provider.plant("kid") { $0.entitlements = [:] }
        provider.plant("missed") { $0.entitlements = [:] }
        let ana = try #require(try await world.shop.appStore.sales(of: "ana").last)
        let merged: ForeignProvider.Plant = { subscriber in
            subscriber.owner = "ana"
            subscriber.entitlements["all"] = ["expires_date": .null, "product_identifier": "forever"]
            subscriber.subscriptions["forever"] = [
                "store_transaction_id": .string(ana.transactionId.rawValue), "is_sandbox": false,
            ]
        }
        provider.plant("ben", merged)
        provider.plant("sam") { subscriber in
            subscriber.entitlements["all"] = ["expires_date": .null, "product_identifier": "forever"]
            subscriber.subscriptions["forever"] = ["store_transaction_id": "2000000", "is_sandbox": true]
        }
        provider.plant("lifetime") { $0.entitlements["all"]?["expires_date"] = later }
        provider.plant("end") { $0.entitlements["club"]?["expires_date"] = later }
        let ended = try #require(try await world.shop.appStore.sales(of: "expired").last)
        provider.plant("expired") { subscriber in
            subscriber.entitlements["club"] = ["expires_date": .null, "product_identifier": "monthly"]
            subscriber.subscriptions["monthly"] = [
                "store_transaction_id": .string(ended.transactionId.rawValue), "is_sandbox": false,
            ]
        }
        provider.plant("gil") { subscriber in
            subscriber.entitlements["club"] = ["expires_date": .null, "product_identifier": "rc_promo_club_lifetime"]
        }
        provider.plant("pat") { subscriber in
            subscriber.entitlements["platinum"] = ["expires_date": .null, "product_identifier": "platinum.monthly"]
        }
    }
}
