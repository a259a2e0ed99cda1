// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

/// Plan conversion over HTTP: who may, what is confirmed first, and what an upgrade converts without a request.
@Suite struct ConversionRoutesTests {
    private let path = "/v1/customers/anna/conversions"

    private func shop(
        _ policy: ConversionPolicy = .manual,
        configure: (inout AppConfiguration) -> Void = { _ in }
    ) async throws -> TestShop {
        let shop = try await TestShop { configuration in
            configuration.apps[0].conversion = policy
            configure(&configuration.apps[0])
        }
        for (plan, price, level) in [("basic", 2990, 2), ("premium", 5980, 1)] as [(String, Int64, Int64)] {
            let money: JSONValue = ["milliunits": .integer(price), "currency": "USD"]
            let once: JSONValue = [
                "id": .string("once." + plan), "type": "Consumable", "planId": .string(plan), "serviceDuration": "P1M",
                "price": money, "entitlements": [.string(plan)],
            ]
            let auto: JSONValue = [
                "id": .string("auto." + plan), "type": "Auto-Renewable Subscription", "planId": .string(plan),
                "period": "P1M", "subscriptionGroupIdentifier": "club", "level": .integer(level), "price": money,
                "entitlements": [.string(plan)],
            ]
            #expect(try await shop.send(.put, "/v1/catalog/products/once.\(plan)", once).status == 200)
            #expect(try await shop.send(.put, "/v1/catalog/products/auto.\(plan)", auto).status == 200)
        }
        return shop
    }

    private func once(_ plan: String, _ id: TransactionID, at shop: TestShop, price: Int64? = nil) -> TransactionPayload
    {
        var bought = TransactionPayload.purchase(TestShop.beans, id: id, bought: shop.clock.now)
        bought.productId = ProductID(rawValue: "once." + plan)
        bought.price = price ?? (plan == "basic" ? 2990 : 5980)
        return bought
    }

    private func token(_ customer: String, at shop: TestShop) async throws -> String {
        let made: CustomerTokenBody = try await shop.send(.post, "/v1/customers/\(customer)/tokens").json()
        return made.token
    }

    private func differences(at shop: TestShop) async throws -> [RebuildReport.Difference] {
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        return try await shop.service.rebuilder.rebuild(scope, app: shop.service.configuration.apps[0]).differences
    }

    @Test(arguments: [CustomerTokenRequirement.never, .reads, .always])
    func `a customer converts their own plan only, and the app's key converts none`(
        required: CustomerTokenRequirement
    ) async throws {
        let shop = try await shop { $0.requiresCustomerTokens = required }
        _ = try await shop.verify(once("basic", "1", at: shop), customer: "anna")
        let request: JSONValue = ["id": "c1", "productId": "once.premium"]
        for route in ["/preview", ""] {
            for key in [shop.publishableKey, try await token("bob", at: shop)] {
                let refused = try await shop.send(.post, path + route, request, key: key)
                #expect(refused.status == .forbidden)
                #expect(!refused.text.contains("2990"), "Nothing of anna's is reported.")
            }
        }
        #expect(try await shop.isEntitled(to: "basic"))
        let own = try await token("anna", at: shop)
        let preview: ConversionQuoteBody = try await shop.send(.post, path + "/preview", request, key: own).json()
        #expect(preview.gainedDays == 15)
        let done = try await shop.send(.post, path, request, key: own)
        #expect(done.status == .created)
        #expect(try await shop.isEntitled(to: "premium"))
        // Bob's token for bob's own route finds nothing of anna's under the same id.
        let bob = try await shop.send(
            .post,
            "/v1/customers/bob/conversions",
            request,
            key: try await token("bob", at: shop)
        )
        #expect(bob.code == "conversion-not-allowed")
    }

    @Test func `a customer cannot choose the price of the target`() async throws {
        let shop = try await shop()
        _ = try await shop.verify(once("basic", "1", at: shop), customer: "anna")
        let request: JSONValue = ["productId": "once.premium", "price": ["milliunits": 1, "currency": "USD"]]
        let own = try await token("anna", at: shop)
        for route in ["/preview", ""] {
            #expect(try await shop.send(.post, path + route, request, key: own).status == .forbidden)
        }
        #expect(try await shop.send(.post, path + "/preview", request).status == .ok)
    }

