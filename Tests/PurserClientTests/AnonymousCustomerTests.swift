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
        _ customer: String? = nil,
        device: String,
        _ life: Mortality,
        does action: @escaping @Sendable (Purser) async -> Void
    ) async {
        // Not waited for: a run that was killed never ends.
        Task {
            let purser = await launch(world, customer, device: device, life)
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

    /// What a person does with two devices and one Apple account, each in a run of the app of its own.
    private enum Stage: CaseIterable {
        case phoneBuys, phoneSignsIn, tabletBuys, tabletSignsIn, tabletBuysSignedIn, tabletSignsOut, guestBuys

        var device: String { self == .phoneBuys || self == .phoneSignsIn ? "phone" : "tablet" }

        /// Who is signed in before and after it, as the app knows; an app stores a sign-in before it names it to the SDK.
        func session(of account: String) -> (before: String?, after: String?) {
            switch self {
            case .phoneBuys, .tabletBuys, .guestBuys: (nil, nil)
            case .phoneSignsIn, .tabletSignsIn: (nil, account)
            case .tabletBuysSignedIn: (account, account)
            case .tabletSignsOut: (account, nil)
            }
        }

        func perform(_ purser: Purser, as account: String) async {
            switch self {
            case .phoneBuys, .tabletBuysSignedIn, .guestBuys: _ = try? await purser.purchase(World.beans)
            case .tabletBuys: _ = try? await purser.purchase(World.grinder)
            case .phoneSignsIn, .tabletSignsIn: await purser.signIn(account)
            case .tabletSignsOut: await purser.signOut()
            }
        }
    }

    /// Plays all stages, of which one is killed at a step, counted over all of them.
    ///
    /// - Returns: What was killed, or `nil` when there are fewer steps; the last step of each stage; and which stages paid.
    private func play(
        _ world: World,
        _ account: String,
        killedAt fatal: Int
    ) async throws -> (kill: String?, ends: [Int], paid: Set<Stage>) {
        try await world.useAccount("apple-\(account)")
        var (kill, steps, ends, paid): (String?, Int, [Int], Set<Stage>) = (nil, 0, [], [])
        for stage in Stage.allCases {
            let before = try await world.paid("apple-\(account)")
            let (device, session) = (account + stage.device, stage.session(of: account))
            let life = Mortality(at: kill == nil ? fatal - steps : nil)
            await run(world, session.before, device: device, life) { await stage.perform($0, as: account) }
            steps += life.steps
            if life.isDead {
                kill = "\(stage) \(life.lastStep)"
                let next = await launch(world, session.after, device: device)
                if stage == .phoneSignsIn || stage == .tabletSignsIn { await next.signIn(account) }
                await next.runUntilIdle()
            }
            if try await world.paid("apple-\(account)") > before { paid.insert(stage) }
            ends.append(steps)
        }
        return (kill, ends, paid)
    }

    /// The steps at which the story is killed: of each stage on the second device the first, one within and the last.
    ///
    /// `PURSER_KILLED_STEPS=all` kills at every step. What happens on the first device alone is another test's.
    private static func fatalSteps(_ ends: [Int]) -> [Int] {
        let first = ends[1] + 1
        if ProcessInfo.processInfo.environment["PURSER_KILLED_STEPS"] == "all" {
            return Array(first...(ends.last ?? 0))
        }
        return zip(ends.dropFirst(), ends.dropFirst(2)).flatMap { start, end -> [Int] in
            start == end ? [] : Set([start + 1, (start + end + 1) / 2, end]).sorted()
        }
    }

    @Test func `killed at any step up to signing out on the second device, nothing is lost or delivered twice`()
        async throws
    {
        let world = try await world()
        let (_, ends, all) = try await play(world, "c0", killedAt: .max)
        #expect(all == [.phoneBuys, .tabletBuys, .tabletBuysSignedIn, .guestBuys])
        var stages: Set<String> = []
        for fatal in Self.fatalSteps(ends) {
            let account = "c\(fatal)"
            let (kill, _, paid) = try await play(world, account, killedAt: fatal)
            let comment: Comment = "killed at \(fatal): \(kill ?? "never")"
            if let kill { stages.insert(String(kill.prefix { $0 != " " })) }
            let phone = await launch(world, account, device: account + "phone")
            let guest = await launch(world, nil, device: account + "tablet")
            try await world.until("everything is finished, \(comment)") {
                await phone.runUntilIdle()
                await guest.runUntilIdle()
                return try await world.unfinished().isEmpty
            }
            let bought = paid.intersection([.phoneBuys, .tabletBuysSignedIn]).count
            #expect(try await world.balance(.init(rawValue: account)) == Int64(100 * bought), comment)
            #expect(try await world.entitlements(account) == (paid.contains(.tabletBuys) ? ["grinder"] : []), comment)
            if paid.contains(.guestBuys) {
                let name = try #require(await guest.customer, comment)
                #expect(try await world.balance(.init(rawValue: name)) == 100, comment)
                #expect(try await world.entitlements(name) == [], comment)
            }
            #expect(try await phone.pendingPurchases().isEmpty, comment)
            #expect(try await guest.pendingPurchases().isEmpty, comment)
        }
        #expect(stages.isSuperset(of: ["tabletBuys", "tabletSignsIn", "tabletBuysSignedIn", "guestBuys"]), "\(stages)")
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
