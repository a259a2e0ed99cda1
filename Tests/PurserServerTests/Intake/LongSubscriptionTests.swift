// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import TestSupport
import Testing

@testable import PurserServer

/// What one more renewal costs a customer who has subscribed for years.
@Suite struct LongSubscriptionTests {
    private static let key = LineageKey(
        scope: AppScope(bundleID: TestShop.app, environment: .production),
        lineage: "1000"
    )

    /// A subscription with short periods from its purchase on, told by Apple's notifications.
    private struct Subscriber {
        let shop: TestShop
        let server: InProcessClient
        var current: TransactionPayload
        var count = 0

        init(_ shop: TestShop, _ server: InProcessClient) async throws {
            self.shop = shop
            self.server = server
            current = LongSubscriptionTests.first
            _ = try await shop.verify(current, customer: "anna")
        }

        mutating func renew() async throws {
            count += 1
            current = current.renewed(id: TransactionID(rawValue: "\(1000 + count)"), days: 1)
            shop.clock.advance(days: 1)
            try await notify(
                .about(.didRenew, nil, current, renewalInfo: current.renewalInfo(signed: current.purchaseDate))
            )
        }

        func notify(_ notification: NotificationPayload) async throws {
            let body: JSONValue = ["signedPayload": .string(try TestShop.sign(notification).rawValue)]
            let answer = try await server.send(
                .post,
                "/apple/notifications/production",
                headers: ["Content-Type": "application/json"],
                body: try ServiceJSON.encode(body)
            )
            try #require(answer.status == .ok, "\(answer.text)")
        }
    }

    private static let first = TransactionPayload.purchase(days: 1)

    @Test func `the 120th renewal reads no more rows than the 50th`() async throws {
        let shop = try await TestShop()
        let database = RecordingDatabase(shop.database)
        let client = InProcessClient(try shop.anotherInstance(over: database).router())
        var subscriber = try await Subscriber(shop, client)
        var rows: [Int] = []
        for _ in 0..<120 {
            _ = database.removeWrites()
            try await subscriber.renew()
            rows.append(database.removeWrites().joined().reduce(0) { $0 + $1.rows })
        }
        let maximum = try #require(rows.prefix(50).max())
        // The folded row is one more.
        #expect(try #require(rows.suffix(60).max()) <= maximum + 1, "\(rows)")
        let folded = try await shop.database.read { try $0.foldedFacts(of: Self.key) }
        #expect((folded?.count ?? 0) > 128)
        #expect(try await shop.isEntitled(to: "club"))
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])

        // The first period is refunded, of which only what its facts come to is kept.
        try await subscriber.notify(.about(.refund, nil, Self.first.refunded(at: shop.clock.now)))
        #expect(try await shop.database.read { try $0.foldedFacts(of: Self.key) } != nil)
        // A document that was signed at its beginning comes late.
        var late = Self.first
        late.signedDate = late.purchaseDate.addingTimeInterval(60)
        try await subscriber.notify(.about(.renewalExtended, nil, late))
        #expect(try await shop.database.read { try $0.foldedFacts(of: Self.key) } == nil)
        try await subscriber.renew()
        #expect(try await shop.database.read { try $0.foldedFacts(of: Self.key) } != nil)
        let again: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(again.differences == [])
    }

    @Test func `a renewal is decided at once by what is loaded ahead`() async throws {
        let shop = try await TestShop()
        var subscriber = try await Subscriber(shop, InProcessClient(shop.service.router()))
        let before = try await shop.database.read { try $0.orders(of: "anna", limit: 100) }.count
        for _ in 0..<60 {
            try await FulfillmentSession.$maximumRounds.withValue(1) { try await subscriber.renew() }
        }
        let after = try await shop.database.read { try $0.orders(of: "anna", limit: 100) }.count
        #expect(after == before + 60)
    }

    @Test func `the end of the 40th period runs as many statements as the end of the third`() async throws {
        let shop = try await TestShop()
        let database = RecordingDatabase(shop.database)
        let service = try shop.anotherInstance(over: database)
        var subscriber = try await Subscriber(shop, InProcessClient(service.router()))
        var counts: [Int] = []
        for _ in 0..<40 {
            try await subscriber.renew()
            // The next renewal is late: this period ends by time alone.
            shop.clock.advance(days: 1.01)
            _ = database.removeWrites()
            try await service.lifecycle.advanceLifecycles()
            counts.append(database.removeWrites().joined().count)
            shop.clock.advance(days: -1.01)
        }
        #expect(counts[39] > 0 && counts[39] == counts[2], "\(counts)")
        // The last period has ended by a clock that was set back; the next one has not.
        try await subscriber.renew()
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `folded facts that were changed by SQL are reported and repaired`() async throws {
        let shop = try await TestShop()
        var subscriber = try await Subscriber(shop, InProcessClient(shop.service.router()))
        for _ in 0..<60 { try await subscriber.renew() }
        #expect(try await shop.database.read { try $0.foldedFacts(of: Self.key) } != nil)
        for change in ["facts = facts + 1", "body = x'0101'", "last_key = x'00'"] {
            try await shop.database.write { writer in
                try writer.execute(Query(stringLiteral: "UPDATE folded_facts SET \(change)"))
            }
            let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
            #expect(report.differences.map(\.what) == ["purchase"], "\(change)")
            let repaired: RebuildReport = try await shop.send(.post, "/v1/rebuild?repair=true").json()
            #expect(repaired.differences == [] && repaired.repaired == 1, "\(change)")
            let after: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
            #expect(after.differences == [], "\(change)")
        }
    }
}