    @Test func `a customer's requests are bounded in a year, a backend's are not`() async throws {
        let shop = try await shop()
        _ = try await shop.verify(once("basic", "1", at: shop, price: 990_000_000), customer: "anna")
        let own = try await token("anna", at: shop)
        var answers: [Int] = []
        for number in 0..<51 {
            let product = number.isMultiple(of: 2) ? "once.premium" : "once.basic"
            let request: JSONValue = ["id": .string("c\(number)"), "productId": .string(product)]
            answers.append(try await shop.send(.post, path, request, key: own).status.rawValue)
        }
        #expect(answers == Array(repeating: 201, count: 50) + [422])
        #expect(try await shop.send(.post, path, ["productId": "once.premium"]).status == .created)
    }

    @Test func `the preview lists its sources with their values`() async throws {
        let shop = try await shop()
        _ = try await shop.verify(once("basic", "1", at: shop), customer: "anna")
        _ = try await shop.verify(once("basic", "2", at: shop), customer: "anna")
        let preview: ConversionQuoteBody = try await shop.send(.post, path + "/preview", ["productId": "once.premium"])
            .json()
        #expect(preview.sources.map(\.transaction) == ["1", "2"])
        #expect(preview.sources.map(\.product) == ["once.basic", "once.basic"])
        #expect(preview.sources.map(\.value) == Array(repeating: Money(milliunits: 2990, currency: "USD"), count: 2))
        #expect(preview.value.milliunits == 5980)
        #expect(preview.targetPrice.milliunits == 5980)
        #expect(preview.gainedMilliseconds == preview.targetPeriodMilliseconds)
        #expect(preview.warnings.isEmpty)
    }

