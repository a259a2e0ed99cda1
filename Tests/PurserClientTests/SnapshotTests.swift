// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import PurserServer
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@testable import PurserClient

@Suite(.storeKit) struct SnapshotTests {
    @Test func `without a network the server's signed word decides, for three days`() async throws {
        let world = try await World()
        let first = await world.launch()
        try await first.purchase(World.grinder)
        await first.runUntilIdle()
        world.line.cut()
        let purser = await world.launch()
        #expect(await purser.currentEntitlements.source == .snapshot)
        #expect(await purser.status(of: "grinder") == .active)
        #expect(await purser.status(of: "club") == .inactive)
        try await world.advance(days: 2.9)
        #expect(await purser.status(of: "grinder") == .active)
        try await world.advance(days: 0.2)
        #expect(await purser.status(of: "grinder") == .stale)
        world.line.fix()
        #expect(await purser.status(of: "grinder") == .active)
    }

    @Test func `a subscription that may have renewed is asked about, one that was turned off ends`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.gold)
        await purser.runUntilIdle()
        try await world.advance(days: 28)
        #expect(await purser.refreshEntitlements())
        world.line.cut()
        try await world.advance(days: 2.5)
        #expect(await purser.status(of: "club") == .stale)
        world.line.fix()
        try await world.control(.put, "/customers/apple-anna/subscriptions/\(World.club)/renewal", ["on": false])
        try await world.advance(days: 28)
        #expect(await purser.restore().count == 1)
        #expect(await purser.refreshEntitlements())
        world.line.cut()
        try await world.advance(days: 2.9)
        #expect(await purser.status(of: "club") == .inactive)
    }

    @Test func `a clock that is set back is found out, and the server's word heals it`() async throws {
        let world = try await World()
        let first = await world.launch()
        try await first.purchase(World.grinder)
        await first.runUntilIdle()
        world.moveDeviceClock(by: 2 * 86_400)
        #expect(await first.status(of: "grinder") == .active)
        await first.runUntilIdle()
        world.moveDeviceClock(by: -86_400)
        world.line.cut()
        // Also after a launch: how late it was is kept.
        let purser = await world.launch()
        #expect(await purser.status(of: "grinder") == .clockSetBack)
        #expect(world.happened(.clockSetBack))
        world.line.fix()
        #expect(await purser.status(of: "grinder") == .active)
    }

    @Test func `a device whose clock was always wrong is served`() async throws {
        let world = try await World()
        world.moveDeviceClock(by: -7 * 3600)
        let first = await world.launch()
        try await first.purchase(World.grinder)
        await first.runUntilIdle()
        world.line.cut()
        let purser = await world.launch()
        #expect(await purser.status(of: "grinder") == .active)
    }

    @Test func `a snapshot that was changed, or is another's, is not relied on`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.grinder)
        let answer: JSONValue = try await world.ask("/v1/customers/anna/snapshot").json()
        let document = try #require(answer["snapshot"]?.string)
        let keys = try await world.ask("/v1/snapshot-keys").body
        let reader = try SnapshotReader(keys: keys)
        let claims = try reader.read(document, of: "anna")
        #expect(claims.items.map(\.entitlement) == ["grinder"])
        #expect(claims.app == "com.example.coffee")
        #expect(claims.environment == "Production")
        #expect(throws: SnapshotReader.Fault.anotherCustomers) { try reader.read(document, of: "bob") }
        var parts = document.split(separator: ".").map(String.init)
        let payload = Data("{\"customer\":\"anna\"}".utf8).base64EncodedString().replacing("=", with: "")
        #expect(throws: SnapshotReader.Fault.wrongSignature) {
            try reader.read([parts[0], payload, parts[2]].joined(separator: "."), of: "anna")
        }
        parts[2] = String(parts[2].reversed())
        #expect(throws: SnapshotReader.Fault.self) { try reader.read(parts.joined(separator: "."), of: "anna") }
        #expect(throws: SnapshotReader.Fault.unknownKey) {
            try SnapshotReader(keys: Data("{\"keys\":[]}".utf8)).read(document, of: "anna")
        }
        #expect(throws: SnapshotReader.Fault.notASnapshot) { try reader.read("a.b", of: "anna") }
    }

    @Test func `keys that are built into the app are the only ones`() async throws {
        let world = try await World()
        let other = try await World()
        let keys = try await other.ask("/v1/snapshot-keys").body
        try await world.useAccount("apple-anna")
        let purser = await world.launch { $0.server?.snapshotKeys = keys }
        #expect(await purser.refreshEntitlements() == false)
        let trusting = await world.launch()
        #expect(await trusting.refreshEntitlements())
    }

    @Test func `an entitlement that ended is closed for who only looks at what is known`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.gold)
        try await world.control(.put, "/customers/apple-anna/subscriptions/\(World.club)/renewal", ["on": false])
        #expect(await purser.refreshEntitlements())
        try await world.advance(days: 29)
        #expect(await purser.refreshEntitlements())
        #expect(await purser.currentEntitlements["club"] != nil)
        world.line.cut()
        try await world.advance(days: 2)
        #expect(await purser.currentEntitlements["club"] == nil)
        #expect(await purser.currentEntitlements.customer == "anna")
    }

    @Test func `what no one could be asked about for three days is not known any more`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.grinder)
        await purser.runUntilIdle()
        var changes = purser.entitlements.makeAsyncIterator()
        #expect(await changes.next()?.current.names == ["grinder"])
        world.line.cut()
        try await world.advance(days: 2.9)
        #expect(await purser.currentEntitlements.names == ["grinder"])
        try await world.advance(days: 0.2)
        #expect(await purser.currentEntitlements.names.isEmpty)
        // A reader of changes is notified when it was asked in vain.
        #expect(await changes.next()?.removed == ["grinder"])
        #expect(await purser.status(of: "grinder") == .stale)
        await purser.runUntilIdle()
        world.line.forget()
        for _ in 0..<100 { #expect(await purser.currentEntitlements.names.isEmpty) }
        await purser.runUntilIdle()
        #expect(world.line.count("GET") == 0)
        world.line.fix()
        #expect(await purser.status(of: "grinder") == .active)
        #expect(await changes.next()?.added == ["grinder"])
        #expect(await purser.currentEntitlements.names == ["grinder"])
    }

    @Test func `a look at what is too old has the server asked`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.grinder)
        await purser.runUntilIdle()
        try await world.advance(days: 4)
        #expect(await purser.currentEntitlements.names.isEmpty)
        await purser.runUntilIdle()
        #expect(await purser.currentEntitlements.names == ["grinder"])
    }

    @Test func `an answer that was overtaken by a purchase takes nothing away`() async throws {
        let world = try await World()
        let slow = SlowLine(world.line)
        let purser = await world.launch { $0.server?.transport = slow }
        slow.parkNextSnapshot()
        let early = Task { await purser.refreshEntitlements() }
        await slow.parked()
        try await purser.purchase(World.grinder)
        await purser.runUntilIdle()
        #expect(await purser.currentEntitlements.names == ["grinder"])
        slow.release()
        #expect(await early.value)
        #expect(await purser.currentEntitlements.names == ["grinder"])
        #expect(await purser.isEntitled(to: "grinder"))
    }

    @Test func `of two answers that were in progress at once the newer one is held, whichever comes last`() async throws
    {
        let world = try await World()
        let slow = SlowLine(world.line)
        let purser = await world.launch { $0.server?.transport = slow }
        slow.parkNextSnapshot()
        let early = Task { await purser.refreshEntitlements() }
        await slow.parked()
        // Bought on another device, so that only the server's responses contain it.
        try await world.advance(days: 0.1)
        try await world.control(.post, "/purchases", ["customer": "apple-anna", "product": .string(World.gold)])
        #expect(await purser.restore().count == 1)
        #expect(await purser.refreshEntitlements())
        #expect(await purser.currentEntitlements.names == ["club"])
        slow.release()
        #expect(await early.value)
        #expect(await purser.currentEntitlements.names == ["club"])
    }

    @Test(arguments: [-3600.0, 0, 3600, 86_400 * 2.5, 86_400 * 3.5])
    func `the app concludes what the rules conclude`(later: TimeInterval) throws {
        let issued = World.start
        func date(_ days: Double?) -> Date? { days.map { issued.addingTimeInterval($0 * 86_400) } }
        let cases: [(String, Double?, Bool)] = [
            ("life", nil, false), ("soon", 1, false), ("renews", 1, true), ("late", 20, true),
        ]
        let items = cases.map { name, end, renews -> JSONValue in
            var item: [String: JSONValue] = ["entitlement": .string(name), "willRenew": .bool(renews)]
            if let end = date(end) { item["endDate"] = .integer(end.millisecondsSince1970) }
            return .object(item)
        }
        let text: JSONValue = [
            "customer": "anna", "issuedDate": .integer(issued.millisecondsSince1970),
            "expirationDate": .integer(issued.millisecondsSince1970 + 3 * 86_400_000), "items": .array(items),
        ]
        let rules: EntitlementSnapshot = try AppStoreJSON.decode(from: AppStoreJSON.encode(text))
        let held = PurserClient.CachedEntitlements(
            items: rules.items.map {
                PurserClient.CachedEntitlements.Item(
                    entitlement: $0.entitlement.rawValue,
                    endDate: $0.endDate,
                    willRenew: $0.willRenew
                )
            },
            issued: issued,
            expires: rules.expirationDate,
            received: issued
        )
        let pieces: [EntitlementSnapshot.Verdict: EntitlementStatus] = [
            .active: .active, .inactive: .inactive, .stale: .stale, .clockSetBack: .clockSetBack,
        ]
        let now = issued.addingTimeInterval(later)
        for name in cases.map(\.0) + ["unknown"] {
            let verdict = rules.verdict(on: EntitlementID(rawValue: name), asOf: now)
            #expect(held.status(of: name, asOf: now, lastSeen: nil) == pieces[verdict], "\(name)")
        }
    }
}

/// A line on which one snapshot waits after the server wrote it.
private final class SlowLine: PurserTransport {
    private struct State {
        var parksNext = false
        var isParked = false
        var isReleased = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let line: Line
    private let state = Mutex(State())

    init(_ line: Line) { self.line = line }

    func parkNextSnapshot() { state.withLock { $0.parksNext = true } }

    /// Waits until the snapshot was written.
    func parked() async { await wait { $0.isParked } }

    func release() { change { $0.isReleased = true } }

    func send(_ request: PurserRequest) async throws -> PurserResponse {
        let answer = try await line.send(request)
        guard request.url.lastPathComponent == "snapshot" else { return answer }
        let parks = state.withLock { state in
            defer { state.parksNext = false }
            return state.parksNext
        }
        guard parks else { return answer }
        change { $0.isParked = true }
        await wait { $0.isReleased }
        return answer
    }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func wait(_ isSo: @Sendable (State) -> Bool) async {
        while true {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if isSo(state) { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
            if state.withLock({ isSo($0) }) { return }
        }
    }
}
