// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit
import StoreKitTest
import Testing

@testable import PurserClient

/// Apps without a server.
@Suite(.storeKit) struct OnDeviceTests {
    private let session: SKTestSession
    private let folder = FileManager.default.temporaryDirectory.appending(path: "purser-device-\(UUID())")
    private let delivered = Recorder<OnDeviceDelivery>()
    private let events = Recorder<PurserEvent>()

    init() throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        session = try SKTestSession(contentsOf: here.appending(path: "../../Examples/Catalog.storekit"))
        session.disableDialogs = true
    }

    private func configuration() throws -> PurserConfiguration {
        // What the server's catalog says, as it is.
        let catalog = """
            {"products":[{"id":"\(World.gold)","type":"Auto-Renewable Subscription","entitlements":["club"]},
            {"id":"\(World.grinder)","type":"Non-Consumable","entitlements":["grinder","club"]},
            {"id":"\(World.season)","type":"Non-Renewing Subscription","serviceDuration":"P3M","entitlements":["season"]},
            {"id":"\(World.beans)","type":"Consumable"}]}
            """
        var configuration = PurserConfiguration(onDevice: try EntitlementMap(catalog: Data(catalog.utf8)))
        configuration.storage = FileStorage(folder: folder)
        configuration.language = .english
        configuration.deliver = { [delivered] in delivered.add($0) }
        configuration.onEvent = { [events] in events.add($0) }
        return configuration
    }

    private func launch(_ change: (inout PurserConfiguration) -> Void = { _ in }) async throws -> Purser {
        var configuration = try configuration()
        change(&configuration)
        StoreKitSimulator.relaunch()
        let purser = Purser(configuration)
        await purser.runUntilIdle()
        return purser
    }

    /// Waits until a transaction is finished: the next test has a store of its own with the same numbers.
    private func untilFinished(_ isWanted: @Sendable (PurserEvent) -> Bool) async {
        for _ in 0..<2000 where !events.all.contains(where: { $0.kind == .finished && isWanted($0) }) {
            // Only a test that fails waits to the end.
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `a verified transaction opens its right without a server`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let purser = try await launch { $0.interface = interface }
        try await purser.purchase(World.gold)
        #expect(await purser.isEntitled(to: "club"))
        #expect(await purser.currentEntitlements.source == .device)
        try await purser.purchase(World.beans)
        #expect(delivered.all.map(\.product) == [World.gold, World.beans])
        #expect(try await purser.pendingPurchases().isEmpty)
        let next = try await launch { $0.interface = interface }
        #expect(await next.currentEntitlements.names == ["club"])
        #expect(delivered.all.count == 2)
    }

    @Test func `time that was bought again begins when the earlier time ends`() async throws {
        let purser = try await launch()
        try await purser.purchase(World.season)
        let once = try #require(await purser.currentEntitlements["season"]?.expirationDate)
        try await purser.purchase(World.season)
        let twice = try #require(await purser.currentEntitlements["season"]?.expirationDate)
        #expect((85...95).contains(twice.timeIntervalSince(once) / 86_400))
        #expect(delivered.all.count == 2)
    }

    @Test func `a transaction that is not verified opens nothing and is not finished`() async throws {
        let purser = try await launch()
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(error?.code == .verificationRefused)
        #expect(delivered.all.isEmpty)
        #expect(await purser.isEntitled(to: "grinder") == false)
        #expect(await StoreKit2Store().unfinished().count == 1)
    }

    @Test func `what the app cannot deliver is not finished, and delivered at the next launch`() async throws {
        let purser = try await launch { $0.deliver = { _ in throw URLError(.cannotWriteToFile) } }
        await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(try await purser.pendingPurchases().count == 1)
        _ = try await launch()
        #expect(delivered.all.map(\.product) == [World.beans])
        #expect(await StoreKit2Store().unfinished().isEmpty)
    }

    @Test func `a refund takes the entitlement, a renewal keeps it`() async throws {
        let purser = try await launch()
        let lamp = try #require(try await purser.purchase(World.grinder).purchase)
        #expect(await purser.isEntitled(to: "grinder"))
        try session.refundTransaction(identifier: try #require(UInt(lamp.transaction)))
        #expect(await purser.isEntitled(to: "grinder") == false)
        try await purser.purchase(World.gold)
        try session.forceRenewalOfSubscription(productIdentifier: World.gold)
        await untilFinished { [delivered] in $0.transaction == delivered.all.last { $0.isRenewal }?.transaction }
        #expect(delivered.all.last?.isRenewal == true)
        #expect(await purser.isEntitled(to: "club"))
    }

    @Test func `a product chosen on the store's page is bought`() async throws {
        let purser = try await launch { $0.shouldPurchasePromotedProduct = { $0 == World.beans } }
        try StoreKitSimulator.promote(product: World.grinder)
        try StoreKitSimulator.promote(product: World.beans)
        await untilFinished { $0.product == World.beans }
        #expect(delivered.all.map(\.product) == [World.beans])
        await purser.runUntilIdle()
    }

    @Test func `an offer that was chosen on the store's page is what is paid`() async throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let shop = try SKTestSession(contentsOf: here.appending(path: "../StoreKitTests/Fixtures/Shop.storekit"))
        shop.timeRate = .monthlyRenewalEveryThirtySeconds
        let silver = "shop.club.silver"
        let purser = try await launch()
        try await purser.purchase(silver)
        try StoreKitSimulator.advance(by: 95)
        try shop.disableAutoRenewForTransaction(identifier: try #require(shop.allTransactions().last?.identifier))
        try StoreKitSimulator.advance(by: 60)
        await purser.runUntilIdle()
        try StoreKitSimulator.promote(product: silver, offer: "back")
        await untilFinished { [delivered] in
            let bought = delivered.all.filter { !$0.isRenewal }
            return bought.count == 2 && $0.transaction == bought.last?.transaction
        }
        let bought = try #require(await StoreKit.Transaction.latest(for: silver)).payloadValue
        #expect(bought.offer?.type == .winBack)
        #expect(bought.price == Decimal(string: "0.99"))
        await purser.runUntilIdle()
    }

    @Test func `an offer that is not there any more is not paid at the full price`() async throws {
        let purser = try await launch()
        var options = PurchaseOptions()
        options.winBackOffer = "gone"
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.gold, options: options) }
        #expect(error?.code == .transactionFailed)
        #expect(session.allTransactions().isEmpty)
    }

    @Test func `restoring returns the number of restored purchases, also when there are none`() async throws {
        let purser = try await launch()
        let nothing = await purser.restore()
        #expect(nothing.count == 0)
        #expect(nothing.error?.code == .queueEmpty)
        try await purser.purchase(World.grinder)
        try await purser.purchase(World.gold, options: .init(ignoresConflicts: true))
        #expect(await purser.restore().count == 2)
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .appStoreSync)
        let steps = Recorder<PurchaseProgress>()
        let failed = await purser.restore(progress: { steps.add($0) })
        #expect(steps.all == [.restoring])
        #expect(failed.error?.code == .restoreFailed)
        #expect(failed.error?.text(in: .english) == "7.The network connection failed.")
    }

    @Test func `restoring over the original interface opens entitlements without a server`() async throws {
        let first = try await launch { $0.interface = .storeKit1 }
        try await first.purchase(World.grinder)
        try await first.purchase(World.gold, options: .init(ignoresConflicts: true))
        try FileManager.default.removeItem(at: folder)
        let purser = try await launch { $0.interface = .storeKit1 }
        let restoration = await purser.restore()
        #expect(restoration.error == nil)
        #expect(restoration.count == 2)
        #expect(await purser.currentEntitlements.names == ["club", "grinder"])
        for _ in 0..<2000 where !SKPaymentQueue.default().transactions.isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(SKPaymentQueue.default().transactions.isEmpty)
    }

    @Test func `a refund while the app is closed has closed the entitlement at its next launch`() async throws {
        let lamp = try #require(try await launch().purchase(World.grinder).purchase)
        try session.refundTransaction(identifier: try #require(UInt(lamp.transaction)))
        let purser = try await launch()
        #expect(await purser.currentEntitlements.names.isEmpty)
    }

    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `a conflict is found on the device`(interface: PurserConfiguration.Interface) async throws {
        let purser = try await launch { $0.interface = interface }
        let gold = try #require(try await purser.purchase(World.gold).purchase)
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(error?.code == .conflict)
        #expect(error?.conflict?.owned == World.gold)
        #expect(error?.conflict?.entitlement == "club")
        #expect(error?.conflict?.nextCharge != nil)
        #expect(error?.conflict?.text(in: .english).contains("that renews") == true)
        try session.disableAutoRenewForTransaction(identifier: try #require(UInt(gold.transaction)))
        let ending = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(ending?.conflict?.nextCharge == nil)
        #expect(ending?.conflict?.text(in: .english).contains("ends on its own") == true)
        try await purser.purchase(World.grinder, options: .init(ignoresConflicts: true))
        #expect(await purser.isEntitled(to: "grinder"))
    }

    @Test func `who has it for life is warned before a subscription`() async throws {
        let purser = try await launch()
        try await purser.purchase(World.grinder)
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.gold) }
        #expect(error?.conflict?.owned == World.grinder)
        #expect(error?.conflict?.nextCharge == nil)
        #expect(error?.conflict?.text(in: .english).contains("for life") == true)
        #expect(error?.conflict?.text(in: .simplifiedChinese).contains("永久") == true)
    }

    @MainActor @Test func `a purchase is confirmed in the scene that the app chooses`() async throws {
        let purser = try await launch()
        let result = try await purser.purchase(World.grinder, confirmIn: UIWindowScene())
        #expect(result.purchase?.product == World.grinder)
    }

    @Test func `management, refund and codes are opened, and their failures have the store's code`() async throws {
        let purser = try await launch()
        let purchase = try #require(try await purser.purchase(World.gold).purchase)
        let scene = UIWindowScene()
        try await purser.manageSubscriptions(in: scene)
        try await purser.redeemOfferCode(in: scene)
        let season = try #require(try await purser.purchase(World.season).purchase)
        #expect(try await purser.requestRefund(of: season.transaction, in: scene))
        let renewals = try await purser.prepareAccountDeletion(in: scene)
        #expect(renewals.map(\.product) == [World.gold])
        await #expect(throws: PurserError.self) { try await purser.requestRefund(of: season.transaction, in: scene) }
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .manageSubscriptions)
        let error = await #expect(throws: PurserError.self) { try await purser.manageSubscriptions(in: scene) }
        #expect(error?.code == .storeFailed)
        #expect(error?.storeCode == 7)
        try session.disableAutoRenewForTransaction(identifier: try #require(UInt(purchase.transaction)))
        #expect(try await purser.prepareAccountDeletion(in: scene).isEmpty)
    }

    @Test func `a subscription that cannot be charged is reported before an account is deleted`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        session.shouldEnterBillingRetryOnRenewal = true
        let purser = try await launch()
        let purchase = try #require(try await purser.purchase(World.gold).purchase)
        #expect(try await purser.renewingSubscriptions().first?.nextDate != nil)
        try StoreKitSimulator.advance(by: 31)
        #expect(await StoreKit2Store().held().isEmpty)
        let renewals = try await purser.renewingSubscriptions()
        #expect(renewals.map(\.product) == [World.gold])
        #expect(renewals.first?.nextDate == nil)
        try session.disableAutoRenewForTransaction(identifier: try #require(UInt(purchase.transaction)))
        #expect(try await purser.renewingSubscriptions().isEmpty)
    }

    @Test func `a store that cannot say what renews is an error, and no promise is made in a warning`() async throws {
        let purser = try await launch()
        try await purser.purchase(World.gold)
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .subscriptionStatus)
        let error = await #expect(throws: PurserError.self) { try await purser.renewingSubscriptions() }
        #expect(error?.code == .storeFailed)
        let conflict = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(conflict?.conflict?.owned == World.gold)
        #expect(conflict?.conflict?.endsByItself == false)
        await purser.runUntilIdle()
    }

    @Test func `who shares a family's subscription is not notified of its renewals`() async throws {
        let purser = try await launch()
        try StoreKitSimulator.Family.buys(World.gold)
        await untilFinished { $0.product == World.gold }
        #expect(try await purser.renewingSubscriptions().isEmpty)
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.grinder) }
        #expect(error?.conflict?.owned == World.gold)
        #expect(error?.conflict?.text(in: .english) == "Your family already shares this with you.")
        await purser.runUntilIdle()
    }

    @Test func `the trial and the price after it are said, in both languages`() async throws {
        let purser = try await launch {
            $0.helpTexts = [World.silver: ["en": "Cancel in Settings.", "zh-Hans": "可在设置中取消。"]]
        }
        let english = try await purser.terms(of: World.silver)
        #expect(
            english.text == "Free for 1 week. Then $4.99 every month, renewing until you cancel. Cancel in Settings."
        )
        let chinese = try await purser.terms(of: World.silver, in: .simplifiedChinese)
        #expect(chinese.text == "免费试用1周。 之后每月$4.99，自动续期，可随时取消。 可在设置中取消。")
        #expect(try await purser.terms(of: World.beans).text == "$0.99, paid once.")
        let unknown = await #expect(throws: PurserError.self) { try await purser.terms(of: "tea") }
        #expect(unknown?.code == .unknownProduct)
        // A customer who had the trial is not promised another.
        try await purser.purchase(World.silver)
        #expect(try await purser.terms(of: World.silver).introduction == nil)
    }

    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `prices are those of the storefront that the customer is in`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let purser = try await launch { $0.interface = interface }
        #expect(try await purser.terms(of: World.beans).price == "$0.99")
        session.storefront = "JPN"
        var price = "$0.99"
        for _ in 0..<2000 where price == "$0.99" {
            // Only a test that fails waits to the end.
            try await Task.sleep(for: .milliseconds(5))
            price = try await purser.terms(of: World.beans).price
        }
        #expect(price.contains("¥"), "\(price)")
    }

    @Test func `what was loaded before anyone listened for another storefront is loaded again`() async throws {
        let cache = ProductCache<String>()
        #expect(try await cache.product("beans") { "$0.99" } == "$0.99")
        let listening = cache.observeStorefront()
        defer { listening.cancel() }
        var price: String?
        for _ in 0..<2000 where price != "¥150" {
            // Only a test that fails waits to the end.
            try await Task.sleep(for: .milliseconds(5))
            price = try await cache.product("beans") { "¥150" }
        }
        #expect(price == "¥150")
    }

    @Test func `a test session is Xcode's environment`() async throws {
        let purser = try await launch()
        #expect(await purser.environment == .xcode)
        #expect(await purser.isSandbox)
    }
}
