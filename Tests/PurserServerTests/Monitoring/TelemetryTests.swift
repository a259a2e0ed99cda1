// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

/// Traces and metrics by the OpenTelemetry protocol.
@Suite struct TelemetryTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let app = "b7ad6b7169203331"
    private static let collector = "http://127.0.0.1:4318"

    private static func shop(_ sampleRatio: Double = 0) async throws -> TestShop {
        try await TestShop {
            $0.telemetry = TelemetryConfiguration(
                endpoint: collector + "/",
                headers: "api-key=secret==,x-team=coffee",
                sampleRatio: sampleRatio
            )
        }
    }

    private static func order(_ shop: TestShop, _ flags: String? = "01") async throws -> OrderBody {
        let body: JSONValue = ["customer": "anna", "productId": .string(TestShop.grinder.rawValue)]
        let headers = flags.map { ["traceparent": "00-\(trace)-\(app)-\($0)"] } ?? [:]
        return try await shop.send(.post, "/v1/orders", body, headers: headers).json()
    }

    private static func requests(_ shop: TestShop, _ path: String) -> [HTTPClientRequest] {
        shop.transport.requests.filter { $0.url == collector + path }
    }

    /// What the protocol's own library finds in the requests to the collector.
    private static func read(_ kind: String, _ request: HTTPClientRequest) async throws -> [String] {
        let output = try await Python().run(
            "otlp.py",
            [kind: String(decoding: request.body ?? Data(), as: UTF8.self)],
            file: URL(filePath: #filePath).deletingLastPathComponent().path
        )
        #expect(output.status == 0, "\(output.text)")
        return output.text.split(separator: "\n").map(String.init)
    }

    private static func count(_ shop: TestShop, _ outcome: String) -> Double {
        shop.service.metricsRecorder.telemetrySpans.points().first { $0.values == [outcome] }?.number ?? 0
    }

    @Test func `a trace leads from the app's request to the webhook, as the protocol's library reads it`() async throws
    {
        let shop = try await Self.shop()
        _ = try await shop.send(.post, "/v1/webhook-endpoints", ["url": "https://backend.example/hook"])
        let created = try await Self.order(shop)
        _ = try await shop.verify(.purchase(TestShop.grinder, token: created.appAccountToken), customer: "anna")
        try await shop.service.courier.round()
        try await shop.service.telemetry.sendSpans()
        let sent = try #require(Self.requests(shop, "/v1/traces").first)
        #expect(sent.header("api-key") == "secret==" && sent.header("x-team") == "coffee")
        let spans = try await Self.read("traces", sent).filter { $0.hasPrefix("span ") }.map {
            $0.split(separator: " ")
        }
        let request = try #require(spans.first { $0.suffix(2) == ["POST", "/v1/orders"] })
        #expect(request[1] == Self.trace && request[3] == Self.app && request[4] == "2")
        let delivery = try #require(spans.first { $0.suffix(2) == ["deliver", "webhook"] })
        #expect(delivery[1] == Self.trace && delivery[3] == request[2] && delivery[4] == "3")
        let hooks = shop.transport.requests.compactMap { $0.header("traceparent") }
        #expect(hooks.contains("00-\(Self.trace)-\(delivery[2])-01"))
        #expect(Self.count(shop, "exported") == Double(spans.count))
    }

    @Test func `a span of a request has its route, status and problem, and nothing about the customer`() async throws {
        let shop = try await Self.shop(1)
        #expect(try await shop.send(.get, "/v1/customers/anna-secret/orders").status == 200)
        #expect(try await shop.send(.get, "/v1/orders/none").status == 404)
        try await shop.service.telemetry.sendSpans()
        let sent = try #require(Self.requests(shop, "/v1/traces").first)
        let lines = try await Self.read("traces", sent)
        #expect(lines.contains { $0.contains("http.route /v1/customers/{customer}/orders") })
        #expect(lines.contains { $0.contains("http.response.status_code 404") })
        #expect(lines.contains { $0.contains("error.type order-not-found") })
        #expect(!lines.contains { $0.contains("anna-secret") })
    }

    @Test func `what the caller does not record is not recorded, and its trace passes unchanged`() async throws {
        let shop = try await Self.shop(1)
        let created = try await Self.order(shop, "00")
        try await shop.service.telemetry.sendSpans()
        #expect(Self.requests(shop, "/v1/traces").isEmpty)
        let stored = try await shop.database.read { try $0.order(created.id) }
        #expect(stored?.details.traceParent?.rawValue == "00-\(Self.trace)-\(Self.app)-00")
    }

    @Test(arguments: [(0.0, 0), (1, 1)])
    func `chance decides about requests without a trace`(ratio: Double, spans: Int) async throws {
        let shop = try await Self.shop(ratio)
        let created = try await Self.order(shop, nil)
        #expect(shop.service.spans.take(10).count == spans)
        let stored = try await shop.database.read { try $0.order(created.id) }
        #expect((stored?.details.traceParent != nil) == (spans == 1))
    }

    @Test func `health checks and metrics are not recorded`() async throws {
        let shop = try await Self.shop(1)
        for path in ["/healthz", "/readyz", "/metrics"] { _ = try await shop.send(.get, path) }
        #expect(shop.service.spans.take(10).isEmpty)
    }

    @Test func `without an endpoint nothing is recorded or sent`() async throws {
        let shop = try await TestShop()
        let created = try await Self.order(shop)
        #expect(shop.service.telemetry.backgroundJobs.isEmpty && shop.service.spans.take(10).isEmpty)
        let stored = try await shop.database.read { try $0.order(created.id) }
        #expect(stored?.details.traceParent?.span == Self.app)
    }

    @Test func `a collector that is down costs no request anything but spans beyond the limit`() async throws {
        let shop = try await Self.shop()
        _ = try await Self.order(shop)
        shop.transport.answer { _ in throw HTTPClientError(code: .cannotConnect, message: "down") }
        await #expect(throws: TelemetryError.self) { try await shop.service.telemetry.sendSpans() }
        let span = try #require(shop.service.spans.take(1).first)
        for _ in 0..<(SpanRecorder.maximumWaiting + 7) { shop.service.spans.record(span) }
        #expect(Self.count(shop, "dropped") == 7)
        shop.service.spans.putBack([span])
        #expect(Self.count(shop, "dropped") == 8)
        shop.transport.answer { _ in HTTPClientResponse(status: 200) }
        try await shop.service.telemetry.sendSpans()
        #expect(Self.count(shop, "exported") == Double(SpanRecorder.maximumWaiting))
        #expect(
            try await shop.send(.get, "/metrics").text.contains("purser_telemetry_spans_total{outcome=\"dropped\"} 8")
        )
    }

    @Test(arguments: [(503, 1), (429, 1), (400, 0), (401, 0)])
    func `spans wait for a collector that is busy, not for one that rejects them`(
        status: Int,
        waiting: Int
    ) async throws {
        let shop = try await Self.shop()
        _ = try await Self.order(shop)
        shop.transport.answer { _ in HTTPClientResponse(status: status) }
        await #expect(throws: TelemetryError.self) { try await shop.service.telemetry.sendSpans() }
        #expect(shop.service.spans.take(10).count == waiting)
        #expect(Self.count(shop, "rejected") == Double(1 - waiting))
    }

    @Test func `a collector that rejects some of the spans has them counted`() async throws {
        let shop = try await Self.shop()
        for _ in 0..<3 { _ = try await Self.order(shop) }
        let answer = Data(#"{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too long"}}"#.utf8)
        shop.transport.answer { _ in HTTPClientResponse(status: 200, body: answer) }
        try await shop.service.telemetry.sendSpans()
        #expect(Self.count(shop, "rejected") == 2 && Self.count(shop, "exported") == 1)
    }

    @Test func `metrics are those of Prometheus, as the protocol's library reads them`() async throws {
        let shop = try await Self.shop()
        _ = try await Self.order(shop)
        try await shop.service.telemetry.sendMetrics()
        let lines = try await Self.read("metrics", try #require(Self.requests(shop, "/v1/metrics").first))
        #expect(lines.contains("sum purser_http_requests_total route=createOrder,status=2xx 1.0"))
        #expect(lines.contains { $0.hasPrefix("gauge purser_info trust=") && $0.hasSuffix(" 1.0") })
        let histogram = "histogram purser_http_request_duration_seconds route=createOrder 1 "
        #expect(lines.contains { $0.hasPrefix(histogram) })
        let prometheus = try await shop.send(.get, "/metrics").text
        for line in lines {
            let name = line.split(separator: " ")[1]
            #expect(prometheus.contains("# TYPE \(name) "), "\(name)")
        }
    }

    @Test func `a histogram's buckets have counts of their own`() throws {
        let family = MetricHistogram("purser_test_seconds", "Test.", bounds: [1, 2.5])
        for value in [0.5, 2, 2, 9] { family.record(value) }
        let document = OTLPDocument(instance: "one").metrics([family], since: TestClock.start, at: TestClock.start)
        let metric = document["resourceMetrics"]?.array?.first?["scopeMetrics"]?.array?.first?["metrics"]?.array?.first
        let point = metric?["histogram"]?["dataPoints"]?.array?.first
        #expect(metric?["unit"] == "s")
        #expect(point?["bucketCounts"] == ["1", "2", "1"] && point?["explicitBounds"]?.array?.count == 2)
        #expect(point?["count"] == "4" && point?["sum"]?.decimalText == "13.5")
    }

    @Test(arguments: ["api-key", "=x", "a b=c\n", "ключ=1", "a=1,b"])
    func `header fields that are not names and values are a fault`(text: String) {
        var configuration = ServiceConfiguration(apps: [AppConfiguration(bundleID: "com.example.coffee")])
        configuration.telemetry.headers = text
        #expect(configuration.fault?.contains("telemetry.headers") == true)
        #expect(configuration.fault?.contains(text) == false)
    }

    @Test func `an address, a share and an interval that cannot be are faults`() {
        let changes: [(String, @Sendable (inout TelemetryConfiguration) -> Void)] = [
            ("telemetry.endpoint", { $0.endpoint = "collector" }), ("telemetry.sampleRatio", { $0.sampleRatio = 1.5 }),
            ("telemetry.metricsIntervalSeconds", { $0.metricsIntervalSeconds = 1 }),
        ]
        for (key, change) in changes {
            var configuration = ServiceConfiguration(apps: [AppConfiguration(bundleID: "com.example.coffee")])
            change(&configuration.telemetry)
            #expect(configuration.fault?.contains("'\(key)'") == true, "\(key)")
        }
    }
}

extension JSONValue {
    fileprivate var decimalText: String? {
        switch self {
        case .decimal(let value): "\(value)"
        case .integer(let value): "\(value)"
        default: nil
        }
    }
}
