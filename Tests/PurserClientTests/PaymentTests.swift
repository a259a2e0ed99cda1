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

@Suite(.storeKit) struct PaymentTests {
    private func session(_ world: World) throws -> SKTestSession {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let session = try SKTestSession(contentsOf: here.appending(path: "../../Examples/Catalog.storekit"))
        session.disableDialogs = true
        return session
    }

    @Test func `a device that may not pay is reported before anything starts`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await world.control(.patch, "/customers/apple-anna", ["allowsPurchases": false])
        try await world.until("the device knows") { !purser.canMakePayments }
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(error?.code == .deviceCannotPay)
        #expect(world.line.count("POST /v1/orders") == 0)
    }

    @Test func `a device that the app finds risky is refused, and the team hears of it`() async throws {
        let world = try await World()
        let purser = await world.launch { $0.deviceRisk = { .refused("jailbroken") } }
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(error?.code == .deviceRefused)
        #expect(error?.localizedDescription.contains("jailbroken") == false)
        #expect(world.happened(.deviceRefused))
        await purser.runUntilIdle()
        #expect(try await world.ask("/v1/purchase-failures").text.contains("device-rejected"))
        #expect(try await world.orders().isEmpty)
    }

    @Test func `an unknown product is its own error, and an empty name another`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let unknown = await #expect(throws: PurserError.self) { try await purser.purchase("coffee.tea") }
        #expect(unknown?.code == .unknownProduct)
        let empty = await #expect(throws: PurserError.self) { try await purser.purchase("") }
        #expect(empty?.code == .productIDEmpty)
        #expect(world.line.count("POST /v1/orders") == 0)
    }

    @Test func `progress is reported step by step`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let steps = Recorder<PurchaseProgress>()
        try await purser.purchase(World.beans) { steps.add($0) }
        #expect(steps.all == [.loadingProduct, .ordering, .buying, .verifying, .done])
    }

    @Test func `a store that cannot be asked for a product is its own error`() async throws {
        let world = try await World(account: nil)
        let session = try session(world)
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .loadProducts)
        let purser = await world.launch()
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(error?.code == .productRequestFailed)
        #expect(error?.storeCode == SKError.Code.cloudServiceNetworkConnectionFailed.rawValue)
    }

    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `the order's token goes with the payment`(interface: PurserConfiguration.Interface) async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = interface }
        let isOrderedFirst = Mutex(false)
        world.line.decide { request in
            if request.url.path.hasSuffix("/v1/transactions") {
                isOrderedFirst.withLock { $0 = world.line.count("POST /v1/orders") == 1 }
            }
            return .delivered
        }
        let purchase = try #require(try await purser.purchase(World.beans, options: .init(quantity: 2)).purchase)
        let wasOrderedFirst = isOrderedFirst.withLock { $0 }
        #expect(wasOrderedFirst)
        #expect(purchase.quantity == 2)
        let order = try await world.ask("/v1/orders/\(try #require(purchase.order))").text
        let transaction = try await world.control(.get, "/transactions/\(purchase.transaction)").text
        let token = try #require(order.firstMatch(of: /"appAccountToken":"([^"]+)"/)?.1)
        #expect(transaction.lowercased().contains(token.lowercased()))
        #expect(try await world.balance() == 200)
        #expect(try await world.unfinished().isEmpty)
    }

    @Test func `without an order nothing is paid`() async throws {
        let world = try await World()
        let purser = await world.launch()
        world.line.decide { $0.url.path.hasSuffix("/orders") ? .lost : .delivered }
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(error?.code == .orderFailed)
        #expect(world.pauses == [1, 3])
        #expect(try await world.paid("apple-anna") == 0)
        let nobody = await world.launch(nil)
        let unknown = await #expect(throws: PurserError.self) { try await nobody.purchase(World.beans) }
        #expect(unknown?.code == .notSignedIn)
    }

    @Test func `an order whose answer is lost is not made twice`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let isFirst = Mutex(true)
        world.line.decide { request in
            guard request.url.path.hasSuffix("/orders") else { return .delivered }
            return isFirst.withLock { first in
                defer { first = false }
                return first ? .answerLost : .delivered
            }
        }
        try await purser.purchase(World.beans)
        #expect(try await world.orders().count == 1)
    }

    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `a canceled payment is not an error, finished at once, and its order says so`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World(account: nil)
        let session = try session(world)
        session.failTransactionsEnabled = true
        session.failureError = .paymentCancelled
        let purser = await world.launch { $0.interface = interface }
        #expect(try await purser.purchase(World.beans) == .userCancelled)
        await purser.runUntilIdle()
        #expect(SKPaymentQueue.default().transactions.isEmpty)
        #expect(try await world.orders().map(\.state) == ["failed"])
        #expect(try await world.ask("/v1/purchase-failures").text.contains("\"code\":\"2\""))
        session.failureError = .paymentInvalid
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        await purser.runUntilIdle()
        #expect(error?.code == .transactionFailed)
        #expect(error?.storeCode == SKError.Code.paymentInvalid.rawValue)
        #expect(error?.text(in: .simplifiedChinese) == "3.付款请求无效")
        #expect(SKPaymentQueue.default().transactions.isEmpty)
        #expect(try await world.orders().map(\.state) == ["failed", "failed"])
        // Nothing of it blocks a new purchase.
        session.failTransactionsEnabled = false
        #expect(try await purser.pendingPurchases().isEmpty)
    }

    @Test func `a purchase that a parent must allow comes automatically, for its order`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let result = try await purser.purchase(World.beans, options: .init(simulatesAskToBuy: true))
        guard case .pending(let order) = result else {
            Issue.record("it did not wait: \(result)")
            return
        }
        #expect(world.happened(.waiting))
        try await world.control(.post, "/pending/pending-1/complete")
        try await world.until("it is delivered") { try await world.balance() == 100 }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        #expect(try await world.orders().map(\.id) == [try #require(order)])
        await purser.runUntilIdle()
    }

    @Test func `a new purchase waits for an older one that is paid`() async throws {
        let world = try await World()
        let purser = await world.launch()
        world.line.decide { $0.url.path.hasSuffix("/transactions") ? .lost : .delivered }
        await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        let refused = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(refused?.code == .transactionNotFinished)
        #expect(try await world.unfinished() == [World.beans])
        #expect(try await world.paid("apple-anna") == 1)
        // Once the server answers, the older one is verified first.
        world.line.fix()
        world.events.withLock { $0 = [] }
        try await purser.purchase(World.grinder)
        let verified = world.events.withLock { $0.filter { $0.kind == .verified }.compactMap(\.product) }
        #expect(verified == [World.beans, World.grinder])
        #expect(try await world.balance() == 100)
        #expect(try await world.unfinished().isEmpty)
    }

    @Test func `a product is not bought twice at the same time`() async throws {
        let world = try await World()
        let purser = await world.launch()
        async let one = Self.outcome(of: purser)
        async let two = Self.outcome(of: purser)
        let outcomes = await [one, two]
        #expect(outcomes.filter { $0 == "delivered" }.count == 1)
        #expect(outcomes.filter { $0 == "transaction-not-finished" }.count == 1)
        #expect(try await world.balance() == 100)
    }

    private static func outcome(of purser: Purser) async -> String {
        do {
            return try await purser.purchase(World.beans).purchase == nil ? "nothing" : "delivered"
        } catch {
            return (error as? PurserError)?.code.rawValue ?? "\(error)"
        }
    }
}
