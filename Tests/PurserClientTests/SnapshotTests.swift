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
        await first.settle()
        world.line.cut()
        let purser = await world.launch()
        #expect(await purser.currentEntitlements.source == .snapshot)
        #expect(await purser.status(of: "grinder") == .active)
        #expect(await purser.status(of: "club") == .inactive)
        try await world.advance(days: 2.9)
        #expect(await purser.status(of: "grinder") == .active)
        try await world.advance(days: 0.2)
        #expect(await purser.status(of: "grinder") == .stale)
        world.line.mend()
        #expect(await purser.status(of: "grinder") == .active)
    }

    @Test func `a subscription that may have renewed is asked about, one that was turned off ends`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.gold)
        await purser.settle()
        try await world.advance(days: 28)
        #expect(await purser.refreshEntitlements())
        world.line.cut()
        try await world.advance(days: 2.5)
        #expect(await purser.status(of: "club") == .stale)
        world.line.mend()
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
        await first.settle()
        world.moveDeviceClock(by: 2 * 86_400)
        #expect(await first.status(of: "grinder") == .active)
        await first.settle()
        world.moveDeviceClock(by: -86_400)
        world.line.cut()
        // Also after a launch: how late it was is kept.
        let purser = await world.launch()
        #expect(await purser.status(of: "grinder") == .clockSetBack)
        #expect(world.happened(.clockSetBack))
        world.line.mend()
        #expect(await purser.status(of: "grinder") == .active)
    }

    @Test func `a device whose clock was always wrong is served`() async throws {
        let world = try await World()
        world.moveDeviceClock(by: -7 * 3600)
        let first = await world.launch()
        try await first.purchase(World.grinder)
        await first.settle()
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
        let held = PurserClient.Holding(
            items: rules.items.map {
                PurserClient.Holding.Item(
                    entitlement: $0.entitlement.rawValue,
                    endDate: $0.endDate,
                    willRenew: $0.willRenew
                )
            },
            issued: issued,
            expires: rules.expirationDate,
            received: issued
        )
        let words: [EntitlementSnapshot.Verdict: EntitlementStatus] = [
            .active: .active, .inactive: .inactive, .stale: .stale, .clockSetBack: .clockSetBack,
        ]
        let now = issued.addingTimeInterval(later)
        for name in cases.map(\.0) + ["unknown"] {
            let verdict = rules.verdict(on: EntitlementID(rawValue: name), asOf: now)
            #expect(held.status(of: name, asOf: now, lastSeen: nil) == words[verdict], "\(name)")
        }
    }
}
