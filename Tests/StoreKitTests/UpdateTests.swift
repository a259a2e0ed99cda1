// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite(.storeKit) struct UpdateTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.session()
    }

    @Test func `a renewal reaches the reader of updates`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        async let update = first(of: Transaction.updates) { $0.unsafePayloadValue.id != bought.id }
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        let renewal = try #require(await update).payloadValue
        #expect(renewal.originalID == bought.id)
        #expect(renewal.reason == .renewal)
        #expect(try await all(Transaction.currentEntitlements).map(\.unsafePayloadValue.id) == [renewal.id])
    }

    @Test func `a purchase of the app itself does not come as an update`() async throws {
        var updates = Transaction.updates.makeAsyncIterator()
        let coins = try await Shop.buy(Shop.coins)
        let outside = try await session.buyProduct(identifier: Shop.lamp)
        let update = try #require(await updates.next())
        #expect(update.unsafePayloadValue.id == outside.id)
        #expect(coins.id != outside.id)
    }

    @Test func `the app receives what happened in its order, also from a thread that is interrupted`() throws {
        let store = try SimulatedStore(configuration: StoreKitFile(contents: Data(contentsOf: Shop.file)))
        let received = Mutex<[Bool]>([])
        let done = DispatchSemaphore(value: 0)
        store.connect { event in
            guard case .transaction(let stored, _) = event else { return }
            let isRevoked = Self.payload(of: stored.document).contains("revocationDate")
            if !isRevoked {
                Thread.detachNewThread {
                    #expect(throws: Never.self) { try store.familyShares(false) }
                    done.signal()
                }
                // The other thread has time to pass this one; it must wait instead.
                #expect(done.wait(timeout: .now() + 0.2) == .timedOut)
            }
            received.withLock { $0.append(isRevoked) }
        }
        try store.familyBuys(Shop.lamp)
        #expect(done.wait(timeout: .now() + 60) == .success)
        #expect(received.withLock(\.self) == [false, true])
    }

    private static func payload(of document: String) -> String {
        let middle = document.split(separator: ".").dropFirst().first.map(String.init) ?? ""
        let base64 = middle.replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Data(base64Encoded: padded).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test func `each reader gets each update`() async throws {
        async let one = first(of: Transaction.updates)
        async let two = first(of: Transaction.updates)
        try await Task.sleep(for: .milliseconds(1))
        let bought = try await session.buyProduct(identifier: Shop.lamp)
        #expect(await one?.unsafePayloadValue.id == bought.id)
        #expect(await two?.unsafePayloadValue.id == bought.id)
    }

    @Test func `what is unfinished at launch comes once to the reader of updates`() async throws {
        let coins = try await Shop.buy(Shop.coins)
        let lamp = try await Shop.buy(Shop.lamp)
        await lamp.finish()
        StoreKitSimulator.relaunch()
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(await updates.next()?.unsafePayloadValue.id == coins.id)
        let outside = try await session.buyProduct(identifier: Shop.season)
        #expect(await updates.next()?.unsafePayloadValue.id == outside.id)
    }

    @Test func `a renewal may wait for the next launch`() async throws {
        let bought = try await Shop.buy(Shop.gold)
        await bought.finish()
        StoreKitSimulator.renewalDelivery = .atNextLaunch
        defer { StoreKitSimulator.renewalDelivery = .whileRunning }
        var updates = Transaction.updates.makeAsyncIterator()
        try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
        let outside = try await session.buyProduct(identifier: Shop.lamp)
        #expect(await updates.next()?.unsafePayloadValue.id == outside.id)
        await outside.finish()
        StoreKitSimulator.relaunch()
        var relaunched = Transaction.updates.makeAsyncIterator()
        #expect(await relaunched.next()?.unsafePayloadValue.reason == .renewal)
    }

    /// Buys a subscription, lets it renew three times while the app is closed, and reads what the next launch gets.
    private func missedRenewals() async throws -> [UInt64] {
        try await Shop.buy(Shop.gold).finish()
        for _ in 0..<3 { try session.forceRenewalOfSubscription(productIdentifier: Shop.gold) }
        StoreKitSimulator.relaunch()
        var updates = Transaction.updates.makeAsyncIterator()
        var missed: [UInt64] = []
        for _ in 0..<3 { missed.append(try #require(await updates.next()).unsafePayloadValue.id) }
        return missed
    }

    @Test func `renewals that the app missed come newest first at its next launch`() async throws {
        let missed = try await missedRenewals()
        #expect(missed.map { UInt($0) } == session.allTransactions().dropFirst().reversed().map(\.identifier))
    }

    @Test func `renewals that the app missed come oldest first where that is chosen`() async throws {
        StoreKitSimulator.launchOrder = .oldestFirst
        defer { StoreKitSimulator.launchOrder = .newestFirst }
        let missed = try await missedRenewals()
        #expect(missed.map { UInt($0) } == session.allTransactions().dropFirst().map(\.identifier))
    }

    @Test func `a refund comes as an update with its date`() async throws {
        let bought = try await Shop.buy(Shop.lamp)
        await bought.finish()
        var updates = Transaction.updates.makeAsyncIterator()
        try session.refundTransaction(identifier: UInt(bought.id))
        let refunded = try #require(await updates.next()).payloadValue
        #expect(refunded.id == bought.id)
        #expect(refunded.revocationDate != nil)
        #expect(refunded.revocationReason == .other)
        #expect(try await all(Transaction.currentEntitlements).isEmpty)
        #expect(session.allTransactions().first?.cancelDate != nil)
    }

    @Test func `a refund that no one read waits for the first reader`() async throws {
        let bought = try await Shop.buy(Shop.lamp)
        await bought.finish()
        try session.refundTransaction(identifier: UInt(bought.id))
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(await updates.next()?.unsafePayloadValue.revocationDate != nil)
    }

    @Test func `the app asks for a refund once`() async throws {
        let bought = try await Shop.buy(Shop.coins)
        let scene = UIWindowScene()
        #expect(try await bought.beginRefundRequest(in: scene) == .success)
        await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
            try await Transaction.beginRefundRequest(for: bought.id, in: scene)
        }
    }

    @Test func `a canceled reader ends`() async {
        let reader = Task {
            for await _ in Transaction.updates {}
            return true
        }
        reader.cancel()
        #expect(await reader.value)
    }

    @Test func `a change of the storefront is sent`() async throws {
        #expect(await Storefront.current?.countryCode == "USA")
        var updates = Storefront.updates.makeAsyncIterator()
        session.storefront = "JPN"
        let japan = try #require(await updates.next())
        #expect(japan.countryCode == "JPN")
        #expect(japan.currency?.identifier == "JPY")
        let coins = try await Shop.product(Shop.coins)
        #expect(coins.price.isWhole)
    }

    @Test func `a product chosen on the store's page comes as an intent`() async throws {
        try StoreKitSimulator.promote(product: Shop.silver, offer: "back")
        var intents = PurchaseIntent.intents.makeAsyncIterator()
        let intent = try #require(await intents.next())
        #expect(intent.product.id == Shop.silver)
        #expect(intent.offer?.type == .winBack)
    }

    @Test func `a chosen product waits for the present reader, whoever is left of an earlier one`() async throws {
        let left = PurchaseIntent.intents.makeAsyncIterator()
        let observer = RecordingObserver()
        SKPaymentQueue.default().add(observer)
        defer { SKPaymentQueue.default().remove(observer) }
        let next = try Shop.session()
        try StoreKitSimulator.promote(product: Shop.silver)
        // The one that is left hears of it first.
        var earlier = left
        #expect(await earlier.next()?.product.id == Shop.silver)
        var later = PurchaseIntent.intents.makeAsyncIterator()
        let intent = try #require(await later.next())
        #expect(intent.product.id == Shop.silver)
        withExtendedLifetime(next) {}
    }
}

extension Decimal {
    fileprivate var isWhole: Bool {
        var (value, rounded) = (self, Decimal())
        NSDecimalRound(&rounded, &value, 0, .plain)
        return rounded == self
    }
}
