// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Synchronization
import Testing

@testable import PurserServer

@Suite struct ForwardingTests {
    private static let present = "https://present.example/apple"
    private static let second = "https://second.example/apple"

    private func shop(
        _ targets: [NotificationForwarding] = [NotificationForwarding(url: present)],
        configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws -> TestShop {
        try await TestShop { configuration in
            configuration.apps[0].forwardNotificationsTo = targets
            configure(&configuration)
        }
    }

    private func renewal(_ number: Int, of original: OriginalTransactionID = "1000") throws -> NotificationPayload {
        let bought = TestClock.start.addingTimeInterval(Double(number) * 30 * 86_400)
        let id = TransactionID(rawValue: "\(original)\(number)")
        return try .about(.didRenew, nil, .purchase(id: id, original: original, bought: bought))
    }

    /// Posts a body as the App Store does, byte for byte.
    private func post(_ shop: TestShop, _ body: Data, _ environment: String = "production") async throws -> Int {
        let headers: HTTPHeaders = ["Content-Type": "application/json;charset=utf-8"]
        let answer = try await shop.client.send(
            .post,
            "/apple/notifications/\(environment)",
            headers: headers,
            body: body
        )
        return answer.status.rawValue
    }

    private func sent(_ shop: TestShop, to url: String = Self.present) -> [HTTPClientRequest] {
        shop.transport.requests.filter { $0.url == url }
    }

    private func target(_ shop: TestShop, _ index: Int = 0) async throws -> ForwardingTargetBody {
        let list: ForwardingTargetList = try await shop.send(.get, "/v1/notification-forwarding").json()
        return list.targets[index]
    }

    @Test func `what recovery finds is stored for forwarding in the commit that makes it known`() async throws {
        let shop = try await shop()
        let database = RecordingDatabase(shop.database)
        let service = try shop.anotherInstance(over: database)
        let signed = try TestShop.sign(renewal(1))
        _ = database.removeWrites()
        for isNew in [true, false] {
            let outcome = try await service.notifications.receive(
                signed,
                environment: .production,
                source: .history,
                now: shop.clock.now
            )
            #expect(outcome.isNew == isNew)
            let forwarding = database.removeWrites().filter { statements in
                statements.contains { $0.query.text.contains("INSERT INTO forwarded_notifications") }
            }
            #expect(forwarding.count == (isNew ? 1 : 0))
            #expect(forwarding.allSatisfy { $0.contains { $0.query.text.contains("INTO facts") } })
        }
        try await service.forwarder.round()
        #expect(sent(shop).map(\.body) == [Data(#"{"signedPayload":"\#(signed.rawValue)"}"#.utf8)])
    }

    @Test func `an answer waits for one transaction, with the facts and the forwarding`() async throws {
        let shop = try await shop()
        let database = RecordingDatabase(shop.database)
        let service = try shop.anotherInstance(over: database)
        // The first one records the policies, too.
        for number in 1...2 {
            _ = database.removeWrites()
            let body: JSONValue = ["signedPayload": .string(try TestShop.sign(renewal(number)).rawValue)]
            let answer = try await InProcessClient(service.router()).send(
                .post,
                "/apple/notifications/production",
                headers: ["Content-Type": "application/json"],
                body: try ServiceJSON.encode(body)
            )
            #expect(answer.status == .ok)
        }
        let writes = database.removeWrites()
        #expect(writes.count == 1)
        for table in ["INSERT INTO forwarded_notifications", "INTO facts"] {
            #expect(writes.first?.contains { $0.query.text.contains(table) } == true, "\(table)")
        }
    }

    @Test func `a notification that this server cannot process is forwarded all the same`() async throws {
        let shop = try await shop()
        let signed = try TestShop.sign(renewal(1)).rawValue
        let body = Data(#"{"signedPayload":"\#(signed)"}"#.utf8)
        #expect(try await FulfillmentSession.$maximumRounds.withValue(0) { try await post(shop, body) } == 500)
        try await shop.service.forwarder.round()
        #expect(sent(shop).map(\.body) == [body])
        #expect(try await post(shop, body) == 200)
        try await shop.service.forwarder.round()
        #expect(sent(shop).count == 1)
    }

    @Test func `a notification is forwarded byte for byte, with its media type`() async throws {
        let shop = try await shop()
        let signed = try TestShop.sign(renewal(1)).rawValue
        let body = Data("\n { \"signedPayload\" :\t\"\(signed)\" , \"unknown\": \"☕️\" }\r\n".utf8)
        #expect(try await post(shop, body) == 200)
        try await shop.service.forwarder.round()
        let request = try #require(sent(shop).first)
        #expect(request.body == body)
        #expect(request.headers.first { $0.name == "Content-Type" }?.value == "application/json;charset=utf-8")
        try await shop.service.forwarder.round()
        #expect(sent(shop).count == 1)
    }

    @Test func `a version 1 notification is forwarded byte for byte`() async throws {
        let shop = try await shop { $0.apps[0].sharedSecret = "secret" }
        let body = Data(
            #" {"notification_type":"DID_RENEW", "password":"secret","bid":"com.example.coffee","environment":"PROD"}"#
                .utf8
        )
        #expect(try await post(shop, body) == 200)
        try await shop.service.forwarder.round()
        #expect(sent(shop).map(\.body) == [body])
    }

    @Test func `each target gets the environments it is for, and its own authorization`() async throws {
        let shop = try await shop([
            NotificationForwarding(url: Self.present, environments: [.production], authorization: "Bearer key"),
            NotificationForwarding(url: Self.second, environments: [.sandbox]),
        ])
        try await shop.notify(renewal(1))
        try await shop.notify(.about(.didRenew, nil, .purchase(id: "77", environment: .sandbox)))
        try await shop.service.forwarder.round()
        #expect(sent(shop).count == 1 && sent(shop, to: Self.second).count == 1)
        #expect(sent(shop).first?.headers.first { $0.name == "Authorization" }?.value == "Bearer key")
        #expect(sent(shop, to: Self.second).first?.headers.contains { $0.name == "Authorization" } == false)
    }

    @Test func `what the App Store sends again is forwarded once`() async throws {
        let shop = try await shop()
        let notification = try renewal(1)
        for _ in 0..<3 { try await shop.notify(notification) }
        try await shop.service.forwarder.round()
        #expect(sent(shop).count == 1)
    }

    @Test func `what is not genuine is not forwarded`() async throws {
        let shop = try await shop()
        let stranger = Data(#"{"signedPayload":"a.b.c"}"#.utf8)
        #expect(try await post(shop, stranger) != 200)
        var other = TransactionPayload.purchase(bundleID: "com.example.other")
        other.signedDate = TestClock.start
        try await shop.notify(.about(.didRenew, nil, other))
        try await shop.service.forwarder.round()
        #expect(sent(shop).isEmpty)
    }

    @Test func `a target that is down for two days gets everything afterward, in each purchase's order`() async throws {
        let shop = try await shop()
        shop.transport.answer { _ in throw HTTPClientError(code: .cannotConnect, message: "down") }
        var expected: [String: [Data]] = [:]
        for number in 1...4 {
            for original in ["1000", "2000"] {
                let payload = try renewal(number, of: OriginalTransactionID(rawValue: original))
                let signed = try TestShop.sign(payload).rawValue
                let body = Data(#"{"signedPayload":"\#(signed)"}"#.utf8)
                expected[original, default: []].append(body)
                #expect(try await post(shop, body) == 200)
                try await shop.service.forwarder.round()
            }
            shop.clock.advance(days: 0.5)
        }
        shop.transport.forget()
        shop.transport.answer { _ in HTTPClientResponse(status: 200) }
        for _ in 0..<40 {
            shop.clock.advance(days: 0.1)
            try await shop.service.forwarder.round()
        }
        let received = sent(shop).compactMap(\.body)
        for (_, bodies) in expected { #expect(received.filter(bodies.contains) == bodies) }
        #expect(received.count == 8)
        #expect(try await target(shop).pending == 0)
    }

    @Test func `a target that gives no response is asked once a round, and what waits uses up no attempt`() async throws
    {
        let shop = try await shop()
        shop.transport.answer { _ in throw HTTPClientError(code: .cannotConnect, message: "down") }
        let limit = LaneDispatcher<ForwardingSource>.attemptsBeforeDown
        for number in 1...3 * limit {
            let original = OriginalTransactionID(rawValue: "\(1000 + number)")
            let signed = try TestShop.sign(renewal(1, of: original)).rawValue
            #expect(try await post(shop, Data(#"{"signedPayload":"\#(signed)"}"#.utf8)) == 200)
        }
        try await shop.service.forwarder.round()
        // Sixteen at a time until it counts as down.
        #expect((limit...2 * limit).contains(sent(shop).count))
        for _ in 1...5 {
            let before = sent(shop).count
            try await shop.service.forwarder.round()
            #expect(sent(shop).count == before + 1)
        }
        #expect(try await target(shop).pending == 3 * limit)
        let tried = sent(shop).count
        shop.transport.forget()
        shop.transport.answer { _ in HTTPClientResponse(status: 200) }
        try await shop.service.forwarder.round()
        // Whatever was not tried yet goes at once; the others are due when their schedule says.
        #expect(sent(shop).count == 3 * limit - tried)
        shop.clock.advance(days: 0.01)
        try await shop.service.forwarder.round()
        #expect(try await target(shop).pending == 0)
    }

    @Test(arguments: [nil, HTTPClientError.Code.tooLarge, .invalidResponse])
    func `a target that rejects everything is asked as often as one that accepts it`(
        failure: HTTPClientError.Code?
    ) async throws {
        let shop = try await shop()
        shop.transport.answer { _ in
            if let failure { throw HTTPClientError(code: failure, message: "a response that is of no use") }
            return HTTPClientResponse(status: 500)
        }
        let count = 2 * LaneDispatcher<ForwardingSource>.attemptsBeforeDown
        for number in 1...count {
            let original = OriginalTransactionID(rawValue: "\(1000 + number)")
            let signed = try TestShop.sign(renewal(1, of: original)).rawValue
            #expect(try await post(shop, Data(#"{"signedPayload":"\#(signed)"}"#.utf8)) == 200)
        }
        try await shop.service.forwarder.round()
        #expect(sent(shop).count == count)
    }

    @Test func `a dead target neither delays the App Store's response nor another target`() async throws {
        let shop = try await shop([
            NotificationForwarding(url: Self.present), NotificationForwarding(url: Self.second),
        ])
        let asked = Mutex(false)
        shop.transport.answer { request in
            if request.url == Self.present {
                asked.withLock { $0 = true }
                // It never answers until it is canceled.
                try await Task.sleep(for: .seconds(3600))
            }
            return HTTPClientResponse(status: 200)
        }
        try await shop.notify(renewal(1))
        let round = Task { try await shop.service.forwarder.round() }
        while !asked.withLock(\.self) { await Task.yield() }
        let answer = try await shop.notify(renewal(2))
        #expect(answer.status == .ok)
        try await shop.service.forwarder.round()
        #expect(sent(shop, to: Self.second).count >= 1)
        round.cancel()
        _ = await round.result
    }

    @Test func `after the last attempt it is failed, is listed, and a resend delivers it`() async throws {
        let shop = try await shop()
        shop.transport.answer { _ in HTTPClientResponse(status: 500) }
        try await shop.notify(renewal(1))
        for interval in [0] + RetrySchedule.intervals {
            shop.clock.advance(interval + 1)
            try await shop.service.forwarder.round()
        }
        #expect(sent(shop).count == 10)
        let target = try await target(shop)
        #expect(target.failed == 1 && target.pending == 0)
        let path = "/v1/notification-forwarding/\(target.id)"
        let failed: ForwardingDeliveryList = try await shop.send(.get, path + "/deliveries?state=failed").json()
        let delivery = try #require(failed.deliveries.first)
        #expect(delivery.type == "DID_RENEW" && delivery.lastResponse == "500" && delivery.attempts == 10)
        shop.transport.answer { _ in HTTPClientResponse(status: 200) }
        let count: CountBody = try await shop.send(.post, path + "/resend", ["failedOnly": true]).json()
        #expect(count.count == 1)
        try await shop.service.forwarder.round()
        let delivered: ForwardingDeliveryList = try await shop.send(.get, path + "/deliveries?state=delivered").json()
        #expect(delivered.deliveries.map(\.notification) == [delivery.notification])
        let again: CountBody = try await shop.send(
            .post,
            path + "/resend",
            ["notifications": [.string(delivery.notification)]]
        ).json()
        #expect(again.count == 1)
        try await shop.service.forwarder.round()
        #expect(sent(shop).count == 12)
    }

    @Test func `another instance takes up the lanes of a server that died`() async throws {
        let shop = try await shop()
        try await shop.notify(renewal(1))
        let now = shop.clock.now
        let id = try await target(shop).id
        let lanes = try await shop.database.write {
            try $0.leaseLanes(
                in: .forwards,
                of: id,
                to: "dead",
                now: now,
                until: now.addingTimeInterval(45),
                limit: 16
            )
        }
        #expect(lanes.count == 1)
        let other = try shop.anotherInstance()
        try await other.forwarder.round()
        #expect(sent(shop).isEmpty)
        shop.clock.advance(46)
        try await other.forwarder.round()
        #expect(sent(shop).count == 1)
    }

    @Test func `a private address is refused in the configuration and before each attempt`() async throws {
        var configuration = ServiceConfiguration(apps: [AppConfiguration(bundleID: TestShop.app)])
        configuration.apps[0].forwardNotificationsTo = [NotificationForwarding(url: "https://169.254.169.254/x")]
        #expect(configuration.fault?.contains("forwardNotificationsTo[0].url") == true)
        configuration.apps[0].forwardNotificationsTo = [NotificationForwarding(url: "https://intern.example/x")]
        #expect(configuration.fault == nil)
        let policy = WebhookTargetPolicy(allowsPrivate: false) { _ in [try #require(NetworkAddress("10.0.0.1"))] }
        await #expect(throws: ServiceProblem.self) {
            try await policy.address(of: "https://intern.example/x", attempt: 0)
        }
    }

    @Test(arguments: [
        (Array(repeating: NotificationForwarding(url: "https://a.example"), count: 9), "at most 8"),
        (Array(repeating: NotificationForwarding(url: "https://a.example"), count: 2), "twice"),
        ([NotificationForwarding(url: "https://a.example", environments: [.xcode])], "write Production or Sandbox"),
        ([NotificationForwarding(url: "https://a.example", authorization: "a\nb")], "write one line"),
        ([NotificationForwarding(url: "ftp://a.example")], "public address"),
    ])
    func `a configuration that cannot be right is named`(targets: [NotificationForwarding], part: String) {
        var configuration = ServiceConfiguration(apps: [AppConfiguration(bundleID: TestShop.app)])
        configuration.apps[0].forwardNotificationsTo = targets
        #expect(configuration.fault?.contains(part) == true, "\(configuration.fault ?? "")")
    }

    @Test func `notifications are removed after a week, delivered or not`() async throws {
        let shop = try await shop()
        shop.transport.answer { _ in HTTPClientResponse(status: 500) }
        try await shop.notify(renewal(1))
        shop.clock.advance(days: 6)
        try await shop.service.forwarding.applyRetention()
        #expect(try await target(shop).pending == 1)
        shop.clock.advance(days: 1.1)
        try await shop.service.forwarding.applyRetention()
        #expect(try await target(shop).pending == 0)
        shop.transport.forget()
        try await shop.service.forwarder.round()
        #expect(sent(shop).isEmpty)
    }

    @Test func `the metrics count attempts and what waits for each target`() async throws {
        let shop = try await shop()
        shop.transport.answer { _ in HTTPClientResponse(status: 503) }
        try await shop.notify(renewal(1))
        try await shop.service.forwarder.round()
        let text = try await shop.service.monitoring.metricsText()
        let id = try await target(shop).id
        #expect(text.contains(#"purser_forward_attempts_total{outcome="failed"} 1"#), "\(text)")
        #expect(text.contains(#"purser_forwards_pending{app="com.example.coffee",target="\#(id)"} 1"#))
    }
}
