// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import StoreKit
import StoreKitTest
import Testing

@testable import PurserClient
@testable import PurserServer

/// The product list, the offers, and what the server keeps of a customer's account.
@Suite(.storeKit) struct CatalogTests {
    private func replaceCatalog(in world: World, _ change: (inout CatalogBody) throws -> Void) async throws {
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: World.start)
        var body = try World.shelved()
        try change(&body)
        try await world.server.catalogFeature.replaceCatalog(body, of: World.app, audit: audit, now: World.start)
    }

    @Test func `products are listed in the team's order with the App Store's prices, before anyone signs in`()
        async throws
    {
        let world = try await World()
        try await replaceCatalog(in: world) { body in
            let season = try #require(body.products.firstIndex { $0.product.id.rawValue == World.season })
            for place in body.products.indices { body.products[place].promotionOrder = place == season ? 1 : nil }
            let gold = try #require(body.products.firstIndex { $0.product.id.rawValue == World.gold })
            body.products[gold].product.isOnSale = false
            body.products.append(
                StoredCatalogProduct(product: Commerce.CatalogProduct(id: "not.in.the.store", type: .consumable))
            )
        }
        let purser = await world.launch(nil)
        let products = try await purser.products()
        #expect(products.first?.id == World.season)
        #expect(!products.contains { $0.id == World.gold || $0.id == "not.in.the.store" })
        let silver = try #require(products.first { $0.id == World.silver })
        #expect(silver.kind == .autoRenewable && silver.entitlements == ["club"] && silver.price == "$4.99")
        #expect(silver.terms.help == "Cancel in Settings.")
        let chinese = try await purser.products(in: .simplifiedChinese).first { $0.id == World.silver }
        #expect(chinese?.terms.help == "可在设置中取消。")
        #expect(try await purser.products(promotedOnly: true).map(\.id) == [World.season])
        world.line.cut()
        let lost = await #expect(throws: PurserError.self) { try await purser.products() }
        #expect(lost?.code == .serverUnavailable)
    }

    @Test func `an app without a server lists the products of its entitlement map`() async throws {
        let world = try await World()
        StoreKitSimulator.relaunch()
        var configuration = PurserConfiguration(
            onDevice: EntitlementMap([
                .init(id: World.grinder, entitlements: ["grinder"]), .init(id: "gone", entitlements: []),
            ])
        )
        configuration.storage = FileStorage(folder: world.folder.appending(path: "device"))
        let purser = Purser(configuration)
        await purser.runUntilIdle()
        #expect(try await purser.products().map(\.id) == [World.grinder])
    }

    @Test func `the offers say who may have them and buy themselves`() async throws {
        let world = try await World(hearsApple: true)
        let purser = await world.launch()
        let before = try await purser.offers(of: World.silver)
        let introduction = try #require(before.first { $0.kind == .introductory })
        #expect(introduction.isEligible && introduction.reason == "introductory-offer-unused")
        #expect(introduction.options != nil)
        try await purser.purchase(World.silver)
        let after = try await purser.offers(of: World.silver)
        #expect(after.first { $0.kind == .introductory }?.isEligible == false)
        let unknown = await #expect(throws: PurserError.self) { try await purser.offers(of: "tea") }
        #expect(unknown?.problem == "unknown-product")
    }

    @Test(arguments: [
        (CustomerOffer.Kind.promotional, "promotional"), (.winBack, "win-back"), (.code, ""), (.retention, ""),
    ])
    func `an offer's options choose that offer`(kind: CustomerOffer.Kind, buys: String) {
        let offer = CustomerOffer(
            product: "club",
            kind: kind,
            id: "spring",
            discount: "FREE_TRIAL",
            period: "P1M",
            periodCount: 1,
            price: nil,
            isEligible: true,
            reason: ""
        )
        #expect(offer.options?.promotionalOffer == (buys == "promotional" ? "spring" : nil))
        #expect(offer.options?.winBackOffer == (buys == "win-back" ? "spring" : nil))
        #expect((offer.options == nil) == buys.isEmpty)
    }

    @Test func `the server decides about the introductory offer when the app asks it to`() async throws {
        let world = try await World(hearsApple: true)
        let purser = await world.launch()
        let options = PurserClient.PurchaseOptions(serverDecidesIntroductoryOffer: true)
        let bought = try #require(try await purser.purchase(World.silver, options: options).purchase)
        #expect(world.line.count("POST /v1/customers/anna/offers/\(World.silver)/signature") == 1)
        let transaction = try #require(await StoreKit.Transaction.latest(for: World.silver)).payloadValue
        #expect(String(transaction.id) == bought.transaction && transaction.offer?.type == .introductory)
        let original = await world.launch { $0.interface = .storeKit1 }
        let refused = await #expect(throws: PurserError.self) {
            try await original.purchase(World.gold, options: PurserClient.PurchaseOptions(winBackOffer: "back"))
        }
        #expect(refused?.code == .transactionFailed)
    }

    @Test func `a balance is read and spent once for a key, by the customer's token alone`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.beans)
        #expect(try await purser.balances() == [CurrencyBalance(currency: "beans", amount: 100)])
        let first = try await purser.spend(30, of: "beans", key: "hat")
        let again = try await purser.spend(30, of: "beans", key: "hat")
        #expect(first.amount == 70 && again.amount == 70)
        let entries = try await purser.balanceEntries(of: "beans")
        #expect(entries.map(\.amount) == [-30, 100] && entries.map(\.reason) == ["spend", "purchase"])
        #expect(try await purser.balanceEntries(of: "beans", before: entries[0].id).map(\.amount) == [100])
        let poor = await #expect(throws: PurserError.self) { try await purser.spend(71, of: "beans", key: "coat") }
        #expect(poor?.problem == "insufficient-balance")
        // The team's backend has keys of its own: a customer cannot use them up.
        let path = "/v1/customers/anna/balances/beans/spend"
        let backend = try await world.request("POST", path, #"{"key":"hat","amount":30}"#)
        #expect(backend.status == .ok)
        #expect(try await world.balance() == 40)
        let keyOnly = await world.launch { $0.customerToken = nil }
        let refused = await #expect(throws: PurserError.self) { try await keyOnly.spend(1, of: "beans", key: "x") }
        #expect(refused?.code == .serverRefused && refused?.problem == "forbidden")
    }

    @Test func `the code of the guides lists, buys, spends and reads`() async throws {
        let world = try await World(hearsApple: true)
        let purser = await world.launch()
        try await purser.purchase(World.beans)
        var shown: [String] = []
        func show(_ name: String, _ price: String, _ text: String) { shown.append(price) }
        // swift-format-ignore
        do {
            for product in try await purser.products() { show(product.name, product.price, product.terms.text) }

            let offers = try await purser.offers(of: "coffee.club.silver.monthly").filter(\.isEligible)
            if let options = offers.first?.options {
                try await purser.purchase("coffee.club.silver.monthly", options: options)
            }
        }
        // swift-format-ignore
        do {
            let balances = try await purser.balances()
            let rest = try await purser.spend(30, of: "beans", key: "hat-1")
            let readable = try await purser.content().filter(\.isReadable)
            try await purser.registerDevice("camera-1")
            #expect(balances.map(\.amount) == [100] && rest.amount == 70 && readable.isEmpty)
        }
        #expect(shown.contains("$4.99"))
        #expect(await purser.isEntitled(to: "club"))
    }

    @Test func `content opens with the entitlement`() async throws {
        let world = try await World()
        let published = Int64(World.start.timeIntervalSince1970 * 1000)
        let answer = try await world.request(
            "PUT",
            "/v1/content/issue-1",
            #"{"entitlement":"club","publishedAt":\#(published),"title":"Beans"}"#
        )
        #expect(answer.status.rawValue < 300)
        let purser = await world.launch()
        #expect(try await purser.content().map(\.isReadable) == [false])
        try await purser.purchase(World.silver)
        let item = try #require(try await purser.content().first)
        #expect(item.id == "issue-1" && item.title == "Beans" && item.isReadable && item.unlocked != nil)
        let later = World.start.addingTimeInterval(400 * 86_400)
        #expect(try await purser.content(at: later).map(\.isReadable) == [false])
    }

    @Test func `a device is registered, named by an order and removed`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.registerDevice("camera-1")
        let result = try await purser.purchase(World.season, options: PurserClient.PurchaseOptions(device: "camera-1"))
        let order = try #require(result.purchase?.order)
        let body: OrderBody = try await world.ask("/v1/orders/\(order)").json()
        #expect(body.device?.rawValue == "camera-1")
        try await purser.removeDevice("camera-1")
        for number in 0..<ContentFeature.maximumDevices {
            try await purser.registerDevice("d\(number)")
        }
        let full = await #expect(throws: PurserError.self) { try await purser.registerDevice("one-more") }
        #expect(full?.problem == "too-many-devices")
    }
}
