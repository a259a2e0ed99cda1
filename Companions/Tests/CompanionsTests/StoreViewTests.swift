// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit
import StoreKitTest
import SwiftUI
import Testing

/// StoreKit's views on a screen, as an app's own paywall has them.
@MainActor
@Suite(.storeKit)
struct StoreViewTests {
    let session: SKTestSession

    init() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/Shop.storekit")
        session = try SKTestSession(contentsOf: url)
        session.disableDialogs = true
    }

    /// What a paywall's closures were called with.
    final class Diary {
        var lines: [String] = []
        var results: [Result<Product.PurchaseResult, any Error>] = []
        var redeemed: [Result<VerificationResult<StoreKit.Transaction>, any Error>] = []
    }

    @Test func `a store loads its products in their order and knows what is missing`() async throws {
        let screen = StoreKitSimulator.Screen(StoreView(ids: ["shop.lamp", "shop.unknown", "shop.coins"]))
        await screen.appear()
        let store = try screen.store
        #expect(store.products.map(\.id) == ["shop.lamp", "shop.coins"])
        #expect(store.state.unavailableProductIDs == ["shop.unknown"])
        #expect(screen.texts.contains(store.products[0].displayName))
        #expect(screen.buttons == store.products.map(\.displayPrice))
        await #expect(throws: StoreKitSimulator.ScreenIssue.self) { try await store.purchase("shop.unknown") }
        screen.disappear()
    }

    @Test func `a purchase in a store has its options, its start and its completion`() async throws {
        let diary = Diary()
        let token = UUID()
        let screen = StoreKitSimulator.Screen(
            StoreView(ids: ["shop.coins"]) { product in Text("Icon of \(product.id)") }
                .inAppPurchaseOptions { _ in [.appAccountToken(token), .quantity(2)] }
                .onInAppPurchaseStart { diary.lines.append("start \($0.id)") }
                .onInAppPurchaseCompletion { product, result in
                    diary.lines.append("end \(product.id)")
                    diary.results.append(result)
                }
        )
        await screen.appear()
        #expect(screen.texts.first == "Icon of shop.coins")
        try await screen.store.purchase()
        #expect(diary.lines == ["start shop.coins", "end shop.coins"])
        guard case .success(.success(let transaction)) = diary.results.first else {
            Issue.record("not bought")
            return
        }
        #expect(try transaction.payloadValue.appAccountToken == token)
        #expect(try transaction.payloadValue.purchasedQuantity == 2)
    }

    @Test func `without a completion the transaction comes as an update`() async throws {
        let screen = StoreKitSimulator.Screen(ProductView(id: "shop.lamp"))
        await screen.appear()
        var updates = StoreKit.Transaction.updates.makeAsyncIterator()
        let lamp = try #require(screen.store.products.first)
        try screen.press(lamp.displayPrice)
        #expect(await updates.next()?.unsafePayloadValue.productID == "shop.lamp")
        await screen.settle()
        #expect(try screen.store.entitledProductIDs == ["shop.lamp"])
    }

    @Test func `a failed purchase is completed with its error`() async throws {
        let diary = Diary()
        try await session.setSimulatedError(.purchase(.purchaseNotAllowed), forAPI: .purchase)
        let screen = StoreKitSimulator.Screen(
            ProductView(id: "shop.lamp").onInAppPurchaseCompletion { _, result in diary.results.append(result) }
        )
        await screen.appear()
        await #expect(throws: Product.PurchaseError.purchaseNotAllowed) { try await screen.store.purchase() }
        #expect(diary.results.count == 1)
    }

    /// A paywall as an app has it: a state, a status task, and a store below its own text.
    struct Paywall: View {
        let group: String
        @State private var isSubscribed = false
        @State private var isRedeeming = false
        let diary: Diary

        var body: some View {
            Group {
                if isSubscribed {
                    Text("Welcome")
                } else {
                    SubscriptionStoreView(groupID: group) { Text("Join the club") }
                        .onInAppPurchaseCompletion { _, result in
                            if case .success(.success(let transaction)) = result {
                                await transaction.unsafePayloadValue.finish()
                            }
                        }
                    Button("I have a code") { isRedeeming = true }
                }
            }
            .subscriptionStatusTask(for: group) { state in
                isSubscribed = state.value?.contains { $0.state == .subscribed } ?? false
            }
            .offerCodeRedemption(isPresented: $isRedeeming) { diary.redeemed.append($0) }
        }
    }

    private func group() async throws -> String {
        try #require(try await Product.products(for: ["shop.club.gold"]).first?.subscription?.subscriptionGroupID)
    }

    private func until(_ condition: () throws -> Bool) async rethrows {
        for _ in 0..<500 where try !condition() { try? await Task.sleep(nanoseconds: 10_000_000) }
    }

    @Test func `a paywall sells a subscription, and its status task sees it begin and end`() async throws {
        let screen = StoreKitSimulator.Screen(Paywall(group: try await group(), diary: Diary()))
        await screen.appear()
        #expect(screen.texts.first == "Join the club")
        let store = try screen.store
        #expect(Set(store.products.map(\.id)).isSuperset(of: ["shop.club.gold", "shop.club.silver"]))
        #expect(
            store.products.map { $0.subscription?.groupLevel ?? 0 }
                == store.products.map { $0.subscription?.groupLevel ?? 0 }.sorted()
        )
        try await store.purchase("shop.club.silver")
        await until { screen.texts == ["Welcome"] }
        #expect(screen.texts == ["Welcome"] && screen.stores.isEmpty)
        try session.expireSubscription(productIdentifier: "shop.club.silver")
        await until { screen.texts.first == "Join the club" }
        #expect(screen.texts.first == "Join the club")
        screen.disappear()
    }

    @Test func `a paywall redeems a code and gets the transaction`() async throws {
        let diary = Diary()
        let screen = StoreKitSimulator.Screen(Paywall(group: try await group(), diary: diary))
        await screen.appear()
        try screen.press("I have a code")
        await screen.settle()
        guard case .failure(let error) = diary.redeemed.first, case StoreKitError.userCancelled = error else {
            Issue.record("a sheet without a code was not canceled: \(diary.redeemed)")
            return
        }
        StoreKitSimulator.enterOfferCode("Friends")
        try screen.press("I have a code")
        await screen.settle()
        #expect(try diary.redeemed.last?.get().payloadValue.productID == "shop.club.gold")
        await until { screen.texts == ["Welcome"] }
        #expect(screen.texts == ["Welcome"])
    }

    @Test func `a subscriber sees the relationships that the view chooses`() async throws {
        let group = try await group()
        try await session.buyProduct(identifier: "shop.club.silver")
        let screen = StoreKitSimulator.Screen(SubscriptionStoreView(groupID: group, visibleRelationships: .upgrade))
        await screen.appear()
        let ids = try screen.store.products.map(\.id)
        #expect(ids.contains("shop.club.gold") && !ids.contains("shop.club.silver"))
    }

    @Test func `a store has the buttons that the views around it show`() async throws {
        var signedIn = false
        let screen = StoreKitSimulator.Screen(
            SubscriptionStoreView(productIDs: ["shop.club.gold"])
                .storeButton(.visible, for: .restorePurchases, .redeemCode)
                .storeButton(.hidden, for: .cancellation)
                .subscriptionStoreSignInAction { signedIn = true }
        )
        await screen.appear()
        let store = try screen.store
        #expect(store.visibleButtons == [.restorePurchases, .redeemCode, .signIn])
        try store.signIn()
        try await store.restorePurchases()
        try await store.redeemCode("Friends")
        #expect(signedIn && store.entitledProductIDs == ["shop.club.gold"])
        let plain = StoreKitSimulator.Screen(SubscriptionStoreView(productIDs: ["shop.club.gold"]))
        await plain.appear()
        await #expect(throws: StoreKitSimulator.ScreenIssue.self) { try await plain.store.restorePurchases() }
    }

    struct Badge: ProductViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            if let product = configuration.product {
                Text(configuration.hasCurrentEntitlement ? "Yours" : "Not yours")
                Button("Get \(product.id)") { configuration.purchase() }
            } else {
                Text("Wait")
            }
        }
    }

    @Test func `a style of the app's own shows and buys`() async throws {
        let screen = StoreKitSimulator.Screen(ProductView(id: "shop.lamp").productViewStyle(Badge()))
        await screen.appear()
        #expect(screen.texts == ["Not yours", "Get shop.lamp"])
        try screen.press("Get shop.lamp")
        await screen.settle()
        #expect(screen.texts == ["Yours", "Get shop.lamp"])
    }

    /// A row of the app's own, which buys by the environment.
    struct Row: View {
        @SwiftUI.Environment(\.purchase) private var purchase
        @State private var lamp: Product?
        @State private var owned = "asking"

        var body: some View {
            VStack {
                Text(owned)
                if let lamp {
                    Button("Buy") { Task { _ = try? await purchase(lamp) } }
                }
            }
            .storeProductTask(for: "shop.lamp") { lamp = $0.product }
            .currentEntitlementTask(for: "shop.lamp") { state in
                if let entitlement = state.value { owned = entitlement == nil ? "no" : "yes" }
            }
        }
    }

    @Test func `a row of the app's own buys by the environment`() async throws {
        let screen = StoreKitSimulator.Screen(Row())
        await screen.appear()
        #expect(screen.texts.first == "no" && screen.buttons == ["Buy"])
        try screen.press("Buy")
        await until { screen.texts.first == "yes" }
        #expect(screen.texts.first == "yes")
        screen.disappear()
    }

    @Test func `products are loaded by a task, and a failure reaches it`() async throws {
        var states: [Product.CollectionTaskState] = []
        try await session.setSimulatedError(.generic(.notAvailableInStorefront), forAPI: .loadProducts)
        let screen = StoreKitSimulator.Screen(
            EmptyView().storeProductsTask(for: ["shop.lamp", "shop.none"]) { states.append($0) }
        )
        await screen.appear()
        guard case .failure = states.last, case .loading = states.first else {
            Issue.record("\(states)")
            return
        }
        screen.disappear()
        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        await screen.appear()
        #expect(states.last?.products.map(\.id) == ["shop.lamp"])
        #expect(states.last?.unavailableProductIDs == ["shop.none"])
    }
}