    @Test func `a subscription that renews is converted only after the warning was confirmed`() async throws {
        let shop = try await shop()
        var bought = TransactionPayload.purchase(TestShop.monthly, id: "1")
        (bought.productId, bought.price) = ("auto.basic", 2990)
        _ = try await shop.verify(bought, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, bought, renewalInfo: bought.renewalInfo()))
        shop.clock.advance(days: 10)
        let request: JSONValue = ["id": "c1", "productId": "once.premium"]
        let preview: ConversionQuoteBody = try await shop.send(.post, path + "/preview", request).json()
        let warning = try #require(preview.warnings.first)
        #expect(warning.code == .subscriptionRenews)
        #expect(warning.nextCharge == bought.expiresDate)
        #expect(warning.product == "auto.basic")
        let refused = try await shop.send(.post, path, request)
        #expect(refused.status == .conflict)
        #expect(refused.code == "acknowledgment-required")
        #expect(refused.text.contains("subscription-renews"))
        #expect(try await shop.isEntitled(to: "basic"))
        let nonsense = try await shop.send(.post, path, request.with("acknowledges", ["whatever"]))
        #expect(nonsense.status.rawValue >= 400)
        let confirmed = request.with("acknowledges", ["subscription-renews"])
        let done = try await shop.send(.post, path, confirmed)
        #expect(done.status == .created)
        let gained: ConversionQuoteBody = try done.json()
        // The same again needs no confirmation: nothing happens.
        let again = try await shop.send(.post, path, request)
        #expect(again.status == .ok)
        #expect(try again.json(ConversionQuoteBody.self) == gained)
        let events = try await shop.events().filter { $0.type == .planConverted }
        #expect(events.map(\.conversion) == ["c1"])
        #expect(events.first?.reason == "requested")
        #expect(try await differences(at: shop).isEmpty)
    }

    @Test(arguments: [("en", "Warnings", "has 20 days"), ("zh-Hans", "警告", "的 20 天")])
    func `the console previews a conversion with its warnings and converts once they are confirmed`(
        language: String,
        warning: String,
        done: String
    ) async throws {
        let shop = try await shop()
        var bought = TransactionPayload.purchase(TestShop.monthly, id: "1")
        (bought.productId, bought.price) = ("auto.basic", 5980)
        _ = try await shop.verify(bought, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, bought, renewalInfo: bought.renewalInfo()))
        shop.clock.advance(days: 10)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        try await visit.post("/console/language", ["language": language, "back": "/console"])
        let path = "/console/customers/anna/conversion"
        #expect(try await visit.get("/console/customers/anna").text.contains(path))
        let preview = try await visit.get(path + "?product=once.premium").text
        #expect(preview.contains(warning) && preview.contains("auto.basic"), "\(preview)")
        let shown = try #require(preview.firstMatch(of: /name="days" value="(\d+)"/)?.1)
        let chosen = try #require(preview.firstMatch(of: /name="scope" value="([^"]*)"/)?.1)
        let form = [
            "customer": "anna", "product": "once.premium", "scope": String(chosen), "days": String(shown),
            "confirm": "yes", "back": path,
        ]
        try await visit.post("/console/actions/convert", form)
        #expect(try await shop.eventTypes().contains("plan.converted") == false)
        try await visit.post("/console/actions/convert", form.merging(["warnings": "yes", "days": "1"]) { $1 })
        #expect(try await shop.eventTypes().contains("plan.converted") == false)
        try await visit.post("/console/actions/convert", form.merging(["warnings": "yes"]) { $1 })
        #expect(try await shop.eventTypes().contains("plan.converted"))
        let page = try await visit.get(path).text
        #expect(page.contains(done.replacing("20", with: shown)), "\(page)")
        let viewer = try await ConsoleVisit.signedIn(.viewer, at: shop)
        #expect(try await !viewer.get(path + "?product=once.premium").text.contains("/actions/convert"))
    }

    @Test func `without the policy an upgrade converts nothing`() async throws {
        let shop = try await shop()
        _ = try await shop.verify(once("basic", "1", at: shop), customer: "anna")
        _ = try await shop.verify(once("premium", "2", at: shop), customer: "anna")
        #expect(try await shop.isEntitled(to: "basic"))
        #expect(try await shop.eventTypes().contains("plan.converted") == false)
    }

    @Test func `a delivered upgrade converts the lower plan once, and refunds undo it`() async throws {
        let shop = try await shop(.onUpgrade)
        let basic = once("basic", "1", at: shop)
        _ = try await shop.verify(basic, customer: "anna")
        shop.clock.advance(days: 10)
        let premium = once("premium", "2", at: shop)
        for _ in 0..<2 {
            #expect(try await shop.verify(premium, customer: "anna").status == .ok)
            try await shop.notify(.about(.oneTimeCharge, nil, premium))
        }
        let events = try await shop.events().filter { $0.type == .planConverted }
        #expect(events.count == 1)
        #expect(events.first?.transaction == "2")
        #expect(events.first?.reason == "upgrade")
        #expect(try await shop.isEntitled(to: "basic") == false)
        let end = try #require(try await shop.entitlements().first { $0.id == "premium" }?.until)
        let gained = try #require(events.first?.gainedMilliseconds)
        let month = CalendarPeriod.month.end(from: shop.clock.now).millisecondsSince1970
        #expect(end.millisecondsSince1970 == month + gained)
        #expect(try await differences(at: shop).isEmpty)

        shop.clock.advance(days: 2)
        try await shop.notify(.about(.refund, nil, premium.refunded(at: shop.clock.now)))
        #expect(try await shop.isEntitled(to: "premium") == false)
        let old = try await shop.entitlements().first { $0.id == "basic" }
        #expect(old?.until == CalendarPeriod.month.end(from: TestClock.start))
        #expect(try await differences(at: shop).isEmpty)
        shop.clock.advance(60)
        var returned = premium
        returned.signedDate = shop.clock.now
        try await shop.notify(.about(.refundReversed, nil, returned))
        #expect(try await shop.entitlements().first { $0.id == "premium" }?.until == end)
        shop.clock.advance(60)
        try await shop.notify(.about(.refund, nil, basic.refunded(at: shop.clock.now)))
        let rest = try #require(try await shop.entitlements().first { $0.id == "premium" }?.until)
        #expect(rest.millisecondsSince1970 == month)
        #expect(try await differences(at: shop).isEmpty)
        #expect(try await shop.events().count { $0.type == .planConverted } == 1)
    }

    @Test func `an upgrade first known by a notification converts when it is claimed`() async throws {
        let shop = try await shop(.onUpgrade)
        _ = try await shop.verify(once("basic", "1", at: shop), customer: "anna")
        let premium = once("premium", "2", at: shop)
        try await shop.notify(.about(.oneTimeCharge, nil, premium))
        #expect(try await shop.isEntitled(to: "basic"))
        _ = try await shop.verify(premium, customer: "anna")
        #expect(try await shop.isEntitled(to: "basic") == false)
        #expect(try await shop.isEntitled(to: "premium"))
    }

    @Test func `an upgrade leaves a subscription that renews, and other customers' plans`() async throws {
        let shop = try await shop(.onUpgrade)
        var live = TransactionPayload.purchase(TestShop.monthly, id: "1")
        (live.productId, live.price) = ("auto.basic", 2990)
        _ = try await shop.verify(live, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, live, renewalInfo: live.renewalInfo()))
        _ = try await shop.verify(once("basic", "2", at: shop), customer: "bob")
        _ = try await shop.verify(once("premium", "3", at: shop), customer: "anna")
        #expect(try await shop.isEntitled(to: "basic"))
        #expect(try await shop.isEntitled("bob", to: "basic"))
        #expect(try await shop.eventTypes().contains("plan.converted") == false)
    }
}
