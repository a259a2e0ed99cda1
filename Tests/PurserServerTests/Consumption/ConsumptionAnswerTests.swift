// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct ConsumptionAnswerTests {
    private func shop(
        version: Int,
        change: @Sendable (inout ConsumptionPolicy) -> Void = { _ in }
    ) async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { _ in HTTPClientResponse(status: 202) }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].consumption.version = version
            change(&configuration.apps[0].consumption)
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test"
            )
        }
        _ = try await shop.send(.put, "/v1/customers/anna/consents/consumption-information", ["isGranted": true])
        return shop
    }

    @Test func `the first version of the request is answered in Apple's steps`() async throws {
        let shop = try await shop(version: 1)
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        _ = try await shop.verify(bought, order: order.id)
        let created = TestClock.start.addingTimeInterval(-40 * 86_400).millisecondsSince1970
        _ = try await shop.send(
            .post,
            "/v1/customers/anna/usage",
            [
                "transactionId": "1000", "usedPercentage": 25_000, "accountCreatedAt": .integer(created),
                "playSeconds": 7200, "accountState": "active",
            ]
        )
        shop.clock.advance(1800)
        try await shop.notify(.about(.consumptionRequest, nil, bought, signed: shop.clock.now))
        try await shop.service.consumption.respondToConsumptionRequests()
        let sent = try #require(shop.transport.requests.last { $0.url.contains("consumption") })
        #expect(sent.url.contains("/inApps/v1/transactions/consumption/1000"))
        let body = try ServiceJSON.decode(JSONValue.self, from: sent.body ?? Data())
        #expect(body["customerConsented"] == true)
        #expect(body["accountTenure"] == 4)
        #expect(body["playTime"] == 3)
        #expect(body["consumptionStatus"] == 2)
        #expect(body["deliveryStatus"] == 0)
        #expect(body["lifetimeDollarsPurchased"] == 2)
        #expect(body["lifetimeDollarsRefunded"] == 1)
        #expect(body["userStatus"] == 1)
        #expect(body["appAccountToken"]?.string == order.appAccountToken?.description)
    }

    /// Apple asks about a purchase of bob, who has not agreed to anything.
    private func ask(_ shop: TestShop, id: UUID = UUID()) async throws -> String {
        let bought = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(bought, customer: "bob")
        try await shop.notify(.about(.consumptionRequest, nil, bought, id: id, signed: shop.clock.now))
        return NotificationUUID(rawValue: id).description
    }

    private func answer(_ question: String, _ preference: String, _ visit: ConsoleVisit) async throws {
        let answer = try await visit.post(
            "/console/actions/answer-consumption",
            [
                "notification": question, "preference": preference, "confirm": "yes",
                "scope": "com.example.coffee Production",
            ]
        )
        #expect(answer.status == .seeOther)
    }

    @Test(arguments: [1, 2])
    func `what a person answers goes before what the team prefers`(version: Int) async throws {
        let shop = try await shop(version: version) { $0.refundPreference = "GRANT_FULL" }
        let question = try await ask(shop)
        try await shop.service.consumption.respondToConsumptionRequests()
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        try await answer(question, "DECLINE", visit)
        let sent = try #require(shop.transport.requests.last { $0.url.contains("consumption") })
        let body = try ServiceJSON.decode(JSONValue.self, from: sent.body ?? Data())
        #expect(body["refundPreference"] == (version == 1 ? 2 : "DECLINE"))
    }

    @Test func `an open question is found however many answers are stored`() async throws {
        let shop = try await shop(version: 2)
        let scope = AppScope(bundleID: TestShop.app, environment: .production)
        let old = TestClock.start.addingTimeInterval(-86_400)
        let record = ConsumptionRecord(transaction: "1", asked: old, answered: old, outcome: "no-consent")
        try await shop.database.write { writer in
            for number in 100_000_000_000...100_000_010_000 {
                let id = try #require(NotificationUUID("00000000-0000-4000-8000-\(number)"))
                try writer.upsert(record, as: id, in: ConsumptionRecord.records[scope], now: old)
            }
        }
        let last = try #require(UUID(uuidString: "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"))
        let question = try await ask(shop, id: last)
        try await shop.service.consumption.respondToConsumptionRequests()
        #expect(try await shop.service.consoleCounter.counts(in: scope).consumption == 1)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        #expect(try await visit.get("/console/consumption").text.contains(question))
        try await answer(question, "", visit)
        let page = try await visit.get("/console/consumption").text
        #expect(page.contains("Apple has the answer.") && !page.contains(question))
        #expect(page.contains(">sent<"))
    }

    @Test func `whoever answers while answers are switched off gets an error`() async throws {
        let shop = try await shop(version: 2) { $0.isEnabled = false }
        let question = try await ask(shop)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        try await answer(question, "DECLINE", visit)
        let page = try await visit.get("/console/consumption").text
        #expect(page.contains("switched off for this app") && !page.contains("tried again"))
    }

    @Test func `the answers are listed newest first, page by page`() async throws {
        let shop = try await shop(version: 2)
        for id in ["1", "2", "3"] {
            let bought = TransactionPayload.purchase(TestShop.beans, id: TransactionID(rawValue: id))
            _ = try await shop.verify(bought, customer: "anna")
            shop.clock.advance(60)
            try await shop.notify(.about(.consumptionRequest, nil, bought, signed: shop.clock.now))
            try await shop.service.consumption.respondToConsumptionRequests()
        }
        let first: ConsumptionList = try await shop.send(.get, "/v1/consumption?limit=2").json()
        #expect(first.answers.map(\.transaction) == ["3", "2"])
        let last = try #require(first.answers.last?.notification)
        let second: ConsumptionList = try await shop.send(.get, "/v1/consumption?limit=2&after=\(last)").json()
        #expect(second.answers.map(\.transaction) == ["1"])
    }

    @Test func `the answer is sent within the hour and Apple's decision is stored beside it`() async throws {
        let shop = try await shop(version: 2)
        let stored = TransactionPayload.purchase(TestShop.beans, id: "1")
        let returned = TransactionPayload.purchase(TestShop.beans, id: "2")
        for bought in [stored, returned] {
            _ = try await shop.verify(bought, customer: "anna")
            shop.clock.advance(60)
            try await shop.notify(.about(.consumptionRequest, nil, bought, signed: shop.clock.now))
        }
        let waits = shop.service.backgroundJobs.first { $0.name == "consumption" }?.interval
        #expect(try #require(waits) < .seconds(600))
        try await shop.service.consumption.respondToConsumptionRequests()
        shop.clock.advance(days: 1)
        try await shop.notify(.about(.refundDeclined, nil, stored, signed: shop.clock.now))
        try await shop.notify(.about(.refund, nil, returned.refunded(at: shop.clock.now)))
        let list: ConsumptionList = try await shop.send(.get, "/v1/consumption").json()
        #expect(list.answers.map(\.outcome) == ["sent", "sent"])
        let decisions = Dictionary(
            list.answers.map { ($0.transaction, $0.decision?.decision) },
            uniquingKeysWith: { $1 }
        )
        #expect(decisions == ["1": "declined", "2": "refunded"])
    }
}
