// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Who is notified of alerts, how, and when not.
@Suite struct AlertDeliveryTests {
    private static let channels: [AlertChannel] = [
        AlertChannel(name: "own", kind: .webhook, url: "https://own.test/hook", secret: "s3cret"),
        AlertChannel(name: "slack", kind: .slack, url: "https://hooks.slack.test/T/B/x"),
        AlertChannel(
            name: "feishu",
            kind: .feishu,
            url: "https://feishu.test/hook/1",
            secret: "fs",
            language: .chinese
        ),
        AlertChannel(name: "ding", kind: .dingtalk, url: "https://ding.test/send?access_token=t", secret: "SECx"),
        AlertChannel(name: "wecom", kind: .wecom, url: "https://wecom.test/send?key=k", language: .chinese),
        AlertChannel(name: "mail", kind: .email, to: ["duty@example.com"]),
    ]

    private func shop(
        _ channels: [AlertChannel] = Self.channels,
        mail: RecordingMail = RecordingMail(),
        _ change: @escaping (inout AlertConfiguration) -> Void = { _ in }
    ) async throws -> TestShop {
        let transport = RecordingTransport { _ in
            HTTPClientResponse(status: 200, body: Data(#"{"errcode":0,"code":0}"#.utf8))
        }
        return try await TestShop(transport: transport, mail: mail) { configuration in
            configuration.alerts = AlertConfiguration(
                channels: channels,
                mail: AlertMailServer(url: "smtps://mail.test", from: "purser@example.com", user: "u", password: "p")
            )
            change(&configuration.alerts)
        }
    }

    /// Makes the disk full, or not, and looks.
    private func disk(_ shop: TestShop, full: Bool, minutes: Int = 1) async throws {
        shop.service.watchMachine {
            var reading = HostMetrics()
            (reading.freeBytes, reading.totalBytes) = (full ? 1 : 90, 100)
            return reading
        }
        for _ in 0..<minutes {
            try await shop.service.alerts.evaluateAlerts()
            shop.clock.advance(60)
        }
    }

    private func json(_ request: HTTPClientRequest?) throws -> JSONValue {
        try ServiceJSON.decode(JSONValue.self, from: try #require(request?.body))
    }

    @Test func `each kind of channel gets the shape and the signature that it understands`() async throws {
        let mail = RecordingMail()
        let shop = try await shop(mail: mail)
        try await disk(shop, full: true)
        let requests = shop.transport.requests
        func request(_ host: String) -> HTTPClientRequest? { requests.first { $0.url.contains(host) } }
        #expect(requests.count == 5)

        let own = try #require(request("own.test"))
        #expect(try json(own)["alerts"]?.array?.first?["rule"]?.string == "disk-space")
        let signed = WebhookSignature.value(body: own.body ?? Data(), secrets: ["s3cret"], at: TestClock.start)
        #expect(own.header("Purser-Signature") == signed)
        #expect(try json(request("slack.test"))["text"]?.string?.contains("CRITICAL") == true)

        let feishu = try json(request("feishu.test"))
        #expect(feishu["msg_type"]?.string == "text")
        #expect(feishu["content"]?["text"]?.string?.contains("磁盘空间不足") == true)
        #expect(feishu["timestamp"]?.string == "1772366400")
        // printf '' | openssl dgst -sha256 -hmac $'1772366400\nfs' -binary | base64
        #expect(feishu["sign"]?.string == "V302V2Cphp7QZEUstiBdUVLzGYxGiAN8nMXxUWUFmCo=")

        let ding = try #require(request("ding.test"))
        // printf '1772366400000\nSECx' | openssl dgst -sha256 -hmac SECx -binary | base64
        let sign = "UkmaqEShEypT5GNIlzSByrT7dCzL%2FuAVzrk3KPFqAp0%3D"
        #expect(ding.url == "https://ding.test/send?access_token=t&timestamp=1772366400000&sign=\(sign)")
        #expect(try json(ding)["text"]?["content"]?.string?.contains("disk") == true)
        #expect(try json(request("wecom.test"))["msgtype"]?.string == "text")

        let (sent, server) = try #require(mail.mails.first)
        #expect(sent.recipients == ["duty@example.com"] && sent.subject.contains("CRITICAL"))
        #expect(server.requiresTLS && server.user == "u")
    }

    @Test func `a robot that answers 200 and refuses is sent again later, and the reason can be read`() async throws {
        let shop = try await shop([AlertChannel(name: "wecom", kind: .wecom, url: "https://wecom.test/send")])
        shop.transport.answer { _ in HTTPClientResponse(status: 200, body: Data(#"{"errcode":93000}"#.utf8)) }
        try await disk(shop, full: true)
        var list: AlertList = try await shop.send(.get, "/v1/alerts").json()
        #expect(list.channels.first?.lastError == "errcode 93000" && list.channels.first?.waiting == 1)
        shop.transport.answer { _ in HTTPClientResponse(status: 200, body: Data(#"{"errcode":0}"#.utf8)) }
        try await disk(shop, full: true, minutes: 5)
        list = try await shop.send(.get, "/v1/alerts").json()
        #expect(list.channels.first?.lastError == nil && list.channels.first?.waiting == 0)
        #expect(list.alerts.first?.rule == "disk-space" && list.alerts.first?.isFiring == true)
    }

    @Test func `send me one now tells every channel and shows the result of each`() async throws {
        let shop = try await shop(Self.channels)
        shop.transport.answer { request in
            guard !request.url.contains("slack") else { throw HTTPClientError(code: .cannotConnect, message: "down") }
            return HTTPClientResponse(status: 200, body: Data(#"{"errcode":0,"code":0}"#.utf8))
        }
        let list: AlertTestList = try await shop.send(.post, "/v1/alerts/test").json()
        #expect(list.results.filter(\.delivered).map(\.channel) == ["own", "feishu", "ding", "wecom", "mail"])
        #expect(list.results.first { !$0.delivered }?.fault == "cannot-connect")
        let one: AlertTestList = try await shop.send(.post, "/v1/alerts/test?channel=own").json()
        #expect(one.results.map(\.channel) == ["own"])
        #expect(try await shop.send(.post, "/v1/alerts/test?channel=none").status == .notFound)
        let mute = try await TestShop().send(.post, "/v1/alerts/test")
        #expect(mute.status == .notFound && String(decoding: mute.body, as: UTF8.self).contains("alerts.channels"))
    }

    @Test func `a silence survives a restart, and ends`() async throws {
        let own = [Self.channels[0]]
        let first = try await shop(own)
        #expect(
            try await first.send(.put, "/v1/alerts/disk-space/silence", ["minutes": 30, "note": "known"]).status
                == .noContent
        )
        try await disk(first, full: true, minutes: 20)
        #expect(first.transport.requests.isEmpty)
        let list: AlertList = try await first.send(.get, "/v1/alerts").json()
        #expect(list.alerts.first?.isFiring == true && list.alerts.first?.silencedUntil != nil)

        // Another server on the same database knows it, and that the rule is raised.
        let again = try PurserService(
            configuration: first.service.configuration,
            database: first.database,
            anchors: first.service.anchors,
            transport: first.transport,
            clock: { first.clock.now }
        )
        again.watchMachine {
            var reading = HostMetrics()
            (reading.freeBytes, reading.totalBytes) = (1, 100)
            return reading
        }
        try await again.alerts.evaluateAlerts()
        #expect(first.transport.requests.isEmpty)
        first.clock.advance(11 * 60)
        try await again.alerts.evaluateAlerts()
        #expect(first.transport.requests.count == 1)
        first.clock.advance(120)
        try await again.alerts.evaluateAlerts()
        #expect(first.transport.requests.count == 1)
        #expect(try await first.send(.delete, "/v1/alerts/disk-space/silence").status == .noContent)
        #expect(try await first.send(.put, "/v1/alerts/no-rule/silence", ["minutes": 30]).status == .notFound)
    }

    @Test func `what lasts is sent again only after hours`() async throws {
        let shop = try await shop([Self.channels[0]]) { $0.reminderIntervalHours = 6 }
        try await disk(shop, full: true, minutes: 5 * 60)
        #expect(shop.transport.requests.count == 1)
        try await disk(shop, full: true, minutes: 2 * 60)
        #expect(shop.transport.requests.count == 2)
    }

    @Test func `many faults at once are one message, and what comes and goes is not a storm`() async throws {
        let shop = try await shop([Self.channels[0]])
        shop.clock.drag(.seconds(4))
        for _ in 0..<12 { _ = try await shop.send(.get, "/v1/products", key: shop.publishableKey) }
        for number in 0..<12 { _ = try await shop.order(TestShop.beans, customer: "c\(number)") }
        try await disk(shop, full: true)
        #expect(shop.transport.requests.count == 1)
        let rules = try json(shop.transport.requests.first)["alerts"]?.array?.compactMap { $0["rule"]?.string } ?? []
        #expect(rules.count >= 3 && rules.contains("disk-space") && rules.contains("order-latency"))
        // Every minute the disk is full and is not.
        shop.clock.drag(.zero)
        shop.transport.forget()
        for minute in 0..<60 { try await disk(shop, full: minute.isMultiple(of: 2)) }
        let received = try shop.transport.requests.flatMap { try json($0)["alerts"]?.array ?? [] }
        #expect(received.allSatisfy { $0["rule"]?.string != "disk-space" })
        #expect(shop.transport.requests.count <= 3)
    }

    @Test func `in quiet times only what is critical is reported, and the rest afterward`() async throws {
        // It is noon in UTC, eight in the evening in Shanghai.
        let night = QuietHours(from: "19:30", until: "08:00", utcOffset: "+08:00")
        let shop = try await shop([Self.channels[0]]) { $0.quietHours = [night] }
        shop.service.watchMachine {
            var reading = HostMetrics()
            (reading.freeBytes, reading.totalBytes) = (1, 100)
            reading.certificates = [.init(name: "server", date: TestClock.start.addingTimeInterval(86_400))]
            return reading
        }
        try await shop.service.alerts.evaluateAlerts()
        func rules() throws -> [[String]] {
            try shop.transport.requests.map { try json($0)["alerts"]?.array?.compactMap { $0["rule"]?.string } ?? [] }
        }
        #expect(try rules() == [["disk-space"]])
        shop.clock.advance(11 * 3600)
        try await shop.service.alerts.evaluateAlerts()
        #expect(try !rules().joined().contains("certificate-expiry"))
        shop.clock.advance(3600 + 60)
        try await shop.service.alerts.evaluateAlerts()
        #expect(try rules().last?.contains("certificate-expiry") == true)
    }

    @Test(
        arguments: [
            // Saturday 7 March 2026, 23:00 in UTC; it began on Saturday and continues into Sunday.
            (QuietHours(days: ["sat"], from: "22:00", until: "06:00"), 1_772_924_400, 1_772_949_600),
            (QuietHours(days: ["sat"], from: "22:00", until: "06:00"), 1_772_946_000, 1_772_949_600),
            (QuietHours(from: "00:00", until: "24:00"), 1_772_924_400, 1_772_928_000),
            (QuietHours(from: "06:00", until: "08:00", utcOffset: "+08:00"), 1_772_924_400, 1_772_928_000),
        ] as [(QuietHours, Double, Double)]
    )
    func `a quiet time reaches over midnight and knows its own clock`(time: QuietHours, now: Double, end: Double) {
        #expect(time.fault == nil)
        #expect(time.end(at: Date(timeIntervalSince1970: now))?.timeIntervalSince1970 == end)
    }

    @Test func `outside of a quiet time, and in a wrong one, nothing is quiet`() {
        let now = Date(timeIntervalSince1970: 1_772_924_400)
        #expect(QuietHours(days: ["sun"], from: "22:00", until: "06:00").end(at: now) == nil)
        #expect(QuietHours(from: "08:00", until: "20:00").end(at: now) == nil)
        for wrong in [
            QuietHours(from: "25:00", until: "06:00"), QuietHours(from: "22:00", until: "6"),
            QuietHours(from: "22:00", until: "06:00", utcOffset: "Asia/Shanghai"),
            QuietHours(days: ["Saturday"], from: "22:00", until: "06:00"),
        ] {
            #expect(wrong.fault != nil)
        }
    }

    @Test func `what was measured can be read by the hour and by the minute`() async throws {
        let shop = try await shop([])
        for _ in 0..<3 { _ = try await shop.order(TestShop.beans) }
        try await shop.service.alerts.evaluateAlerts()
        for span in ["hour", "minute"] {
            let series: MonitoringSeries = try await shop.send(.get, "/v1/monitoring?groupBy=\(span)").json()
            #expect(series.spans.count == 1)
            #expect(series.spans.first?.counts["order ok"] == 3)
            #expect(series.spans.first?.seconds["order"]?.count == 3)
            #expect((series.spans.first?.levels["database bytes"] ?? 0) > 0)
        }
    }
}
