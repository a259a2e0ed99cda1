// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import Synchronization
import Testing

@testable import PurserServer

/// The stream that reports changes to an app.
@Suite struct LiveUpdateTests {
    /// What a stream has written, as a client reads it.
    private final class Reader: Sendable {
        let task: Task<Void, any Error>
        private let pieces: AsyncStream<String>

        init?(_ response: HTTPResponse) {
            guard case .stream(let write) = response.body else { return nil }
            let (pieces, continuation) = AsyncStream.makeStream(of: String.self)
            self.pieces = pieces
            task = Task {
                defer { continuation.finish() }
                try await write(HTTPBodyWriter { continuation.yield(String(decoding: $0, as: UTF8.self)) })
            }
        }

        /// The next write: the name of an event, "heartbeat", or "over".
        func next() async -> String {
            for await piece in pieces {
                if piece == ServerSentEvent.heartbeat { return "heartbeat" }
                let name = piece.split(separator: "\n").first.map { String($0.dropFirst("event: ".count)) }
                #expect(piece == ServerSentEvent(name: name, data: "{}").text)
                return name ?? piece
            }
            return "over"
        }
    }

    private func open(
        _ shop: TestShop,
        _ customer: String = "anna",
        key: String? = nil,
        query: String = ""
    ) async throws -> HTTPResponse {
        var proof = key
        if proof == nil { proof = try await shop.token(of: customer) }
        return await shop.client.open(
            .get,
            "/v1/customers/\(customer)/entitlements/updates" + query,
            headers: ["Authorization": "Bearer \(proof ?? "")"]
        )
    }

    private func listen(_ shop: TestShop, _ customer: String = "anna", query: String = "") async throws -> Reader {
        let reader = try #require(Reader(try await open(shop, customer, query: query)))
        #expect(await reader.next() == "ready")
        return reader
    }

    private func report(_ shop: TestShop) async throws {
        try await shop.service.liveUpdates.report(now: shop.clock.now)
    }

    private func grant(_ shop: TestShop, _ customer: String = "anna") async throws {
        let answer = try await shop.send(
            .post,
            "/v1/customers/\(customer)/grants",
            ["entitlement": "club", "reason": "a test"]
        )
        #expect(answer.status.rawValue < 300, "\(answer.text)")
    }

    @Test func `a change is reported once, and nothing when nothing changed`() async throws {
        let shop = try await TestShop()
        let reader = try await listen(shop)
        try await report(shop)
        try await grant(shop)
        try await report(shop)
        try await report(shop)
        #expect(await reader.next() == "changed")
        shop.clock.advance(16)
        try await report(shop)
        #expect(await reader.next() == "heartbeat")
    }

    @Test func `the open streams are counted for Prometheus`() async throws {
        let shop = try await TestShop()
        var readers = [try await listen(shop), try await listen(shop, "ben")]
        #expect(try await shop.service.monitoring.metricsText().contains("\npurser_live_update_streams 2\n"))
        for reader in readers {
            reader.task.cancel()
            _ = await reader.task.result
        }
        readers = []
        #expect(try await shop.service.monitoring.metricsText().contains("\npurser_live_update_streams 0\n"))
    }

    @Test func `a change of another customer is not reported`() async throws {
        let shop = try await TestShop()
        let (anna, bob) = (try await listen(shop), try await listen(shop, "bob"))
        try await grant(shop, "bob")
        try await report(shop)
        #expect(await bob.next() == "changed")
        shop.clock.advance(16)
        try await report(shop)
        #expect(await anna.next() == "heartbeat")
    }

