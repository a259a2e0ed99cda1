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

/// The app is killed at every step of a purchase in turn, and the customer ends with exactly what was paid for.
@Suite(.storeKit) struct KilledAppTests {
    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `killed at any step of a purchase, the customer gets what was paid for, once`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        var fatal = 0
        var isOver = false
        while !isOver {
            fatal += 1
            let name = "c\(fatal)"
            try await world.useAccount("apple-\(name)")
            let life = Mortality(at: fatal)
            await run(world, name, interface, life)
            isOver = !life.isDead
            // The second run dies early as well, before the third one lives.
            await run(world, name, interface, Mortality(at: 2)) { _ in }
            let purser = await launch(world, name, interface)
            let paid = try await world.paid("apple-\(name)")
            try await world.until("\(fatal), killed \(life.lastStep): everything is finished") {
                await purser.runUntilIdle()
                return try await world.unfinished().isEmpty
            }
            #expect(try await world.balance(.init(rawValue: name)) == Int64(100 * paid), "killed \(life.lastStep)")
            #expect(try await purser.pendingPurchases().isEmpty, "killed \(life.lastStep)")
            if fatal % 5 == 1 {
                // What went before blocks nothing.
                try await purser.purchase(World.beans)
                #expect(try await world.balance(.init(rawValue: name)) == Int64(100 * (paid + 1)))
            }
        }
        #expect(fatal > 15)
    }

    @Test(arguments: [World.beans, World.gold])
    func `killed at any step of looking after a lost order, the customer gets what was paid for, once`(
        product: String
    ) async throws {
        let world = try await World()
        var fatal = 0
        var isOver = false
        while !isOver {
            fatal += 1
            let name = "r\(fatal)"
            try await world.useAccount("apple-\(name)")
            await run(world, name, .storeKit2, Mortality(at: "after paying")) { _ = try? await $0.purchase(product) }
            let life = Mortality(at: fatal)
            await run(world, name, .storeKit2, life) { _ in }
            isOver = !life.isDead
            let purser = await launch(world, name, .storeKit2)
            try await world.until("\(fatal), killed \(life.lastStep): everything is finished") {
                await purser.runUntilIdle()
                return try await world.unfinished().isEmpty
            }
            #expect(try await world.paid("apple-\(name)") == 1)
            let isBeans = product == World.beans
            #expect(try await world.balance(.init(rawValue: name)) == (isBeans ? 100 : 0), "killed \(life.lastStep)")
            #expect(try await world.entitlements(name) == (isBeans ? [] : ["club"]), "killed \(life.lastStep)")
            #expect(try await purser.pendingPurchases().isEmpty, "killed \(life.lastStep)")
            #expect(try await world.orders(name).count == 1, "killed \(life.lastStep)")
        }
        #expect(fatal > 5)
    }

    /// Each time the app is on a new device, which kept nothing of what was bought before.
    @Test(arguments: [(PurserConfiguration.Interface.storeKit2, World.gold), (.storeKit1, World.grinder)])
    func `killed at any step of a restore, the customer has what was paid for, once`(
        interface: PurserConfiguration.Interface,
        product: String
    ) async throws {
        let world = try await World()
        let old = await launch(world, "anna", interface, device: "old")
        for product in [product, World.beans] { try await old.purchase(product) }
        await old.runUntilIdle()
        // One more was paid, and no one saw the end of it.
        await run(world, "anna", interface, Mortality(at: "after paying"), device: "lost")
        var fatal = 0
        var isOver = false
        while !isOver {
            fatal += 1
            let life = Mortality(at: fatal, from: "before restoring")
            await run(world, "anna", interface, life, device: "\(fatal)") { await $0.restore() }
            isOver = !life.isDead
            let purser = await launch(world, "anna", interface, device: "\(fatal)")
            let restoration = await purser.restore()
            let kill: Comment = "killed \(life.lastStep)"
            #expect(restoration.purchases.map(\.product) == [product], kill)
            try await world.until("\(fatal), \(kill): everything is finished") {
                await purser.runUntilIdle()
                return try await world.unfinished().isEmpty && SKPaymentQueue.default().transactions.isEmpty
            }
            #expect(try await world.balance() == 200, kill)
            #expect(try await world.entitlements() == [product == World.gold ? "club" : "grinder"], kill)
            #expect(try await purser.pendingPurchases().isEmpty, kill)
        }
        #expect(fatal > 10)
        #expect(try await world.paid("apple-anna") == 3)
        // A receipt says nothing of an order: on another device the lost one gets an order of its own.
        let paid = try await world.orders().filter { $0.transaction != nil }.map(\.product)
        #expect(paid == [World.beans, World.beans, product])
    }

    private func launch(
        _ world: World,
        _ customer: String,
        _ interface: PurserConfiguration.Interface,
        _ life: Mortality? = nil,
        device: String? = nil
    ) async -> Purser {
        StoreKitSimulator.relaunch()
        var configuration = world.configuration(customer)
        configuration.interface = interface
        configuration.storage = FileStorage(folder: world.folder.appending(path: device ?? customer))
        if let life { configuration = configuration.mortal(life) }
        let purser = Purser(configuration)
        await purser.runUntilIdle()
        return purser
    }

    private func run(
        _ world: World,
        _ customer: String,
        _ interface: PurserConfiguration.Interface,
        _ life: Mortality,
        device: String? = nil,
        does action: @escaping @Sendable (Purser) async -> Void = { _ = try? await $0.purchase(World.beans) }
    ) async {
        // Not waited for: a run that was killed never ends.
        Task {
            let purser = await launch(world, customer, interface, life, device: device)
            await action(purser)
            await purser.runUntilIdle()
            life.end()
        }
        await life.over()
    }

    @Test func `killed at any step without a server, everything paid is delivered and nothing else`() async throws {
        let world = try await World()
        let delivered = Mutex<[String: Set<String>]>([:])
        var fatal = 0
        var isOver = false
        while !isOver {
            fatal += 1
            let name = "c\(fatal)"
            try await world.useAccount("apple-\(name)")
            func configuration() -> PurserConfiguration {
                var configuration = PurserConfiguration(onDevice: EntitlementMap())
                configuration.storage = FileStorage(folder: world.folder.appending(path: name))
                configuration.deliver = { delivery in
                    delivered.withLock { _ = $0[name, default: []].insert(delivery.transaction) }
                }
                return configuration
            }
            let life = Mortality(at: fatal)
            let mortal = configuration().mortal(life)
            StoreKitSimulator.relaunch()
            Task {
                let purser = Purser(mortal)
                await purser.runUntilIdle()
                _ = try? await purser.purchase(World.beans)
                await purser.runUntilIdle()
                life.end()
            }
            await life.over()
            isOver = !life.isDead
            StoreKitSimulator.relaunch()
            let purser = Purser(configuration())
            try await world.until("killed \(life.lastStep): everything is finished") {
                await purser.runUntilIdle()
                return try await world.unfinished().isEmpty
            }
            let count = delivered.withLock { $0[name]?.count ?? 0 }
            #expect(try await world.paid("apple-\(name)") == count, "killed \(life.lastStep)")
        }
        #expect(fatal > 8)
    }
}

extension PurserConfiguration {
    /// The same app, whose run dies.
    func mortal(_ life: Mortality) -> PurserConfiguration {
        var copy = self
        let plain: any PurchaseStore = interface == .storeKit1 ? StoreKit1Store() : StoreKit2Store()
        copy.store = MortalStore(inner: store ?? plain, life: life)
        copy.storage = storage.map { MortalStorage(inner: $0, life: life) }
        copy.server?.transport = server?.transport.map { MortalTransport(inner: $0, life: life) }
        return copy
    }
}
