// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

/// Magazines, service time, devices and plan conversion over HTTP.
@Suite struct PlanRoutesTests {
    private func readable(_ shop: TestShop) async throws -> [ContentItemID] {
        let list: ContentList = try await shop.send(.get, "/v1/customers/anna/content").json()
        return list.items.filter(\.isReadable).map(\.id).sorted()
    }

    @Test func `a magazine's issues stay readable after the lapse, those of the lapse do not open`() async throws {
        let shop = try await TestShop()
        let model: JSONValue = ["products": [], "entitlements": [["id": "club", "model": "magazine"]]]
        #expect(try await shop.send(.put, "/v1/catalog", model).status == 200)
        for (issue, day) in [("0-old", -40.0), ("1-current", -5), ("2-inside", 10), ("3-lapse", 45), ("4-again", 70)] {
            let published = TestClock.start.addingTimeInterval(day * 86_400).millisecondsSince1970
            let item: JSONValue = ["entitlement": "club", "publishedAt": .integer(published)]
            #expect(try await shop.send(.put, "/v1/content/\(issue)", item).status == 204)
        }
        let first = TransactionPayload.purchase()
        _ = try await shop.verify(first, customer: "anna")
        shop.clock.advance(days: 60)
        var again = first.renewed(id: "1001")
        again.purchaseDate = TestClock.start.addingTimeInterval(60 * 86_400)
        again.expiresDate = TestClock.start.addingTimeInterval(90 * 86_400)
        again.transactionReason = .purchase
        again.signedDate = again.purchaseDate
        _ = try await shop.verify(again, customer: "anna")
        shop.clock.advance(days: 50)
        // The issue that was current when a period began belongs to it, so the lapse's newest opens with the return.
        #expect(try await readable(shop) == ["1-current", "2-inside", "3-lapse", "4-again"])
        #expect(try await shop.send(.delete, "/v1/content/2-inside").status == 204)
        #expect(try await readable(shop).contains("2-inside") == false)
    }

    @Test func `a season bought again is added behind the first`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(TestShop.season, id: "1"), customer: "anna")
        let once = try #require(try await shop.entitlements().first { $0.id == "season" }?.until)
        shop.clock.advance(days: 10)
        _ = try await shop.verify(.purchase(TestShop.season, id: "2", bought: shop.clock.now), customer: "anna")
        let twice = try #require(try await shop.entitlements().first { $0.id == "season" }?.until)
        #expect((89...93).contains(twice.timeIntervalSince(once) / 86_400))
    }

    @Test func `devices are registered and removed`() async throws {
        let shop = try await TestShop()
        for device in ["phone", "pad", "tv"] {
            #expect(try await shop.send(.put, "/v1/customers/anna/devices/\(device)").status == 204)
        }
        #expect(try await shop.send(.delete, "/v1/customers/anna/devices/tv").status == 204)
        let risk: FraudSignals = try await shop.send(.get, "/v1/customers/anna/fraud-signals").json()
        #expect(risk.devices == 2)
    }

    private func shelvePlans(in shop: TestShop) async throws {
        for (plan, price) in [("basic", 2990), ("premium", 5980)] as [(String, Int64)] {
            let body: JSONValue = [
                "id": .string("once." + plan), "type": "Consumable", "planId": .string(plan), "serviceDuration": "P1M",
                "price": ["milliunits": .integer(price), "currency": "USD"], "entitlements": [.string(plan)],
            ]
            #expect(try await shop.send(.put, "/v1/catalog/products/once.\(plan)", body).status == 200)
        }
    }

    @Test func `each device has the plan that was ordered for it, and converts that alone`() async throws {
        let shop = try await TestShop()
        try await shelvePlans(in: shop)
        for (number, device) in ["a", "b"].enumerated() {
            let request: JSONValue = ["customer": "anna", "productId": "once.basic", "device": .string(device)]
            let early = try await shop.send(.post, "/v1/orders", request, key: shop.publishableKey)
            #expect(early.code == "invalid-parameter", "It is not registered yet.")
            #expect(try await shop.send(.put, "/v1/customers/anna/devices/\(device)").status == 204)
            let order: OrderBody = try await shop.send(.post, "/v1/orders", request, key: shop.publishableKey).json()
            #expect(order.device?.rawValue == device)
            var bought = TransactionPayload.purchase(
                TestShop.beans,
                id: TransactionID(rawValue: "\(number)"),
                token: order.appAccountToken
            )
            (bought.productId, bought.price) = ("once.basic", 2990)
            #expect(try await shop.verify(bought, order: order.id, customer: "anna").status == 200)
        }
        shop.clock.advance(days: 10)
        let path = "/v1/customers/anna/conversions"
        func gained(_ request: JSONValue) async throws -> Int {
            try await shop.send(.post, path + "/preview", request).json(ConversionQuoteBody.self).gainedDays
        }
        let request: JSONValue = ["productId": "once.premium", "device": "a"]
        #expect((9...11).contains(try await gained(request)))
        #expect((19...22).contains(try await gained(["productId": "once.premium"])))
        #expect(try await shop.send(.post, path, request).status == 201)
        func active(_ device: String) async throws -> [String] {
            try await shop.entitlements(query: "?device=" + device).filter(\.isActive).map(\.id.rawValue)
        }
        #expect(try await active("a") == ["premium"])
        #expect(try await active("b") == ["basic"])
        let why: EntitlementExplanationBody = try await shop.send(
            .get,
            "/v1/customers/anna/entitlements/premium/explanation?device=b"
        ).json()
        #expect(!why.isActive)
        for query in ["?device=c", "/basic/explanation?device=c"] {
            let refused = try await shop.send(.get, "/v1/customers/anna/entitlements" + query)
            #expect(refused.code == "invalid-parameter")
        }
    }

    @Test func `what is left of one plan is previewed and becomes days of another, once`() async throws {
        let shop = try await TestShop()
        try await shelvePlans(in: shop)
        var bought = TransactionPayload.purchase(TestShop.beans, id: "1")
        bought.productId = "once.basic"
        bought.price = 2990
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(days: 10)
        let request: JSONValue = ["id": "c1", "productId": "once.premium"]
        let path = "/v1/customers/anna/conversions"
        let preview: ConversionQuoteBody = try await shop.send(.post, path + "/preview", request).json()
        #expect((9...11).contains(preview.gainedDays))
        #expect(try await shop.isEntitled(to: "premium") == false)
        let done = try await shop.send(.post, path, request)
        #expect(done.status == 201)
        let gained: ConversionQuoteBody = try done.json()
        // The same again is answered what was gained then, however late; another one wants an id of its own.
        shop.clock.advance(60)
        let again = try await shop.send(.post, path, request)
        #expect(again.status == 200)
        #expect(try again.json(ConversionQuoteBody.self) == gained)
        let other = try await shop.send(.post, path, ["id": "c1", "productId": "once.basic"])
        #expect(other.code == "idempotency-conflict")
        #expect(try await shop.isEntitled(to: "premium"))
        #expect(try await shop.isEntitled(to: "basic") == false)
        let nothing = try await shop.send(.post, path, ["id": "c2", "productId": "once.premium"])
        #expect(nothing.code == "conversion-not-allowed")
    }
}