    @Test(arguments: TestDatabase.allCases)
    func `a change that another instance wrote is reported`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let shop = try await TestShop()
            let (one, other) = (try shop.anotherInstance(over: store), try shop.anotherInstance(over: store))
            let updates = one.liveUpdates
            let limits = LiveUpdates.Limits(streams: 1, streamsPerCustomer: 1)
            let stream = try await updates.open("anna", until: .distantFuture, now: shop.clock.now, limits)
            let scope = AppScope(bundleID: TestShop.app, environment: .production)
            try await other.database.write { writer in
                try writer.ensureCustomer("anna", now: TestClock.start)
                try writer.replaceEntitlements(
                    of: "anna",
                    in: scope,
                    with: [StoredEntitlement(scope: scope, entitlement: "club", body: Data("{}".utf8))]
                )
            }
            try await updates.report(now: shop.clock.now)
            #expect(stream.next() == .changed)
            try await updates.report(now: shop.clock.now)
            #expect(stream.next() == nil)
        }
    }

    @Test func `the stream ends with its lifetime, and with the customer's token`() async throws {
        let shop = try await TestShop()
        let short = try await listen(shop, query: "?lifetimeSeconds=10")
        let long = try await listen(shop)
        shop.clock.advance(10)
        try await report(shop)
        #expect(await short.next() == "end")
        #expect(await short.next() == "over")
        // The token of the tests lives for an hour.
        shop.clock.advance(3600)
        try await report(shop)
        #expect(await long.next() == "end")
        #expect(await long.next() == "over")
        #expect(shop.service.liveUpdates.count == 0)
    }

    @Test func `the stream ends when the customer is erased, and says nothing more of them`() async throws {
        let shop = try await TestShop()
        try await grant(shop)
        let reader = try await listen(shop)
        let erased = try await shop.send(.delete, "/v1/customers/anna")
        #expect(erased.status.rawValue < 300, "\(erased.text)")
        try await report(shop)
        #expect(await reader.next() == "end")
        #expect(await reader.next() == "over")
    }

    @Test func `the stream ends when its key is revoked, and when the server stops`() async throws {
        let shop = try await TestShop()
        let list: APIKeyList = try await shop.send(.get, "/v1/api-keys").json()
        let key = try #require(list.keys.first(where: { $0.kind.hasPrefix("publishable") }))
        let reader = try #require(Reader(try await open(shop, key: shop.publishableKey)))
        #expect(await reader.next() == "ready")
        let token = try await listen(shop)
        #expect(try await shop.send(.delete, "/v1/api-keys/\(key.id)").status.rawValue < 300)
        shop.clock.advance(16)
        try await report(shop)
        #expect(await reader.next() == "end")
        #expect(await token.next() == "heartbeat")
        await shop.service.stop()
        #expect(await token.next() == "end")
    }

    @Test func `too many streams of a customer, and of all, are refused with a time to wait`() async throws {
        let shop = try await TestShop {
            $0.liveUpdateStreams = 3
            $0.liveUpdateStreamsPerCustomer = 2
        }
        let first = try await listen(shop)
        _ = try await listen(shop)
        let third = try await open(shop)
        #expect(third.status == .tooManyRequests)
        #expect(third.headers["Retry-After"] == "60")
        _ = try await listen(shop, "bob")
        let fourth = try await open(shop, "carl")
        #expect(fourth.status == .serviceUnavailable)
        // A client that leaves makes room, also one that never read the response.
        first.task.cancel()
        _ = await first.task.result
        #expect(shop.service.liveUpdates.count == 2)
        _ = try await open(shop, "carl")
        #expect(shop.service.liveUpdates.count == 2)
    }

    @Test func `another customer's token opens no stream`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .always }
        let bob = try await shop.token(of: "bob")
        #expect(try await open(shop, key: bob).status == .forbidden)
        #expect(try await open(shop, key: shop.publishableKey).status == .forbidden)
        #expect(shop.service.liveUpdates.count == 0)
    }

    @Test func `one round reads all customers with few queries, and none where nothing was written`() async throws {
        let shop = try await TestShop { $0.liveUpdateStreams = 3000 }
        let limits = LiveUpdates.Limits(streams: 3000, streamsPerCustomer: 1)
        var streams: [LiveUpdateStream] = []
        let counting = RecordingDatabase(shop.database)
        let updates = LiveUpdates(database: counting)
        for number in 0..<1001 {
            let customer = CustomerID(rawValue: "c\(number)")
            streams.append(try await updates.open(customer, until: .distantFuture, now: shop.clock.now, limits))
        }
        let opened = counting.reads
        try await updates.report(now: shop.clock.now)
        // Without the versions of a store that one process owns: three batches of 500.
        #expect(counting.reads - opened == 3)
        #expect(streams.allSatisfy { $0.next() == nil })
    }
}
