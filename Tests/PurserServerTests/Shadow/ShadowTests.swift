// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import Testing

@testable import PurserServer

@Suite struct ShadowTests {
    // MARK: - Settings

    @Test func `the secret is sent to the provider and never shown`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna")
            let status = try await world.start()
            #expect(status.hasAuthorization && status.url == world.provider.url && status.isEnabled)
            try await world.compare(minutes: 5)
            let request = try #require(world.provider.requests.first)
            #expect(request.headers["Authorization"] == "Bearer sk_foreign")
            #expect(request.path == "/v1/subscribers/anna")
            for path in ["", "/report", "/differences"] {
                #expect(try await !world.shop.ask(.get, "/v1/shadow" + path).text.contains("sk_foreign"))
            }
        }
    }

    @Test func `another address does not get the secret of the one before`() async throws {
        let shop = try await TestShop()
        let body: JSONValue = ["url": "https://one.example/{customer}", "authorization": "Bearer sk_one"]
        let first: ShadowStatusBody = try await shop.send(.patch, "/v1/shadow", body).json()
        #expect(first.hasAuthorization)
        let same: ShadowStatusBody = try await shop.send(.patch, "/v1/shadow", ["requestsPerMinute": 5]).json()
        #expect(same.hasAuthorization && same.requestsPerMinute == 5)
        let moved: JSONValue = ["url": "https://two.example/{customer}"]
        let second: ShadowStatusBody = try await shop.send(.patch, "/v1/shadow", moved).json()
        #expect(!second.hasAuthorization)
    }

    @Test(
        arguments: [
            ["url": "https://one.example/"], ["url": "http://one.example/{customer}"],
            ["url": "https://localhost/{customer}"], ["url": "https://127.0.0.1/{customer}"],
            ["url": "https://169.254.169.254/{customer}"], ["header": "X: Y"], ["authorization": "a\nb"],
            ["environment": "Xcode"], ["format": "json"], ["format": "json", "fields": ["pro": ["entitled": "a["]]],
            ["requestsPerMinute": 481], ["graceWindowSeconds": 10], ["tomorrow": 1],
        ] as [JSONValue]
    )
    func `settings that cannot be right are refused`(body: JSONValue) async throws {
        let shop = try await TestShop { $0.allowsPrivateWebhookTargets = false }
        #expect(try await shop.send(.patch, "/v1/shadow", body).status == 400)
        #expect(try await shop.send(.get, "/v1/shadow").status == 404)
    }

    @Test func `another question begins again, and another rate does not`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna")
            try await world.start()
            try await world.compare(minutes: 5)
            #expect(try await world.status().compared > 0)
            let slower = try await world.start(["requestsPerMinute": 30])
            #expect(slower.compared > 0)
            let other = try await world.start(["entitlements": ["premium": "club"]])
            #expect(other.compared == 0)
        }
    }

    @Test func `shadow mode ends with everything that it stored`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna")
            world.provider.plant("anna") { $0.entitlements["all"] = ["expires_date": .null] }
            try await world.start()
            try await world.compare(minutes: 5)
            #expect(try await world.differences("").count == 1)
            #expect(try await world.shop.ask(.delete, "/v1/shadow").status == 204)
            #expect(try await world.shop.ask(.delete, "/v1/shadow").status == 404)
            let asked = world.provider.requests.count
            try await world.compare(minutes: 10)
            #expect(world.provider.requests.count == asked)
            try await world.start()
            #expect(try await world.differences("").isEmpty)
        }
    }

    @Test func `an erased customer's differences are gone`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna")
            world.provider.plant("anna") { $0.entitlements["all"] = ["expires_date": .null] }
            try await world.start()
            try await world.compare(minutes: 5)
            #expect(try await world.differences("").count == 1)
            #expect(try await world.shop.ask(.delete, "/v1/customers/anna").status == 200)
            #expect(try await world.differences("").isEmpty)
        }
    }

    // MARK: - Rounds

    @Test func `a customer with a fresh change is compared before the next round`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna", "ben")
            try await world.start()
            try await world.compare(minutes: 5)
            let before = world.provider.requests.count
            try await world.compare(minutes: 10)
            #expect(world.provider.requests.count == before, "the round is over, and nothing changed")
            try await world.buy("forever", "ben")
            try await world.compare(minutes: 5)
            let asked = world.provider.requests[before...].map(\.path)
            #expect(!asked.isEmpty && Set(asked) == ["/v1/subscribers/ben"])
        }
    }

    @Test func `a round goes through all customers at the rate, over several slices, and begins again`() async throws {
        try await ShadowWorld.with { world in
            for number in 0..<30 { try await world.know("customer-\(number)") }
            try await world.start(["requestsPerMinute": 60])
            try await world.shop.server.shadow.rounds.compareDue()
            #expect(world.provider.requests.count == 10)
            try await world.shop.server.shadow.rounds.compareDue()
            #expect(world.provider.requests.count == 10, "the next slice is not due yet")
            for _ in 0..<4 {
                try await world.advance("PT10S")
                try await world.shop.server.shadow.rounds.compareDue()
            }
            #expect(Set(world.provider.requests.map(\.path)).count == 30)
            #expect(try await world.status().lastRoundCustomers == 30)
            #expect(world.provider.requests.count == 30)
            try await world.advance("PT61M")
            try await world.shop.server.shadow.rounds.compareDue()
            #expect(world.provider.requests.count == 40)
        }
    }

    @Test func `two servers do not compare the same customers twice`() async throws {
        try await ShadowWorld.with { world in
            for number in 0..<10 { try await world.know("customer-\(number)") }
            try await world.start(["requestsPerMinute": 60])
            async let one: Void = world.shop.server.shadow.rounds.compareDue()
            async let two: Void = world.shop.server.shadow.rounds.compareDue()
            _ = try await (one, two)
            #expect(world.provider.requests.count == 10)
        }
    }

    // MARK: - A provider that misbehaves

    @Test func `a provider that fails is left alone for longer and longer, and continues where it was`() async throws {
        try await ShadowWorld.with { world in
            for number in 0..<5 { try await world.know("customer-\(number)") }
            world.provider.answer(HTTPResponse(status: .serviceUnavailable))
            try await world.start()
            var asked: [Int] = []
            for _ in 0..<(2 * 60 * 6) {
                try await world.shop.server.shadow.rounds.compareDue()
                asked.append(world.provider.requests.count)
                try await world.advance("PT10S")
            }
            // Doubling from 30 seconds: not even ten requests in two hours.
            #expect((3...9).contains(asked.last ?? 0), "\(asked.last ?? 0)")
            var status = try await world.status()
            #expect(status.failuresInARow == asked.last && status.lastFailure?.contains("503") == true)
            #expect(try await world.report().obstacles.map(\.code).contains("provider-failing"))
            world.provider.answer(nil)
            try await world.compare(minutes: 70)
            status = try await world.status()
            #expect(status.failuresInARow == 0 && status.lastRoundCustomers == 5)
        }
    }

    @Test func `a rate limit is kept for as long as the provider says`() async throws {
        try await ShadowWorld.with { world in
            try await world.know("anna")
            world.provider.answer(HTTPResponse(status: .tooManyRequests, headers: ["Retry-After": "600"]))
            try await world.start()
            try await world.compare(minutes: 5)
            #expect(world.provider.requests.count == 1)
            try await world.compare(minutes: 10)
            #expect(world.provider.requests.count == 2)
        }
    }

    @Test(arguments: [
        "", "null", "[]", "{\"subscriber\":{}}", "not JSON", String(repeating: "[", count: 100_000),
        "{\"subscriber\":{\"entitlements\":{\"all\":{\"expires_date\":\"soon\"}}}}",
    ])
    func `an answer that cannot be read is counted, never believed, and does not stop the others`(
        body: String
    ) async throws {
        try await ShadowWorld.with { world in
            for number in 0..<3 { try await world.know("customer-\(number)") }
            world.provider.answer(
                HTTPResponse(status: .ok, headers: ["Content-Type": "application/json"], body: .bytes(Data(body.utf8)))
            )
            try await world.start()
            try await world.compare(minutes: 5)
            #expect(world.provider.requests.count == 3)
            let report = try await world.report()
            #expect(report.obstacles.map(\.code).contains("customers-not-compared"))
            #expect(try await world.differences("").isEmpty)
        }
    }

    @Test func `an answer that is too large is not read`() async throws {
        try await ShadowWorld.with { world in
            try await world.know("anna")
            let body = Data(repeating: UInt8(ascii: " "), count: (1 << 20) + 1)
            world.provider.answer(HTTPResponse(status: .ok, body: .bytes(body)))
            try await world.start()
            try await world.compare(minutes: 5)
            #expect(try await world.status().lastFailure?.contains("too-large") == true)
        }
    }

    @Test func `a customer whom the provider does not know has nothing there`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna")
            try await world.buy("forever", "anna")
            world.provider.answer(HTTPResponse(status: .notFound))
            try await world.start()
            try await world.compare(minutes: 70)
            #expect(try await world.differences().map(\.kind) == [.lateAtProvider])
        }
    }

    @Test(arguments: ["a/../b?c=d&e#f", "..", "ü ☕️", "%2e%2e", "a\\b"])
    func `a customer's identifier is one segment of the address, whatever it is`(customer: String) async throws {
        try await ShadowWorld.with { world in
            try await world.know(customer)
            try await world.start()
            try await world.compare(minutes: 5)
            let target = try #require(world.provider.requests.first?.path)
            #expect(target.hasPrefix("/v1/subscribers/") && target.split(separator: "/").count == 3)
            #expect(target.split(separator: "/").last.flatMap { String($0).removingPercentEncoding } == customer)
        }
    }

    // MARK: - Any JSON, checks, alerts and metrics

    @Test func `any provider's JSON is compared by its paths`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna")
            try await world.buy("forever", "anna")
            let body = #"{"plan":{"all":"yes"},"end":null}"#
            world.provider.answer(HTTPResponse(status: .ok, body: .bytes(Data(body.utf8))))
            try await world.start([
                "format": "json",
                "fields": ["all": ["entitled": "$.plan.all", "entitledValues": ["yes"], "until": "end"]],
            ])
            try await world.compare(minutes: 70)
            #expect(try await world.differences("").isEmpty)
            let wrong = #"{"plan":{"all":"no"}}"#
            world.provider.answer(HTTPResponse(status: .ok, body: .bytes(Data(wrong.utf8))))
            try await world.compare(minutes: 180)
            #expect(try await world.differences().map(\.entitlement) == ["all"])
        }
    }

    @Test func `customers are compared at once, also those that the server does not know`() async throws {
        try await ShadowWorld.with { world in
            try await world.start()
            world.provider.plant("stranger") { $0.entitlements["all"] = ["expires_date": .null] }
            let body: JSONValue = ["customers": ["stranger", "unknown"]]
            let answer: ShadowCheckBody = try await world.shop.ask(.post, "/v1/shadow/check", body).json()
            #expect(answer.compared == 2 && answer.differences.map(\.kind) == [.unknownPurchase])
            let many: JSONValue = ["customers": .array((0..<21).map { .string("c\($0)") })]
            #expect(try await world.shop.ask(.post, "/v1/shadow/check", many).status == 400)
            world.provider.answer(HTTPResponse(status: .unauthorized))
            let refused: ShadowCheckBody = try await world.shop.ask(.post, "/v1/shadow/check", body).json()
            #expect(refused.compared == 0 && refused.failure?.contains("authorization") == true)
        }
    }

    @Test func `lists are narrowed and paged`() async throws {
        try await ShadowWorld.with { world in
            try await world.start()
            for number in 0..<5 {
                world.provider.plant("c\(number)") { $0.entitlements["all"] = ["expires_date": .null] }
            }
            world.provider.plant("c0") { $0.entitlements["platinum"] = ["expires_date": .null] }
            let body: JSONValue = ["customers": ["c0", "c1", "c2", "c3", "c4"]]
            _ = try await world.shop.ask(.post, "/v1/shadow/check", body)
            let first = try await world.differences("?limit=2")
            #expect(first.map(\.customer.rawValue) == ["c4", "c3"])
            let second = try await world.differences("?limit=2&before=\(first[1].number)")
            #expect(second.map(\.customer.rawValue) == ["c2", "c1"])
            #expect(try await world.differences("?class=unknown-entitlement").map(\.customer.rawValue) == ["c0"])
            #expect(try await world.differences("?customer=c2&state=pending").count == 1)
            #expect(try await world.differences("?state=confirmed").isEmpty)
        }
    }

    @Test func `what the provider lacks is measured, and only what Purser lacks is alarmed`() async throws {
        try await ShadowWorld.with { world in
            try await world.add("anna", "ben")
            try await world.buy("forever", "anna")
            world.provider.plant("anna") { $0.entitlements = [:] }
            try await world.start()
            try await world.compare(minutes: 70)
            #expect(try await world.differences().count == 1)
            let rule = try #require(world.shop.server.alerts.alertRules.first { $0.name == "shadow-differences" })
            var input = try await world.shop.server.measurement.alertInput(now: world.shop.appStore.now)
            #expect(rule.measure(input, rule) == 0)
            let text = try await world.shop.server.monitoring.metricsText()
            let app = #"app="com.example.coffee""#
            #expect(
                text.contains(
                    #"purser_shadow_differences{\#(app),class="late-at-provider",state="confirmed"} 1"#
                )
            )
            #expect(text.contains(#"purser_shadow_comparisons_total{outcome="ok"}"#))
            world.provider.plant("ben") { $0.entitlements["all"] = ["expires_date": .null] }
            try await world.compare(minutes: 140)
            input = try await world.shop.server.measurement.alertInput(now: world.shop.appStore.now)
            #expect(rule.measure(input, rule) == 1)
        }
    }
}
