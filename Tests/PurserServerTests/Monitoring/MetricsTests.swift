// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import HTTPClient
import HTTPService
import Testing

@testable import PurserServer

@Suite struct MetricsTests {
    /// A shop in which something of everything has happened.
    private func busyShop() async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { request in
            let isProbe = request.url.hasSuffix("/transactions/0")
            return HTTPClientResponse(
                status: isProbe ? 404 : 200,
                headers: [("Date", "Sun, 01 Mar 2026 12:00:07 GMT")],
                body: Data(#"{"errorCode":4040010}"#.utf8)
            )
        }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test",
                sandboxURL: "https://sandbox.apple.test"
            )
        }
        _ = try await shop.send(.get, "/v1/products", key: shop.publishableKey)
        let order = try await shop.order(TestShop.beans)
        shop.clock.advance(90)
        let paid = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        _ = try await shop.verify(paid, order: order.id)
        try await shop.notify(.about(.refund, nil, paid.refunded(at: shop.clock.now)))
        _ = try await shop.send(.post, "/apple/notifications/production", ["signedPayload": "a.b.c"], key: "")
        _ = try await shop.send(
            .post,
            "/v1/purchase-failures",
            ["code": "3", "text": "no \"way\""],
            key: shop.publishableKey
        )
        _ = try await shop.send(
            .post,
            "/v1/webhook-endpoints",
            ["url": "http://127.0.0.1:9/hook", "types": ["order.delivered"]]
        )
        _ = try await shop.verify(.purchase(TestShop.beans, id: "2000", environment: .sandbox), customer: "bob")
        await shop.service.monitoring.probeLinks()
        shop.service.watchMachine {
            var reading = HostMetrics()
            reading.certificates = [.init(name: "server", date: TestClock.start)]
            reading.freeBytes = 5
            reading.openFiles = 7
            reading.processorSeconds = 1.5
            return reading
        }
        return shop
    }

    @Test func `what the business hangs on is counted and timed`() async throws {
        let shop = try await busyShop()
        let text = try await shop.send(.get, "/metrics", key: "").text
        for line in [
            #"purser_business_operations_total{operation="product_list",outcome="ok"} 1"#,
            #"purser_business_operations_total{operation="order",outcome="ok"} 1"#,
            #"purser_business_operations_total{operation="verification",outcome="ok"} 2"#,
            #"purser_business_operation_duration_seconds_count{operation="verification"} 2"#,
            #"purser_business_operations_total{operation="notification",outcome="rejected"} 1"#,
            #"purser_notifications_total{type="REFUND",environment="Production",outcome="stored"} 1"#,
            #"purser_notifications_total{type="unverified",environment="Production",outcome="rejected"} 1"#,
            #"purser_refunds_total{environment="Production"} 1"#,
            #"purser_deliveries_total{environment="Sandbox"} 1"#,
            #"purser_delivery_delay_seconds_bucket{environment="Production",le="60"} 0"#,
            #"purser_delivery_delay_seconds_bucket{environment="Production",le="300"} 1"#,
            #"purser_purchase_failures_total{code="3"} 1"#,
            #"purser_apple_service_up{service="server-api",environment="Production"} 1"#,
            #"purser_app_store_key_accepted{service="server-api",environment="Sandbox"} 1"#,
            #"purser_app_store_request_duration_seconds_count{service="server-api",environment="Production",endpoint="transaction"} 1"#,
            #"purser_certificate_expiry_timestamp_seconds{certificate="server"} 1772366400"#,
            #"purser_webhook_deliveries_pending{app="com.example.coffee",endpoint="#,
            #"purser_clock_skew_seconds{service="server-api",environment="Production"} 82."#,
            #"purser_database_operations_total{operation="write",outcome="ok"} "#,
            "purser_database_bytes ", "purser_disk_free_bytes 5", "process_open_fds 7",
        ] {
            #expect(text.contains("\n" + line), "\(line)")
        }
    }

    @Test func `where nothing is lost a zero says so`() async throws {
        let text = try await TestShop().send(.get, "/metrics", key: "").text
        for environment in ["Production", "Sandbox"] {
            let labels = #"app="com.example.coffee",environment="\#(environment)""#
            #expect(text.contains("\npurser_open_orders{\(labels),state=\"paid\"} 0\n"))
            #expect(text.contains("\npurser_oldest_undelivered_order_age_seconds{\(labels)} 0\n"))
            #expect(text.contains("\npurser_unclaimed_purchases{scope=\"com.example.coffee@\(environment)\"} 0\n"))
        }
    }

    @Test func `promtool finds nothing to fix in the metrics`() async throws {
        let text = try await busyShop().send(.get, "/metrics", key: "").text
        let (said, code) = try Promtool.run(["check", "metrics"], input: text)
        #expect(code == 0 && said.isEmpty, "\(said)")
    }

    @Test func `the numbers are for the own network, and for whoever has a secret key`() async throws {
        let shop = try await TestShop { $0.trustedProxies = ["10.0.0.1"] }
        let router = shop.service.router()
        func ask(_ address: String, _ headers: HTTPHeaders = [:]) async -> HTTPStatus {
            await router.respond(
                to: HTTPRequest(method: .get, target: "/metrics", headers: headers, remoteAddress: address)
            ).status
        }
        #expect(await ask("127.0.0.1") == .ok)
        #expect(await ask("192.168.1.5") == .ok)
        #expect(await ask("203.0.113.9") == .unauthorized)
        #expect(await ask("203.0.113.9", ["Authorization": "Bearer \(shop.secretKey)"]) == .ok)
        #expect(await ask("203.0.113.9", ["Authorization": "Bearer \(shop.publishableKey)"]) == .unauthorized)
        // A proxy's own address is not a sign of who asks.
        #expect(await ask("127.0.0.1", ["X-Forwarded-For": "203.0.113.9"]) == .unauthorized)
        #expect(await ask("10.0.0.1", ["X-Forwarded-For": "203.0.113.9"]) == .unauthorized)
        #expect(await ask("10.0.0.1", ["X-Forwarded-For": "192.168.1.5"]) == .ok)
        let twice: HTTPHeaders = ["X-Forwarded-For": "192.168.1.5", "x-forwarded-for": "203.0.113.9"]
        #expect(await ask("10.0.0.1", twice) == .unauthorized)
    }

    @Test(arguments: ["X-Real-IP", "Forwarded", "Via", "X-Forwarded-Host", "X-Forwarded-Proto"])
    func `what a proxy on the same machine passes on is not this machine's question`(field: String) async throws {
        let shop = try await TestShop()
        let answer = await shop.service.router().respond(
            to: HTTPRequest(
                method: .get,
                target: "/metrics",
                headers: [field: field == "Forwarded" ? "for=203.0.113.9" : "203.0.113.9"],
                remoteAddress: "127.0.0.1"
            )
        )
        #expect(answer.status == .unauthorized)
    }

    @Test(arguments: ["/metrics", "/healthz", "/readyz"])
    func `a flood from a network does not blind what watches the server from there`(path: String) async throws {
        let shop = try await TestShop {
            $0.requestsPerSecond = 10
            $0.requestBurst = 20
        }
        let router = shop.service.router()
        func ask(_ target: String) async -> HTTPStatus {
            await router.respond(to: HTTPRequest(method: .get, target: target, remoteAddress: "127.0.0.1")).status
        }
        for _ in 0..<50 { _ = await ask("/openapi.json") }
        #expect(await ask("/openapi.json") == .tooManyRequests)
        #expect(await ask(path) == .ok)
        for _ in 0..<50 { _ = await ask(path) }
        #expect(await ask(path) == .tooManyRequests)
    }

    @Test func `label values that others choose do not grow without bound`() async throws {
        let shop = try await TestShop()
        for number in 0..<600 { shop.service.metricsRecorder.recordFailure("code \(number)", product: nil) }
        let text = try await shop.service.monitoring.metricsText()
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("purser_purchase_failures_total{") }
        #expect(lines.count == 401)
        #expect(lines.contains(#"purser_purchase_failures_total{code="other"} 200"#))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599), ("Sun, 22 Nov 2026 03:44:59 GMT", 1_795_319_099),
    ])
    func `the date of an answer is read`(text: String, seconds: Double) {
        #expect(HTTPDate(text)?.instant.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: ["", "yesterday", "Sun, 32 Nov 2026 03:44:59 GMT", "Sun, 22 Nov 2026 03:44:59 CET"])
    func `what is not a date is none`(text: String) {
        #expect(HTTPDate(text) == nil)
    }
}
