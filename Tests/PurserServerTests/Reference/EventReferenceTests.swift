// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@testable import PurserServer

/// The reference page of events: every type, when it is sent, and a payload as a real service sends it.
@Suite struct EventReferenceTests {
    private func subscriber() async throws -> (TestShop, TransactionPayload) {
        let shop = try await TestShop()
        let first = TransactionPayload.purchase()
        _ = try await shop.verify(first, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, first, renewalInfo: first.renewalInfo()))
        return (shop, first)
    }

    /// The first event of each type that Apple's notifications, orders and the clock lead to.
    private func payloads() async throws -> [String: ServerEvent] {
        var found: [String: ServerEvent] = [:]
        for row in NotificationRow.all {
            let (shop, first) = try await subscriber()
            let (transaction, info) = row.documents(first)
            let signed = info?.signedDate ?? transaction?.signedDate ?? TestClock.start
            shop.clock.advance(max(0, signed.timeIntervalSince(shop.clock.now)))
            try await shop.notify(.about(row.type, row.subtype, transaction, renewalInfo: info))
            if row.type == .refund {
                shop.clock.advance(days: 1)
                var reinstated = first
                reinstated.signedDate = shop.clock.now
                try await shop.notify(.about(.refundReversed, nil, reinstated))
            }
            for event in try await shop.events() { found[event.type.rawValue] = found[event.type.rawValue] ?? event }
        }
        for event in try await ordered() { found[event.type.rawValue] = found[event.type.rawValue] ?? event }
        for event in try await ended() { found[event.type.rawValue] = found[event.type.rawValue] ?? event }
        return found
    }

    /// What follows from an order that is paid and refunded, and from one that is not paid.
    private func ordered() async throws -> [ServerEvent] {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let paid = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        _ = try await shop.verify(paid, customer: "anna")
        _ = try await shop.order(TestShop.grinder)
        shop.clock.advance(days: 2)
        try await shop.notify(.about(.refund, nil, paid.refunded(at: shop.clock.now)))
        try await shop.service.lifecycle.advanceLifecycles()
        return try await shop.events()
    }

    /// What follows when a grace period ends.
    private func ended() async throws -> [ServerEvent] {
        let (shop, first) = try await subscriber()
        shop.clock.advance(days: 30)
        let end = shop.clock.now.addingTimeInterval(16 * 86_400)
        let info = first.renewalInfo(signed: shop.clock.now) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpiresDate = end
        }
        try await shop.notify(.about(.didFailToRenew, .gracePeriod, first, renewalInfo: info))
        shop.clock.advance(days: 16)
        try await shop.service.lifecycle.advanceLifecycles()
        return try await shop.events()
    }

    private func json(_ event: ServerEvent) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let value = try ServiceJSON.decode(JSONValue.self, from: ServiceJSON.encode(event))
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        // What is random differs from run to run.
        return text.replacing(/"order" : "[^"]*"/, with: "\"order\" : \"ord_0123456789abcdef\"")
            .replacing(/"id" : "[^"]*"/, with: "\"id\" : \"evt_0123456789abcdef\"")
            .replacing(/"notification" : "[^"]*"/, with: "\"notification\" : \"002e14d5-51f5-4503-b5a8-c3a1af68eb20\"")
    }

    @Test func `the Chinese page of events has the same types`() throws {
        let types = try ReferencePage.declared("EventType", in: "Sources/PurserServer/Events/EventType.swift")
        #expect(Set(types) == Set(ChineseMeanings.events.keys))
        let rows = types.map { "| `\($0)` | \(ReferencePage.cell(ChineseMeanings.events[$0] ?? "")) |" }
        let page = """
            # 事件

            由代码生成，并由测试核对。每种事件的成员和示例见[英文页](Events.md#examples)。

            事件是 Webhook 投递的请求体，也是 `GET /v1/events` 的元素。`id` 由发生的事情推导得出，因此重复投递的 `id` 相同：每个 `id`
            只处理一次。请忽略未知的类型和成员。时间是自 1970 年起的毫秒数，`price` 以货币单位的千分之一表示。缺失的成员不会写成 `null`。

            | 类型 | 何时投递 |
            |---|---|
            \(rows.joined(separator: "\n"))

            """
        #expect(try ReferencePage(name: "Events.zh-CN.md").text(recording: page) == page, "run this test with RECORD=1")
    }

    @Test func `the page of events is what the code declares, with payloads of a real service`() async throws {
        let types = try ReferencePage.declared("EventType", in: "Sources/PurserServer/Events/EventType.swift")
        #expect(types.count > 40)
        #expect(Set(types) == Set(EventMeanings.all.keys))
        let found = try await payloads()
        #expect(Set(found.keys).subtracting(types).isEmpty)
        #expect(found.count >= 25)
        let rows = types.map { "| `\($0)` | \(ReferencePage.cell(EventMeanings.all[$0] ?? "")) |" }
        let members = ServerEvent.schema.json["properties"].flatMap { properties -> [String]? in
            guard case .object(let members) = properties else { return nil }
            return members.keys.sorted()
        }
        let fields = (members ?? []).map { name in "`\(name)`" }
        let examples = try types.compactMap { type in
            try found[type].map { "### \(type)\n\n```json\n\(try json($0))\n```" }
        }
        let page = """
            # Events

            Generated from the code; a test compares this page and makes its payloads with a real service.
            [中文](Events.zh-CN.md)

            An event is the body of a webhook delivery and an element of `GET /v1/events`. Its `id` is derived from what happened,
            so a repeated delivery has the same `id`: process each `id` once. Ignore types and members that you do not know. Dates
            are milliseconds since 1970, `price` is in thousandths of the currency's unit. Absent members are not `null`.

            | Type | Sent when |
            |---|---|
            \(rows.joined(separator: "\n"))

            ## Members

            \(fields.joined(separator: ", ")).

            `GET /openapi.json` describes each of them as the schema `Event`.

            ## Examples

            \(examples.joined(separator: "\n\n"))

            """
        #expect(try ReferencePage(name: "Events.md").text(recording: page) == page, "run this test with RECORD=1")
    }
}
