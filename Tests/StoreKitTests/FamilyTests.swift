// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct FamilyTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    @Test func `what a family member buys comes as shared and entitles`() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        try StoreKitSimulator.Family.buys(Shop.lamp)
        let shared = try #require(await updates.next()).payloadValue
        #expect(shared.ownershipType == .familyShared)
        #expect(shared.productID == Shop.lamp)
        #expect(shared.appAccountToken == nil)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [shared.id])
        let own = try await Shop.buy(Shop.coins)
        #expect(own.ownershipType == .purchased)
    }

    @Test func `a shared subscription lives as long as its buyer's`() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        try StoreKitSimulator.Family.buys(Shop.gold)
        let shared = try #require(await updates.next()).payloadValue
        #expect(shared.ownershipType == .familyShared)
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(status.state == .subscribed)
        #expect(try status.renewalInfo.payloadValue.willAutoRenew)
        try StoreKitSimulator.advance(by: 32 * 86_400)
        let renewal = try #require(await updates.next()).payloadValue
        #expect(renewal.ownershipType == .familyShared)
        #expect(renewal.originalID == shared.originalID)
        #expect(renewal.reason == .renewal)
        try StoreKitSimulator.Family.isRefunded(Shop.gold)
        let revoked = try #require(await updates.next()).payloadValue
        #expect(revoked.id == renewal.id)
        #expect(revoked.revocationDate != nil)
        #expect(revoked.revocationType == .familyRevocation)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).first?.state == .revoked)
    }

    @Test func `what is no longer shared is revoked, and comes again when it is`() async throws {
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        defer { SKPaymentQueue.default().remove(observer) }
        var updates = Transaction.updates.makeAsyncIterator()
        try StoreKitSimulator.Family.buys(Shop.lamp)
        let shared = try #require(await updates.next()).payloadValue
        try StoreKitSimulator.Family.shares(false)
        #expect(await updates.next()?.unsafePayloadValue.revocationDate != nil)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        #expect(try await observer.revocation() == [Shop.lamp])
        try StoreKitSimulator.Family.shares(true)
        let again = try #require(await updates.next()).payloadValue
        #expect(again.revocationDate == nil)
        #expect(again.id != shared.id)
        try StoreKitSimulator.Family.leave()
        #expect(await updates.next()?.unsafePayloadValue.revocationDate != nil)
        #expect(throws: StoreKitError.self) { try StoreKitSimulator.Family.leave() }
    }

    @Test func `what may not be shared stays with its buyer`() async throws {
        try StoreKitSimulator.Family.buys(Shop.silver)
        try StoreKitSimulator.Family.buys(Shop.coins)
        #expect(try await all(Transaction.all).isEmpty)
        #expect(try await Product.SubscriptionInfo.status(for: Shop.club).isEmpty)
        #expect(throws: StoreKitError.self) { try StoreKitSimulator.Family.buys("shop.unknown") }
        #expect(throws: StoreKitError.self) { try StoreKitSimulator.Family.isRefunded(Shop.lamp) }
    }

    @Test func `a customer's own purchase outlives the family`() async throws {
        let own = try await Shop.buy(Shop.lamp)
        try StoreKitSimulator.Family.buys(Shop.lamp)
        try StoreKitSimulator.Family.leave()
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [own.id])
    }
}
