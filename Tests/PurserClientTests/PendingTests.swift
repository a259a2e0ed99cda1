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

@Suite(.storeKit) struct PendingTests {
    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `a purchase is on the disk before the server is asked, for this user alone`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = interface }
        let device = world.folder.appending(path: "device")
        let seen = Recorder<String>()
        let stored = Recorder<String>()
        world.line.decide { request in
            guard request.url.path.hasSuffix("/v1/transactions") else { return .delivered }
            let files = (try? FileManager.default.contentsOfDirectory(atPath: device.path)) ?? []
            for file in files where file.hasPrefix("paid.") {
                let path = device.appending(path: file).path
                let permissions =
                    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
                seen.add("\(file) \(String(permissions ?? 0, radix: 8))")
                stored.add((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
            }
            return .delivered
        }
        let purchase = try #require(try await purser.purchase(World.beans, options: .init(quantity: 2)).purchase)
        // Everything that a verification takes, though the app died now.
        let record = try #require(stored.all.first)
        for part in [
            "\"order\":\"\(try #require(purchase.order))\"", "\"transaction\":\"\(purchase.transaction)\"",
            "\"product\":\"\(World.beans)\"", "\"quantity\":2", "\"environment\":\"Production\"",
            "\"customer\":\"anna\"", interface == .storeKit1 ? "\"receipt\":{\"_0\":\"MI" : "\"signed\":{\"_0\":\"eyJ",
        ] { #expect(record.contains(part), "\(part)") }
        #expect(seen.all == ["paid.\(purchase.transaction) 600"])
        let folder = try FileManager.default.attributesOfItem(atPath: device.path)
        #expect(folder[.posixPermissions] as? Int == 0o700)
    }

    @Test func `many pending purchases are listed, verified and deleted`() async throws {
        let world = try await World()
        let purser = await world.launch()
        world.line.cut()
        let store = StoreKit2Store()
        for product in [World.beans, World.grinder, World.season] {
            _ = try await store.purchase(StoreOrder(product: product, token: nil, options: PurchaseOptions()))
        }
        await purser.recoverUnfinishedOrders()
        let pending = try await purser.pendingPurchases()
        #expect(Set(pending.map(\.product)) == [World.beans, World.grinder, World.season])
        #expect(pending.allSatisfy { $0.customer == "anna" && $0.failures > 0 && $0.environment == "Production" })
        #expect(!"\(pending)".contains("eyJ"))
        // Only the copy goes: the store still has the transaction.
        try await purser.deletePendingPurchase(try #require(pending.first).transaction)
        #expect(try await purser.pendingPurchases().count == 2)
        #expect(try await world.unfinished().count == 3)
        await #expect(throws: PurserError.self) { try await purser.verifyPendingPurchases() }
        world.line.fix()
        #expect(try await purser.verifyPendingPurchases().count == 2)
        #expect(await purser.recoverUnfinishedOrders().count == 1)
        #expect(try await world.unfinished().isEmpty)
        let nothing = await #expect(throws: PurserError.self) { try await purser.verifyPendingPurchases() }
        #expect(nothing?.code == .queueEmpty)
    }

    @Test func `waits grow, then the customer is asked three times, then the failure is reported`() async throws {
        let world = try await World()
        let questions = Recorder<RetryPrompt>()
        let steps = Recorder<PurchaseProgress>()
        let purser = await world.launch { configuration in
            configuration.shouldRetry = {
                questions.add($0)
                return true
            }
        }
        world.line.decide {
            $0.url.path.hasSuffix("/transactions") ? .answered(PurserResponse(status: 503)) : .delivered
        }
        let error = await #expect(throws: PurserError.self) {
            try await purser.purchase(World.beans) { steps.add($0) }
        }
        #expect(error?.code == .verificationFailed)
        #expect(world.pauses == [1, 3, 9])
        #expect(questions.all.map(\.number) == [1, 2, 3])
        #expect(questions.all.allSatisfy { !$0.isStored && $0.purchase.product == World.beans })
        #expect(world.line.count("POST /v1/transactions") == 7)
        #expect(steps.all.suffix(4) == [.retrying(5), .retrying(6), .retrying(7), .restartToRetry])
        // The server has the report, so the copy goes; the transaction stays.
        #expect(world.happened(.failureReported))
        #expect(try await purser.pendingPurchases().isEmpty)
        #expect(try await world.unfinished() == [World.beans])
        #expect(try await world.ask("/v1/purchase-failures").text.contains("verification"))
        // A stored purchase is counted apart.
        let next = await world.launch { configuration in
            configuration.shouldRetry = {
                questions.add($0)
                return $0.number < 2
            }
        }
        #expect(questions.all.suffix(2).map(\.isStored) == [true, true])
        world.line.fix()
        #expect(await next.recoverUnfinishedOrders().count == 1)
        #expect(try await world.balance() == 100)
    }

    @Test func `a failure that cannot be reported keeps the copy`() async throws {
        let world = try await World()
        let purser = await world.launch()
        world.line.decide { ["orders", "conflicts"].contains($0.url.lastPathComponent) ? .delivered : .lost }
        await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(try await purser.pendingPurchases().map(\.product) == [World.beans])
        #expect(!world.happened(.failureReported))
    }

    @Test func `a server that asks for patience gets it, within reason`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let busy = Mutex(["20", "7200"])
        world.line.decide { request in
            guard request.url.path.hasSuffix("/transactions") else { return .delivered }
            guard let seconds = busy.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return .delivered }
            return .answered(PurserResponse(status: 429, headers: ["retry-after": seconds]))
        }
        try await purser.purchase(World.beans)
        #expect(world.pauses == [20, 60])
    }

    @Test func `an answer that was lost is asked for again and nothing is delivered twice`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let first = Mutex(true)
        world.line.decide { request in
            guard request.url.path.hasSuffix("/transactions") else { return .delivered }
            return first.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? .answerLost : .delivered
            }
        }
        try await purser.purchase(World.beans)
        #expect(try await world.balance() == 100)
        #expect(try await world.orders().count == 1)
    }

    @Test func `what the server refuses is never finished and blocks its own product alone`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let refusal = PurserResponse(status: 422, body: Data("{\"code\":\"unknown-product\"}".utf8))
        world.line.decide { $0.url.path.hasSuffix("/transactions") ? .answered(refusal) : .delivered }
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(error?.code == .verificationRefused)
        #expect(error?.problem == "unknown-product")
        #expect(world.pauses.isEmpty)
        #expect(try await world.unfinished() == [World.beans])
        let again = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(again?.code == .transactionNotFinished)
        world.line.decide { request in
            guard request.url.path.hasSuffix("/transactions") else { return .delivered }
            let isBeans = String(decoding: request.body ?? Data(), as: UTF8.self).contains(World.beans)
            return isBeans ? .answered(refusal) : .delivered
        }
        try await purser.purchase(World.grinder)
        #expect(try await world.entitlements() == ["grinder"])
        #expect(try await world.unfinished() == [World.beans])
    }
}
