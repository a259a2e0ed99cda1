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
import Testing

/// Customers without an account: they buy, sign in on two devices, and sign out.
@Suite(.storeKit) struct AnonymousCustomerTests {
    private func world() async throws -> World {
        try await World { $0.requiresCustomerTokens = .always }
    }

    private func launch(
        _ world: World,
        _ customer: String? = nil,
        device: String = "phone",
        _ life: Mortality? = nil
    ) async -> Purser {
        await world.launch(customer) { configuration in
            configuration.allowsAnonymousCustomers = true
            configuration.storage = FileStorage(folder: world.folder.appending(path: device))
            if let life { configuration = configuration.mortal(life) }
        }
    }

    private func run(
        _ world: World,
        device: String,
        _ life: Mortality,
        does action: @escaping @Sendable (Purser) async -> Void
    ) async {
        // Not waited for: a run that was killed never ends.
        Task {
            let purser = await launch(world, device: device, life)
            await action(purser)
            await purser.runUntilIdle()
            life.end()
        }
        await life.over()
    }

    @Test func `no one signs in to buy, and the next launch knows the customer`() async throws {
        let world = try await world()
        let purser = await launch(world)
        #expect(await purser.customer == nil)
        try await purser.purchase(World.gold)
        let customer = try #require(await purser.customer)
        #expect(await purser.isAnonymous)
        #expect(try await world.entitlements(customer) == ["club"])
        let again = await launch(world)
        #expect(await again.customer == customer)
        #expect(await again.isEntitled(to: "club"))
    }

    @Test func `an app that does not allow it still asks for a customer`() async throws {
        let world = try await world()
        let purser = await world.launch(nil)
        await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(await purser.customer == nil)
    }

    @Test func `anonymous, signed in, second device, signed out`() async throws {
        let world = try await world()
        let phone = await launch(world)
        try await phone.purchase(World.beans)
        try await phone.purchase(World.gold)
        await phone.signIn("anna")
        #expect(await phone.isEntitled(to: "club"))
        #expect(try await world.balance() == 100)
        #expect(try await world.orders().count == 2)

        // The same person buys on a second device before signing in there.
        let tablet = await launch(world, device: "tablet")
        try await tablet.purchase(World.grinder)
        await tablet.signIn("anna")
        #expect(try await world.entitlements() == ["club", "grinder"])

        // A customer who uses the phone after anna signed out is someone else.
        let later = await launch(world, "anna")
        await later.signOut()
        #expect(await later.isEntitled(to: "club") == false)
        try await later.purchase(World.beans)
        let guest = try #require(await later.customer)
        #expect(await later.isAnonymous)
        #expect(try await world.balance(.init(rawValue: guest)) == 100)
        #expect(try await world.balance() == 100)
        #expect(try await world.entitlements() == ["club", "grinder"])
    }

    @Test func `killed at any step of signing in, the account has what was paid for, once`() async throws {
        let world = try await world()
        var fatal = 0
        var isOver = false
        while !isOver {
            fatal += 1
            let (device, account) = ("phone\(fatal)", "c\(fatal)")
            try await world.useAccount("apple-\(account)")
            let before = await launch(world, device: device)
            try await before.purchase(World.beans)
            try await before.purchase(World.grinder)
            await before.runUntilIdle()
            let life = Mortality(at: fatal)
            await run(world, device: device, life) { purser in await purser.signIn(account) }
            isOver = !life.isDead
            let purser = await launch(world, device: device)
            await purser.signIn(account)
            await purser.runUntilIdle()
            let kill: Comment = "killed \(life.lastStep)"
            #expect(try await world.balance(.init(rawValue: account)) == 100, kill)
            #expect(try await world.entitlements(account) == ["grinder"], kill)
            #expect(try await world.orders(account).count == 2, kill)
            #expect(try await purser.pendingPurchases().isEmpty, kill)
        }
        #expect(fatal > 5)
    }

    @Test func `killed at any step of buying without an account, the one who signs in gets it once`() async throws {
        let world = try await world()
        var fatal = 0
        var isOver = false
        while !isOver {
            fatal += 1
            let (device, account) = ("phone\(fatal)", "c\(fatal)")
            try await world.useAccount("apple-\(account)")
            let life = Mortality(at: fatal)
            await run(world, device: device, life) { _ = try? await $0.purchase(World.beans) }
            isOver = !life.isDead
            let purser = await launch(world, device: device)
            await purser.signIn(account)
            let paid = try await world.paid("apple-\(account)")
            try await world.until("\(fatal), killed \(life.lastStep): everything is finished") {
                await purser.runUntilIdle()
                return try await world.unfinished().isEmpty
            }
            #expect(try await world.balance(.init(rawValue: account)) == Int64(100 * paid), "killed \(life.lastStep)")
            #expect(try await purser.pendingPurchases().isEmpty, "killed \(life.lastStep)")
        }
        #expect(fatal > 15)
    }

    @Test func `a sign-in without a network is completed at the next launch`() async throws {
        let world = try await world()
        let purser = await launch(world)
        try await purser.purchase(World.grinder)
        await purser.runUntilIdle()
        world.line.decide { $0.url.path.hasSuffix("/aliases") ? .lost : .delivered }
        await purser.signIn("anna")
        #expect(world.happened(.mergePending))
        #expect(try await world.entitlements() == [])
        world.line.decide { _ in .delivered }
        let again = await launch(world, "anna")
        #expect(await again.isEntitled(to: "grinder"))
        #expect(world.happened(.customersMerged))
    }
}
