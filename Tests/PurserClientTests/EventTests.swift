// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import PurserClient
import PurserServer
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite(.storeKit) struct EventTests {
    @Test func `everything is reported, and nothing secret is`() async throws {
        let world = try await World()
        let lines = Recorder<String>()
        let purser = await world.launch { $0.onLog = { lines.add($0) } }
        var stream = purser.events.makeAsyncIterator()
        try await purser.purchase(World.beans)
        #expect(await stream.next()?.kind == .started)
        world.line.decide { ["orders", "conflicts"].contains($0.url.lastPathComponent) ? .delivered : .lost }
        await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        world.line.fix()
        await purser.recoverUnfinishedOrders()
        await purser.restore()
        await purser.runUntilIdle()
        let kinds: [PurserEvent.Kind] = [
            .started, .ordered, .paid, .stored, .verified, .finished, .verificationFailed, .retried, .failed,
            .restoreStarted, .restored,
        ]
        for kind in kinds { #expect(world.happened(kind), "\(kind.rawValue)") }
        let failed = try #require(world.events.withLock { $0.first { $0.kind == .failed } })
        #expect(failed.code == "verification-failed")
        #expect(failed.product == World.grinder)
        let log = lines.all.joined(separator: "\n")
        #expect(log.contains("purchase-started coffee.beans.100"))
        // Neither a signed document, nor a key, nor a token.
        for secret in ["eyJ", "pk_", "ct_", world.keys.publishableKey] { #expect(!log.contains(secret)) }
    }

    @MainActor private final class Listener: PurserDelegate {
        var events: [PurserEvent.Kind] = []
        var entitlements: Set<String> = []
        var questions = 0

        func purser(_ purser: Purser, entitlementsChanged change: EntitlementChange) {
            entitlements = change.current.names
        }

        func purser(_ purser: Purser, didEmit event: PurserEvent) { events.append(event.kind) }

        func purser(_ purser: Purser, shouldRetry question: RetryPrompt) async -> Bool {
            questions += 1
            return question.number < 2
        }
    }

    @Test @MainActor func `older code has a delegate and completions on the main thread`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let listener = Listener()
        purser.setDelegate(listener)
        let steps = Recorder<PurchaseProgress>()
        let result = await withCheckedContinuation { continuation in
            purser.purchase(World.grinder, progress: { steps.add($0) }) { continuation.resume(returning: $0) }
        }
        #expect(try result.get().purchase?.product == World.grinder)
        try await world.until("the delegate was called") {
            await MainActor.run { listener.entitlements == ["grinder"] && listener.events.contains(.finished) }
        }
        #expect(steps.all == [.loadingProduct, .ordering, .buying, .verifying, .done])
        world.line.decide { $0.url.path.hasSuffix("/transactions") ? .lost : .delivered }
        let failure = await withCheckedContinuation { continuation in
            purser.purchase(World.beans) { continuation.resume(returning: $0) }
        }
        #expect(throws: PurserError.self) { try failure.get() }
        #expect(listener.questions == 2)
        world.line.fix()
        let found = await withCheckedContinuation { continuation in
            purser.recoverUnfinishedOrders { continuation.resume(returning: $0) }
        }
        #expect(found.map(\.product) == [World.beans])
        let restored = await withCheckedContinuation { continuation in
            purser.restore { continuation.resume(returning: $0) }
        }
        #expect(restored.count == 1)
    }

    @Test func `a lifetime beside a subscription is warned of, and the reverse`() async throws {
        let world = try await World()
        let warnings = Recorder<ConflictWarning>()
        let purser = await world.launch()
        try await purser.purchase(World.gold)
        await purser.runUntilIdle()
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.lifetime) }
        #expect(error?.code == .conflict)
        #expect(error?.conflict?.kind == "lifetime-and-subscription")
        #expect(error?.conflict?.owned == World.gold)
        #expect(error?.conflict?.nextCharge != nil)
        #expect(try await world.orders().count == 1)
        let careful = await world.launch { configuration in
            configuration.shouldPurchaseDespiteConflict = {
                warnings.add($0)
                return true
            }
        }
        try await careful.purchase(World.lifetime)
        #expect(warnings.all.count == 1)
        #expect(world.happened(.conflictWarned))
        // The server reports what happened all the same.
        let conflicts = try await world.ask("/v1/customers/anna/conflicts").text
        #expect(conflicts.contains("lifetime-and-subscription"))
        // The reverse: who has it for life is warned of a subscription.
        let other = try await World(account: "apple-bob")
        let second = await other.launch("bob")
        try await second.purchase(World.lifetime)
        let reverse = await #expect(throws: PurserError.self) { try await second.purchase(World.gold) }
        #expect(reverse?.conflict?.owned == World.lifetime)
        #expect(reverse?.conflict?.text(in: .english).contains("for life") == true)
    }

    @Test func `a subscription that ends automatically is not said to renew, nor to be for life`() async throws {
        let world = try await World(hearsApple: true)
        let purser = await world.launch()
        try await purser.purchase(World.gold)
        try await world.control(.put, "/customers/apple-anna/subscriptions/\(World.club)/renewal", ["on": false])
        try await world.until("the server hears of it") {
            try await world.ask("/v1/customers/anna/subscriptions").text.contains("\"willAutoRenew\":false")
        }
        await purser.runUntilIdle()
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.lifetime) }
        #expect(error?.conflict?.owned == World.gold)
        #expect(error?.conflict?.nextCharge == nil)
        #expect(error?.conflict?.text(in: .english).contains("ends on its own") == true)
        #expect(error?.conflict?.text(in: .simplifiedChinese).contains("自动结束") == true)
    }

    @Test func `renewals that continue are reported before an account is deleted`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.gold)
        await purser.runUntilIdle()
        // On another device, with another Apple account, the server alone knows.
        try await world.useAccount("apple-other")
        let elsewhere = await world.launch()
        let renewals = try await elsewhere.renewingSubscriptions()
        #expect(renewals.map(\.product) == [World.gold])
        #expect(renewals.first?.nextDate != nil)
        #expect(try await world.launch("bob").renewingSubscriptions().isEmpty)
    }

    @Test func `the sandbox is distinguished from production, and its purchases are its own`() async throws {
        let world = try await World(environment: .sandbox)
        let purser = await world.launch()
        #expect(await purser.isSandbox)
        #expect(await purser.environment == .sandbox)
        try await purser.purchase(World.grinder)
        #expect(await purser.refreshEntitlements())
        #expect(await purser.isEntitled(to: "grinder"))
        #expect(try await world.orders().first?.environment == "Sandbox")
        #expect(try await world.entitlements().isEmpty)
        let real = try await World()
        #expect(await real.launch().isSandbox == false)
    }
}
