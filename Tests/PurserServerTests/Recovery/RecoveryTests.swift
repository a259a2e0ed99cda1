// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
import Synchronization
import Testing

@testable import PurserServer

@Suite struct RecoveryTests {
    /// A shop whose App Store answers from what a test puts there, by path.
    private func shop(
        secret: String? = nil,
        notificationConcurrency: Int = 32,
        _ answers: @escaping @Sendable (String) throws -> (Int, String)
    ) async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { request in
            let path = request.url.split(separator: "/").dropFirst(2).joined(separator: "/")
            let (status, body) = try answers("/" + path)
            return HTTPClientResponse(
                status: status,
                headers: [("Content-Type", "application/json")],
                body: Data(body.utf8)
            )
        }
        return try await TestShop(transport: transport) { configuration in
            configuration.notificationConcurrency = notificationConcurrency
            configuration.apps[0].sharedSecret = secret
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test",
                sandboxURL: "https://sandbox.apple.test"
            )
        }
    }

    private let scope = AppScope(bundleID: TestShop.app, environment: .production)

    @Test func `missed notifications are found and filled, and a second look proves that none is missing`() async throws
    {
        let bought = TransactionPayload.purchase(TestShop.beans)
        let missed = try TestShop.sign(NotificationPayload.about(.oneTimeCharge, nil, bought))
        let shop = try await shop { _ in
            (
                200,
                #"{"hasMore":false,"notificationHistory":[{"signedPayload":"\#(missed)"}]}"#
                    .replacing("\(missed)", with: missed.rawValue)
            )
        }
        let first: RecoveryReport = try await shop.send(.post, "/v1/recovery/notifications").json()
        #expect(first.checked == 1 && first.missing == 1 && first.failed == 0)
        let second: RecoveryReport = try await shop.send(.post, "/v1/recovery/notifications").json()
        #expect(second.checked == 1 && second.missing == 0)
        let reports: RecoveryReports = try await shop.send(.get, "/v1/recovery").json()
        #expect(reports.reports.map(\.missing) == [0])
    }

    @Test func `after a round that could not ask Apple at all the next one looks at all that is due`() async throws {
        let asked = Mutex<[String]>([])
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { request in
            asked.withLock { $0.append(String(decoding: request.body ?? Data(), as: UTF8.self)) }
            return HTTPClientResponse(
                status: 200,
                headers: [("Content-Type", "application/json")],
                body: Data(#"{"hasMore":false,"notificationHistory":[]}"#.utf8)
            )
        }
        let shop = try await TestShop(transport: transport)
        #expect(try await shop.send(.post, "/v1/recovery/notifications").status != .ok)
        var configuration = shop.service.configuration
        configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
            issuerID: "issuer",
            keyID: "KEY1234567",
            privateKeyPEM: key,
            productionURL: "https://apple.test"
        )
        _ = try shop.service.reload(configuration)
        shop.clock.advance(60)
        // Whoever asks for an hour is given what is due besides.
        let start = shop.clock.now.addingTimeInterval(-3600)
        let answer = try await shop.send(.post, "/v1/recovery/notifications?from=\(start.millisecondsSince1970)")
        #expect(answer.status == .ok, "\(answer.text)")
        let oldest = shop.clock.now.addingTimeInterval(-179 * 86_400).millisecondsSince1970
        #expect(asked.withLock(\.self).first?.contains(#""startDate":\#(oldest)"#) == true, "\(asked.withLock(\.self))")
    }

    @Test func `a notification that only waits to be processed is not missing`() async throws {
        let bought = TransactionPayload.purchase(TestShop.beans)
        let waits = try TestShop.sign(NotificationPayload.about(.oneTimeCharge, nil, bought)).rawValue
        let shop = try await shop(notificationConcurrency: 0) { _ in
            (200, #"{"hasMore":false,"notificationHistory":[{"signedPayload":"\#(waits)"}]}"#)
        }
        _ = try await shop.send(
            .post,
            "/apple/notifications/production",
            ["signedPayload": .string(waits)],
            key: ""
        )
        let report: RecoveryReport = try await shop.send(.post, "/v1/recovery/notifications").json()
        #expect(report.checked == 1 && report.missing == 0)
    }

    @Test func `an open order is settled from the customer's history`() async throws {
        let signed = Mutex("")
        let shop = try await shop { _ in
            (
                200,
                """
                {"revision":"r","hasMore":false,"bundleId":"com.example.coffee","environment":"Production",\
                "signedTransactions":["\(signed.withLock(\.self))"]}
                """
            )
        }
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "900"), customer: "anna")
        let order = try await shop.order(TestShop.beans)
        let paid = TransactionPayload.purchase(TestShop.beans, id: "901", token: order.appAccountToken)
        let document = try TestShop.sign(paid).rawValue
        signed.withLock { $0 = document }
        shop.clock.advance(3600)
        _ = try await shop.service.rounds.recover(.purchases, scope)
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(try await shop.balance() == 100)
    }

    @Test func `an open order is settled from whichever of the customer's Apple accounts paid it`() async throws {
        let histories = Mutex<[String: [String]]>([:])
        let asked = Mutex<[String]>([])
        let shop = try await shop { path in
            let id = String(path.split(separator: "?")[0].split(separator: "/").last ?? "")
            asked.withLock { $0.append(id) }
            let signed = histories.withLock { $0[id] ?? [] }.map { "\"\($0)\"" }.joined(separator: ",")
            return (
                200,
                """
                {"revision":"r","hasMore":false,"bundleId":"com.example.coffee","environment":"Production",\
                "signedTransactions":[\(signed)]}
                """
            )
        }
        // Three purchases on one account, one on another.
        let first = [("900", TestShop.grinder), ("901", TestShop.beans), ("902", TestShop.beans)]
            .map { TransactionPayload.purchase($0.1, id: TransactionID(rawValue: $0.0), token: nil) }
        let second = TransactionPayload.purchase(TestShop.beans, id: "903", token: nil)
        for bought in first + [second] { _ = try await shop.verify(bought, customer: "anna") }
        let order = try await shop.order(TestShop.grinder)
        let paid = TransactionPayload.purchase(TestShop.grinder, id: "904", token: order.appAccountToken)
        let (one, other) = try (
            first.map { try TestShop.sign($0).rawValue }, [second, paid].map { try TestShop.sign($0).rawValue }
        )
        histories.withLock { $0 = ["900": one, "901": one, "902": one, "903": other, "904": other] }
        shop.clock.advance(3600)
        _ = try await shop.service.rounds.recover(.purchases, scope)
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(asked.withLock(\.self) == ["900", "903"])
    }

    @Test func `old purchases come in by transaction and tell no one unless asked`() async throws {
        let signed = try TestShop.sign(TransactionPayload.purchase(TestShop.grinder, id: "77")).rawValue
        let shop = try await shop { _ in
            (
                200,
                """
                {"revision":"r","hasMore":false,"bundleId":"com.example.coffee","environment":"Production",\
                "signedTransactions":["\(signed)"]}
                """
            )
        }
        let report: RecoveryReport = try await shop.send(
            .post,
            "/v1/backfill",
            ["transactions": ["77"], "customer": "old"]
        ).json()
        #expect(report.missing == 1)
        #expect(report.owners?.map(\.outcome) == [.assigned])
        #expect(try await shop.isEntitled("old", to: "grinder"))
        #expect(try await shop.events().isEmpty)
        // The very same document again: whose it is stays, and the report says so.
        let again: RecoveryReport = try await shop.send(
            .post,
            "/v1/backfill",
            ["transactions": ["77"], "customer": "other"]
        ).json()
        #expect(again.missing == 0)
        #expect(again.owners?.map(\.outcome) == [.ownerRetained] && again.owners?.first?.customer == "old")
    }

    @Test func `Apple's refusals and silences are distinguished`() async throws {
        let shop = try await shop { path in
            path.contains("lookup")
                ? (404, #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#)
                : (200, #"{"testNotificationToken":"t"}"#)
        }
        #expect(try await shop.send(.get, "/v1/apple/orders/M123").status == 422)
        #expect(try await shop.send(.post, "/v1/apple/test-notifications").text.contains("testNotificationToken"))
        let bare = try await TestShop()
        #expect(try await bare.send(.post, "/v1/apple/test-notifications").code == "not-configured")
    }

    @Test func `consumption is answered from what is known, and only with consent`() async throws {
        let shop = try await shop { _ in (202, "") }
        let bought = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(bought, customer: "anna")
        func askedAgain() async throws -> [HTTPClientRequest] {
            shop.transport.forget()
            try await shop.notify(.about(.consumptionRequest, nil, bought, signed: shop.clock.now))
            try await shop.service.consumption.respondToConsumptionRequests()
            return shop.transport.requests.filter { $0.url.contains("consumption") }
        }
        #expect(try await askedAgain().isEmpty)
        _ = try await shop.send(
            .put,
            "/v1/customers/anna/consents/consumption-information",
            ["isGranted": true]
        )
        _ = try await shop.send(
            .post,
            "/v1/customers/anna/usage",
            ["transactionId": "1000", "usedPercentage": 25_000]
        )
        let sent = try #require(try await askedAgain().first)
        let body = try ServiceJSON.decode(JSONValue.self, from: sent.body ?? Data())
        #expect(body["customerConsented"] == true)
        #expect(body["deliveryStatus"] == "DELIVERED")
        #expect(body["consumptionPercentage"] == 25_000)
        let list: ConsumptionList = try await shop.send(.get, "/v1/consumption").json()
        #expect(Set(list.answers.map(\.outcome)) == ["no-consent", "sent"])
    }

    private static func history(_ signed: [String]) -> String {
        let list = signed.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"revision":"r","hasMore":false,"bundleId":"com.example.coffee","environment":"Production",\
            "signedTransactions":[\(list)]}
            """
    }

    @Test func `a purchase that Apple does not know stops no round, and is named`() async throws {
        let bought = TransactionPayload.purchase(TestShop.grinder, id: "901")
        let refunded = try TestShop.sign(bought.refunded(at: TestClock.start.addingTimeInterval(60))).rawValue
        let shop = try await shop { path in
            path.contains("900")
                ? (404, #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#)
                : (200, Self.history([refunded]))
        }
        _ = try await shop.verify(.purchase(TestShop.beans, id: "900"), customer: "anna")
        _ = try await shop.verify(bought, customer: "anna")
        #expect(try await shop.isEntitled(to: "grinder"))
        let report: RecoveryReport = try await shop.send(.post, "/v1/recovery/refunds").json()
        #expect(report.missing == 1 && report.failed == 1)
        #expect(report.failures?.map(\.item) == ["900"])
        #expect(try await shop.isEntitled(to: "grinder") == false)
    }

    @Test func `a purchase that only a version 1 notification names and Apple does not know is reported once`()
        async throws
    {
        let asked = Mutex(0)
        let isKnown = Mutex(false)
        let refunded = TransactionPayload.purchase(TestShop.grinder, id: "990").refunded(at: TestClock.start)
        let document = try TestShop.sign(refunded).rawValue
        let shop = try await shop(secret: "0123456789abcdef") { path in
            guard path.contains("990") else { return (200, Self.history([])) }
            asked.withLock { $0 += 1 }
            return isKnown.withLock(\.self)
                ? (200, Self.history([document]))
                : (404, #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#)
        }
        let forged: JSONValue = [
            "notification_type": "INITIAL_BUY", "password": "0123456789abcdef", "environment": "PROD",
            "bid": "com.example.coffee", "original_transaction_id": "990",
        ]
        #expect(try await shop.send(.post, "/apple/notifications/production", forged, key: "").status == 200)
        let first: RecoveryReport = try await shop.send(.post, "/v1/recovery/refunds").json()
        #expect(first.failed == 0 && first.missing == 0 && first.unknown == ["990"])
        let second: RecoveryReport = try await shop.send(.post, "/v1/recovery/refunds").json()
        #expect(second.failed == 0 && second.unknown == nil)
        #expect(asked.withLock(\.self) == 1)
        // Apple may have been late to know it: after a month it is asked again, and nothing is said when it is as
        // before.
        shop.clock.advance(days: 31)
        let third: RecoveryReport = try await shop.send(.post, "/v1/recovery/refunds").json()
        #expect(third.failed == 0 && third.unknown == nil && asked.withLock(\.self) == 2)
        isKnown.withLock { $0 = true }
        shop.clock.advance(days: 31)
        let fourth: RecoveryReport = try await shop.send(.post, "/v1/recovery/refunds").json()
        #expect(fourth.missing == 1 && fourth.failed == 0)
        // What Apple has signed, it is asked about at every round.
        _ = try await shop.send(.post, "/v1/recovery/refunds")
        #expect(asked.withLock(\.self) == 4)
    }

    @Test func `an outage ends a round, and the next one looks at the same again`() async throws {
        let isDown = Mutex(true)
        let shop = try await shop { _ in
            isDown.withLock(\.self)
                ? (500, #"{"errorCode":5000000,"errorMessage":"Down."}"#)
                : (200, #"{"hasMore":false,"notificationHistory":[]}"#)
        }
        let refused = try await shop.send(.post, "/v1/recovery/notifications")
        #expect(refused.status == 503)
        let stored: RecoveryReports = try await shop.send(.get, "/v1/recovery").json()
        let first = try #require(stored.reports.first)
        #expect(first.stopped != nil && first.until == first.from)
        isDown.withLock { $0 = false }
        let next: RecoveryReport = try await shop.send(.post, "/v1/recovery/notifications").json()
        #expect(next.stopped == nil)
        #expect(try #require(next.from) <= first.until)
    }

    @Test func `what could not be processed is looked at again by the next round`() async throws {
        let strange = TransactionPayload.purchase(TestShop.beans, bundleID: "com.example.tea")
        let missed = try TestShop.sign(NotificationPayload.about(.oneTimeCharge, nil, strange)).rawValue
        let shop = try await shop { _ in
            (
                200,
                #"{"hasMore":false,"notificationHistory":[{"signedPayload":"MISSED"}]}"#.replacing(
                    "MISSED",
                    with: missed
                )
            )
        }
        let start = TestClock.start.addingTimeInterval(-86_400)
        let first: RecoveryReport = try await shop.send(
            .post,
            "/v1/recovery/notifications?from=\(start.millisecondsSince1970)"
        ).json()
        #expect(first.failed == 1 && first.failures?.first?.code == "wrong-bundle-id")
        shop.clock.advance(days: 3)
        let second: RecoveryReport = try await shop.send(.post, "/v1/recovery/notifications").json()
        #expect(second.from == start)
    }

    @Test func `Apple is never asked about a purchase in another store`() async throws {
        let shop = try await shop { _ in (500, #"{"errorCode":5000000,"errorMessage":"Down."}"#) }
        let now = shop.clock.now
        let body: JSONValue = [
            "store": "huawei", "id": "sub-7", "customer": "anna", "productId": .string(TestShop.monthly.rawValue),
            "purchaseDate": .integer(now.millisecondsSince1970), "willAutoRenew": true, "state": "active",
            "expiresDate": .integer(now.addingTimeInterval(30 * 86_400).millisecondsSince1970),
            "statedAt": .integer(now.millisecondsSince1970),
        ]
        #expect(try await shop.send(.post, "/v1/external-purchases", body).status == .ok)
        _ = try await shop.order(TestShop.beans)
        shop.transport.forget()
        for day in [29.5, 0.6, 1, 1] {
            shop.clock.advance(days: day)
            try await shop.service.lifecycle.advanceLifecycles()
        }
        for kind in ["statuses", "refunds", "purchases"] {
            let report: RecoveryReport = try await shop.send(.post, "/v1/recovery/\(kind)").json()
            #expect(report.checked == 0 && report.failed == 0, "\(kind)")
        }
        #expect(shop.transport.requests.isEmpty)
        #expect(try await shop.isEntitled(to: "club") == false)
        #expect(try await shop.eventTypes().contains("subscription.expired"))
    }

    @Test func `a renewal no one reported is found when the period ends, at the latest when Apple is back`()
        async throws
    {
        let bought = TransactionPayload.purchase()
        let renewal = bought.renewed(id: "1001")
        let info = try TestShop.sign(renewal.renewalInfo()).rawValue
        let signed = try TestShop.sign(renewal).rawValue
        let isDown = Mutex(true)
        let shop = try await shop { _ in
            guard !isDown.withLock(\.self) else { return (500, #"{"errorCode":5000000,"errorMessage":"Down."}"#) }
            return (
                200,
                """
                {"environment":"Production","bundleId":"com.example.coffee","data":[{"subscriptionGroupIdentifier":"club",\
                "lastTransactions":[{"originalTransactionId":"1000","status":1,"signedTransactionInfo":"\(signed)",\
                "signedRenewalInfo":"\(info)"}]}]}
                """
            )
        }
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(days: 31.5)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled(to: "club") == false)
        isDown.withLock { $0 = false }
        shop.clock.advance(601)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled(to: "club"))
        let forced: RecoveryReport = try await shop.send(.post, "/v1/recovery/statuses").json()
        #expect(forced.failed == 0)
    }

    @Test func `a backfill imports what it can and names the rest`() async throws {
        let signed = try TestShop.sign(TransactionPayload.purchase(TestShop.grinder, id: "77")).rawValue
        let shop = try await shop { path in
            path.contains("/78")
                ? (404, #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#)
                : (200, Self.history([signed]))
        }
        let report: RecoveryReport = try await shop.send(
            .post,
            "/v1/backfill",
            ["transactions": ["78", "77"], "receipts": ["not base64!"], "customer": "old"]
        ).json()
        #expect(report.missing == 1 && report.failures?.map(\.item) == ["78", "receipts[0]"])
        let many = JSONValue.array((0...1000).map { .string(String($0)) })
        #expect(try await shop.send(.post, "/v1/backfill", ["transactions": many]).status == 400)
    }

    @Test func `what is paid is delivered as soon as the catalog has it`() async throws {
        let shop = try await TestShop()
        let refused = try await shop.verify(.purchase("coffee.mug", id: "5"), customer: "anna")
        #expect(refused.code == "unknown-product")
        _ = try await shop.send(
            .put,
            "/v1/catalog/products/coffee.mug",
            ["id": "coffee.mug", "type": "Non-Consumable", "entitlements": ["mug"]]
        )
        try await shop.service.purchaseRecovery.deliverPaidOrders()
        #expect(try await shop.isEntitled(to: "mug"))
        let list: UndeliveredList = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(list.orders.isEmpty && list.unclaimed.isEmpty)
    }
}
