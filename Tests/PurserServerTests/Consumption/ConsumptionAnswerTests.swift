// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

@Suite struct ConsumptionAnswerTests {
    private func shop(version: Int) async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { _ in HTTPClientResponse(status: 202) }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].consumption.version = version
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test"
            )
        }
        _ = try await shop.send(.put, "/v1/customers/anna/consents/consumption-information", ["isGiven": true])
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
                "transaction": "1000", "usedPercentage": 25_000, "accountCreated": .integer(created),
                "playSeconds": 7200, "accountState": "active",
            ]
        )
        shop.clock.advance(1800)
        try await shop.notify(.about(.consumptionRequest, nil, bought, signed: shop.clock.now))
        try await shop.service.answerConsumptionRequests()
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

    @Test func `the answer is sent within the hour and Apple's decision is kept beside it`() async throws {
        let shop = try await shop(version: 2)
        let kept = TransactionPayload.purchase(TestShop.beans, id: "1")
        let returned = TransactionPayload.purchase(TestShop.beans, id: "2")
        for bought in [kept, returned] {
            _ = try await shop.verify(bought, customer: "anna")
            shop.clock.advance(60)
            try await shop.notify(.about(.consumptionRequest, nil, bought, signed: shop.clock.now))
        }
        let waits = shop.service.chores.first { $0.name == "consumption" }?.interval
        #expect(try #require(waits) < .seconds(600))
        try await shop.service.answerConsumptionRequests()
        shop.clock.advance(days: 1)
        try await shop.notify(.about(.refundDeclined, nil, kept, signed: shop.clock.now))
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
