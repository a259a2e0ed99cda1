// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import TestSupport
import Testing

@testable import PurserServer

@Suite struct StandardWebhookTests {
    private static let body = Data(#"{"test": 2432232314}"#.utf8)
    private static let instant = Date(millisecondsSince1970: 1_614_265_330_000)

    private static let event: ServerEvent = {
        let scope = AppScope(bundleID: "com.example.coffee", environment: .production)
        var event = ServerEvent(
            id: EventID(rawValue: "evt_1"),
            type: .subscriptionRenewed,
            scope: scope,
            customer: "anna",
            occurred: instant
        )
        event.detail = "咖啡 ☕️ \u{2028}"
        return event
    }()

    private static func endpoint(_ format: WebhookEndpoint.PayloadFormat = .purser) -> WebhookEndpoint {
        WebhookEndpoint(
            id: "wh_1",
            app: "com.example.coffee",
            url: "https://backend.example/hook",
            payloadFormat: format,
            types: [],
            environments: [],
            isEnabled: true,
            secrets: [.init(text: WebhookEndpoint.newSecret(.secure))],
            created: instant
        )
    }

    private static func verify(
        _ request: HTTPClientRequest,
        secrets: [String],
        isCloudEvent: Bool = false
    )
        async throws -> Python.Output
    {
        let headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { first, _ in first }
        return try await Python().run(
            "../Fixtures/standard_webhook.py",
            [
                "headers": String(decoding: try JSONEncoder().encode(headers), as: UTF8.self),
                "body": String(decoding: request.body ?? Data(), as: UTF8.self),
                "secrets": String(decoding: try JSONEncoder().encode(secrets), as: UTF8.self),
                "cloud": isCloudEvent ? "yes" : "no",
            ],
            file: URL(filePath: #filePath).deletingLastPathComponent().path
        )
    }

    @Test func `the signature is the one of the specification's example`() {
        let fields = StandardWebhook.fields(
            body: Self.body,
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
            at: Self.instant
        )
        #expect(fields.map(\.name) == ["webhook-id", "webhook-timestamp", "webhook-signature"])
        #expect(fields.last?.value == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `the library of Standard Webhooks verifies a delivery, with both secrets while one is rotated`()
        async throws
    {
        var endpoint = Self.endpoint()
        // The library compares with the wall's clock.
        let now = Date()
        let old = endpoint.secrets[0].text
        let new = endpoint.rotateSecret(at: now, .secure)
        let request = try endpoint.request(for: Self.event, at: now)
        let output = try await Self.verify(request, secrets: [old, new])
        #expect(output.text == "genuine\n", "\(output.text)")
    }

    @Test func `an endpoint of CloudEvents gets the event in structured mode, signed the same way`() async throws {
        let endpoint = Self.endpoint(.cloudEvents)
        let request = try endpoint.request(for: Self.event, at: Date())
        #expect(request.headers.first { $0.name == "Content-Type" }?.value == "application/cloudevents+json")
        let output = try await Self.verify(request, secrets: endpoint.secrets.map(\.text), isCloudEvent: true)
        let expected = "purser.subscription.renewed /apps/com.example.coffee/Production anna\ngenuine\n"
        #expect(output.text == expected, "\(output.text)")
        let body = try AppStoreJSON.decode(JSONValue.self, from: request.body ?? Data())
        let own = try ServiceJSON.decode(JSONValue.self, from: ServiceJSON.encode(Self.event))
        #expect(body["data"] == own)
    }

    @Test func `a secret of Base64URL signs with the bytes that it stands for`() {
        let standard = StandardWebhook.fields(
            body: Self.body,
            id: "evt_1",
            secrets: ["whsec_+/+/AAAA"],
            at: Self.instant
        )
        let older = StandardWebhook.fields(body: Self.body, id: "evt_1", secrets: ["whsec_-_-_AAAA"], at: Self.instant)
        #expect(standard.last?.value == older.last?.value)
    }

    @Test(arguments: [(0.0, true), (299, true), (301, false), (-301, false)])
    func `a receiver accepts a signature for five minutes`(offset: Double, isValid: Bool) {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        let fields = WebhookHeaders.fields(body: Self.body, event: "evt_1", secrets: [secret], at: Self.instant)
        let now = Self.instant.addingTimeInterval(offset)
        let both = HTTPHeaders(fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
        var standard = both
        standard[WebhookSignature.header] = nil
        #expect(WebhookHeaders.verify(both, body: Self.body, secret: secret, at: now) == isValid)
        #expect(WebhookHeaders.verify(standard, body: Self.body, secret: secret, at: now) == isValid)
        #expect(!WebhookHeaders.verify(both, body: Data(), secret: secret, at: now))
        #expect(!WebhookHeaders.verify(standard, body: Self.body, secret: "whsec_AAAA", at: now))
    }
}
