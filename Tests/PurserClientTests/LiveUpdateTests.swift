// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@testable import PurserClient
@testable import PurserServer

/// An open app hears of changes from the server, not from the App Store.
@Suite(.storeKit) struct LiveUpdateTests {
    /// Waits that last until the test ends them.
    private final class Waits: Sendable {
        private let state = Mutex<(asked: [TimeInterval], waiting: [CheckedContinuation<Void, Never>])>(([], []))

        var asked: [TimeInterval] { state.withLock(\.asked) }

        func wait(_ seconds: TimeInterval) async {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.asked.append(seconds)
                    state.waiting.append(continuation)
                }
            }
        }

        func end() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// An app that listens, has bought the grinder, and no longer hears from the App Store.
    private struct Listening: Sendable {
        let world: World
        let purser: Purser
        let purchase: Purchase
        let waits: Waits
        let changes: AsyncStream<EntitlementChange>

        /// Waits for the next change that removes an entitlement.
        func removed() async -> Set<String> {
            for await change in changes where !change.removed.isEmpty { return change.removed }
            return []
        }
    }

    private func listening(through line: ((World) throws -> Line)? = nil) async throws -> Listening {
        let world = try await World(hearsApple: true) { $0.requiresCustomerTokens = .always }
        let waits = Waits()
        let line = try line?(world)
        let purser = await world.launch { configuration in
            if let line { configuration.server?.transport = line }
            configuration.pause = { await waits.wait($0) }
        }
        let purchase = try #require(try await purser.purchase(World.grinder).purchase)
        await purser.startLiveUpdates()
        try await started(world, 1)
        await purser.runUntilIdle()
        world.close()
        return Listening(
            world: world,
            purser: purser,
            purchase: purchase,
            waits: waits,
            changes: purser.entitlements
        )
    }

    private func started(_ world: World, _ count: Int) async throws {
        try await world.until("the app listens") { world.kinds().count { $0 == .liveUpdatesStarted } == count }
    }

    private func refund(_ app: Listening) async throws {
        try await app.world.control(.post, "/transactions/\(app.purchase.transaction)/refund")
        try await app.world.control(.post, "/clock/run-due")
    }

    @Test func `a refund closes the entitlement of an app that is open, without a call`() async throws {
        let app = try await listening()
        try await refund(app)
        try await app.world.server.liveUpdates.report(now: app.world.appStore.now)
        #expect(await app.removed() == ["grinder"])
        #expect(await app.purser.currentEntitlements.names.isEmpty)
        #expect(!app.world.happened(.revoked))
    }

    @Test func `a refund that another instance of the server processes closes the entitlement`() async throws {
        let instance = Mutex<PurserService?>(nil)
        let app = try await listening { world in
            let other = try PurserService(
                configuration: world.server.configuration,
                database: world.database,
                anchors: world.server.anchors,
                transport: world.server.transport,
                clock: { world.appStore.now }
            )
            instance.withLock { $0 = other }
            return Line(other.router())
        }
        let other = try #require(instance.withLock { $0 })
        #expect(other.liveUpdates.count == 1)
        #expect(app.world.server.liveUpdates.count == 0)
        try await refund(app)
        try await other.liveUpdates.report(now: app.world.appStore.now)
        #expect(await app.removed() == ["grinder"])
    }

    @Test func `what changed while the connection was broken is known with the next one`() async throws {
        let app = try await listening()
        app.world.line.dropStreams()
        try await app.world.until("the app waits") { app.waits.asked.count == 1 }
        try await app.world.until("the place is free") { app.world.server.liveUpdates.count == 0 }
        try await refund(app)
        #expect(app.world.happened(.liveUpdatesInterrupted))
        app.waits.end()
        #expect(await app.removed() == ["grinder"])
        #expect(app.world.server.liveUpdates.count == 1)
    }

    @Test func `without a network the waits grow to a minute, and entitlements stay as they are known`() async throws {
        let app = try await listening()
        app.world.line.cut()
        app.world.line.dropStreams()
        for count in 1...9 {
            try await app.world.until("the app waits") { app.waits.asked.count == count }
            if count < 9 { app.waits.end() }
        }
        for (wait, longest) in zip(app.waits.asked, [1.0, 2, 4, 8, 16, 32, 60, 60, 60]) {
            #expect((longest / 2...longest).contains(wait), "\(app.waits.asked)")
        }
        #expect(await app.purser.isEntitled(to: "grinder"))
        // The app is in its ninth wait: it cannot try between the repair and the end of the wait.
        app.world.line.fix()
        app.waits.end()
        try await started(app.world, 2)
    }

    @Test func `a server that does not know the route is asked once, and again after a sign-in`() async throws {
        let world = try await World()
        world.line.decide { request in
            request.url.path.hasSuffix("/updates") ? .answered(PurserResponse(status: 404)) : .delivered
        }
        let purser = await world.launch()
        await purser.startLiveUpdates()
        try await world.until("it is refused") { world.happened(.liveUpdatesInterrupted) }
        #expect(world.line.count("GET /v1/customers/anna/entitlements/updates") == 1)
        #expect(world.pauses.isEmpty)
        world.line.fix()
        await purser.signIn("bob")
        try await started(world, 1)
        #expect(world.line.count("GET /v1/customers/bob/entitlements/updates") == 1)
    }

    @Test func `another customer's changes are not reported after a sign-in, and none after stopping`() async throws {
        let world = try await World { $0.requiresCustomerTokens = .always }
        let purser = await world.launch()
        await purser.startLiveUpdates()
        try await started(world, 1)
        await purser.signIn("bob")
        try await started(world, 2)
        try await world.until("one listens") { world.server.liveUpdates.count == 1 }
        await purser.stopLiveUpdates()
        try await world.until("no one listens") { world.server.liveUpdates.count == 0 }
        await purser.startLiveUpdates()
        try await started(world, 3)
        await purser.signOut()
        try await world.until("no one listens") { world.server.liveUpdates.count == 0 }
    }

    @Test func `an anonymous customer listens, and after signing in the account`() async throws {
        let world = try await World { $0.requiresCustomerTokens = .always }
        let purser = await world.launch(nil) { $0.allowsAnonymousCustomers = true }
        await purser.startLiveUpdates()
        try await purser.purchase(World.grinder)
        try await started(world, 1)
        await purser.signIn("anna")
        try await started(world, 2)
        #expect(world.line.count("GET /v1/customers/anna/entitlements/updates") == 1)
        try await world.until("one listens") { world.server.liveUpdates.count == 1 }
    }

    @Test func `an app that is gone listens no more`() async throws {
        let world = try await World()
        var purser: Purser? = await world.launch()
        await purser?.startLiveUpdates()
        try await started(world, 1)
        purser = nil
        try await world.until("no one listens") { world.server.liveUpdates.count == 0 }
    }

    @Test func `events are read from pieces of any size`() throws {
        let text =
            ": hello\r\nevent: ready\r\ndata: {}\r\n\r\n:\n\nevent: changed\ndata: {}\n\n"
            + "event: no data\n\ndata: x\n\n"
        for size in [1, 2, 7, 1000] {
            var parser = ServerEventParser()
            var names: [String] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                names += try parser.read(Data(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(names == ["ready", "changed", "message"], "pieces of \(size)")
        }
    }

    @Test func `a response without ends of lines is refused, and does not grow`() {
        var parser = ServerEventParser()
        #expect(throws: URLError.self) { try parser.read(Data(repeating: 97, count: 10_000)) }
    }
}
