// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PurserClient
import StoreKit
import StoreKitTest
import Testing

@testable import CoffeeShop

@Suite(.serialized) @MainActor final class CoffeeShopTests {
    private let session: SKTestSession
    private let tin = BeanTin()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shop-\(UUID())")

    init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Coffee.storekit")
        session = try SKTestSession(contentsOf: file)
        session.disableDialogs = true
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func counter() async -> Counter {
        let counter = Counter(tin: tin, storage: FileStorage(folder: folder))
        await counter.open()
        return counter
    }

    @Test func `the menu says prices and the trial`() async {
        let menu = await counter().answer("menu")
        #expect(menu.contains("coffee.beans.100: 100 beans."))
        #expect(menu.contains("$9.99"))
        #expect(menu.contains("Free for 1 week."))
    }

    @Test func `beans are bought and brewed`() async {
        let counter = await counter()
        #expect(await counter.answer("brew") == "Not enough beans.")
        #expect(await counter.answer("buy coffee.beans.100") == "Thank you! coffee.beans.100 is yours.")
        #expect(await counter.answer("brew") == "A cup; 75 beans left.")
        #expect(await counter.answer("buy coffee.grinder").hasPrefix("Thank you!"))
        #expect(await counter.answer("brew") == "A cup; 55 beans left.")
        #expect(await counter.answer("shelf") == "55 beans; grinder")
    }

    @Test func `the club lasts as long as it is paid`() async throws {
        let counter = await counter()
        #expect(await counter.answer("buy coffee.club.monthly").hasPrefix("Thank you!"))
        #expect(await counter.answer("brew") == "A cup on the house: you are in the club.")
        #expect(await counter.answer("wait 40") == "Time flies.")
        #expect(await counter.answer("brew") == "A cup on the house: you are in the club.")
        let bought = try #require(session.allTransactions().last)
        try session.disableAutoRenewForTransaction(identifier: bought.identifier)
        #expect(await counter.answer("wait 40") == "Time flies.")
        #expect(await counter.answer("brew") == "Not enough beans.")
    }

    @Test func `a customer who cancels gets nothing`() async throws {
        let counter = await counter()
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        #expect(await counter.answer("buy coffee.beans.100") == "Another time, then.")
        #expect(await tin.beans == 0)
    }

    @Test func `beans that were paid and not put in are put in at the next launch, once`() async throws {
        try session.buyProduct(productIdentifier: "coffee.beans.100")
        let first = await counter()
        for _ in 0..<1000 where await tin.beans == 0 { try await Task.sleep(nanoseconds: 5_000_000) }
        #expect(await tin.beans == 100)
        let second = await counter()
        #expect(await second.answer("shelf") == "100 beans; nothing else")
        withExtendedLifetime(first) {}
    }

    @Test func `a new device gets the grinder back`() async throws {
        try session.buyProduct(productIdentifier: "coffee.grinder")
        let counter = await counter()
        #expect(await counter.answer("restore").hasSuffix("came back."))
        #expect(await counter.answer("shelf") == "0 beans; grinder")
    }

    // The last one: its shop may still be busy with the delivery when the test has seen it.
    @Test func `what a parent allows later arrives later`() async throws {
        let counter = await counter()
        session.askToBuyEnabled = true
        #expect(await counter.answer("buy coffee.beans.100") == "Somebody has to allow this first.")
        let waiting = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        for _ in 0..<1000 where await tin.beans == 0 { try await Task.sleep(nanoseconds: 5_000_000) }
        #expect(await tin.beans == 100)
    }
}
