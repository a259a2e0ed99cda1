// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

/// StoreKit 2.
package struct StoreKit2Store: PurchaseStore {
    private let products = ProductCache<Product>()

    package init() {}

    package var canMakePayments: Bool { AppStore.canMakePayments }

    package func product(_ id: String) async throws -> StoreProduct? {
        try await loaded(id).map(StoreProduct.init)
    }

    package func products(_ ids: [String]) async throws -> [StoreProduct] {
        try await products.products(ids) { try await Product.products(for: $0) }.map(StoreProduct.init)
    }

    package func accountIdentifier() async -> String? {
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
            // Without an answer, a transaction names the account as well.
            if let app = try? await AppTransaction.shared { return app.unsafePayloadValue.appTransactionID }
        }
        for await result in Transaction.all { return String(result.unsafePayloadValue.id) }
        return nil
    }

    private func loaded(_ id: String) async throws -> Product? {
        try await products.product(id) { try await Product.products(for: [id]).first }
    }

    package func purchase(_ order: StoreOrder) async throws -> StoreOutcome {
        guard let product = try await loaded(order.product) else { throw StoreKitError.notAvailableInStorefront }
        var options = Self.options(of: order).union(try Self.groupOptions(order.options))
        if let id = order.options.winBackOffer { options.insert(try Self.chosenOffer(id, of: product)) }
        let result = try await Self.purchase(product, options, in: order.options.scene)
        if case .success(let transaction) = result { return .paid(StoreTransaction(transaction)) }
        if case .userCancelled = result { return .canceled }
        // Waiting, or what Apple may add: the transaction comes automatically when there is one.
        return .waiting
    }

    /// Asks in the scene where one was chosen; StoreKit on visionOS always needs one.
    @MainActor
    private static func purchase(
        _ product: Product,
        _ options: Set<Product.PurchaseOption>,
        in scene: PurchaseScene?
    ) async throws -> Product.PurchaseResult {
        #if os(visionOS)
        let scenes = UIApplication.shared.connectedScenes
        let present = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
        guard let chosen = scene?.scene ?? present else { throw StoreKitError.unknown }
        return try await product.purchase(confirmIn: chosen, options: options)
        #elseif os(iOS) || os(tvOS) || os(Linux)
        if #available(iOS 17, tvOS 17, *), let scene {
            return try await product.purchase(confirmIn: scene.scene, options: options)
        }
        return try await product.purchase(options: options)
        #elseif os(macOS)
        if #available(macOS 15.2, *), let scene {
            return try await product.purchase(confirmIn: scene.window, options: options)
        }
        return try await product.purchase(options: options)
        #else
        return try await product.purchase(options: options)
        #endif
    }

    private static func options(of order: StoreOrder) -> Set<Product.PurchaseOption> {
        var options: Set<Product.PurchaseOption> = []
        if order.options.quantity != 1 { options.insert(.quantity(order.options.quantity)) }
        if let token = order.token { options.insert(.appAccountToken(token)) }
        if order.options.simulatesAskToBuy { options.insert(.simulatesAskToBuyInSandbox(true)) }
        if let signed = order.options.introductoryEligibility {
            options.insert(.introductoryOfferEligibility(compactJWS: signed))
        }
        if let offer = order.options.offer {
            options.insert(
                .promotionalOffer(
                    offerID: offer.id,
                    keyID: offer.keyID,
                    nonce: offer.nonce,
                    signature: offer.signature,
                    timestamp: offer.timestamp
                )
            )
        }
        return options
    }

    /// The offer that was chosen; nothing is bought when it is missing, because the price would differ.
    private static func chosenOffer(_ id: String, of product: Product) throws -> Product.PurchaseOption {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            let offers = product.subscription?.winBackOffers ?? []
            if let offer = offers.first(where: { $0.id == id }) { return .winBackOffer(offer) }
        }
        throw Product.PurchaseError.invalidOfferIdentifier
    }

    package func unfinished() async -> [StoreTransaction] { await Self.all(Transaction.unfinished) }

    /// What Apple says is held, and all time that was ever bought: what Apple gives of that is the latest alone.
    package func held() async -> [StoreTransaction] {
        let current = await Self.all(Transaction.currentEntitlements).filter { $0.kind != StoreProduct.nonRenewing }
        let bought = await Self.all(Transaction.all).filter {
            $0.kind == StoreProduct.nonRenewing && $0.revoked == nil
        }
        return current + bought
    }

    /// What StoreKit 2 knows of a transaction of the original interface.
    ///
    /// - Parameters:
    ///   - id: The transaction's identifier; a restored one has one that no one else knows.
    ///   - original: The identifier of what was restored; nothing when it was not.
    /// - Returns: The transaction.
    func known(_ id: String, restoredFrom original: String?) async -> StoreTransaction? {
        for await result in Transaction.unfinished where String(result.unsafePayloadValue.id) == id {
            return StoreTransaction(result)
        }
        guard let original else { return nil }
        let lineage = await Self.all(Transaction.all).filter { $0.originalID == original }
        return lineage.first { $0.id == id } ?? lineage.max { ($0.date, $0.id) < ($1.date, $1.id) }
    }

    /// What was revoked of products, of each the latest.
    func lost(_ products: [String]) async -> [StoreTransaction] {
        let revoked = await Self.all(Transaction.all).filter { $0.revoked != nil }
        return products.compactMap { product in
            revoked.filter { $0.product == product }.max { ($0.revoked ?? $0.date) < ($1.revoked ?? $1.date) }
        }
    }

    private static func all(_ transactions: Transaction.Transactions) async -> [StoreTransaction] {
        var found: [StoreTransaction] = []
        for await result in transactions { found.append(StoreTransaction(result)) }
        return found
    }

    package func updates() -> AsyncStream<StoreTransaction> {
        AsyncStream { continuation in
            let task = Task {
                for await result in Transaction.updates { continuation.yield(StoreTransaction(result)) }
                continuation.finish()
            }
            let storefronts = products.observeStorefront()
            continuation.onTermination = { _ in
                task.cancel()
                storefronts.cancel()
            }
        }
    }

    package func promotions() -> AsyncStream<StorePromotion> {
        AsyncStream { continuation in
            let task = Task {
                #if os(iOS) || os(macOS) || os(visionOS) || os(Linux)
                if #available(iOS 16.4, macOS 14.4, *) {
                    for await intent in PurchaseIntent.intents { continuation.yield(StorePromotion(intent)) }
                }
                #endif
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    package func finish(_ transaction: String) async {
        // Only a transaction that waits can be finished, and it is among the unfinished.
        for await result in Transaction.unfinished where String(result.unsafePayloadValue.id) == transaction {
            await result.unsafePayloadValue.finish()
        }
    }

    package func restore() async throws -> [StoreTransaction] {
        try await AppStore.sync()
        return await held()
    }

    package func environment() async -> PurserEnvironment { await .detected() }

    package func isEligibleForIntroductoryOffer(of group: String) async -> Bool {
        await Product.SubscriptionInfo.isEligibleForIntroOffer(for: group)
    }

    package func renewalInfo(of transaction: StoreTransaction) async -> String? {
        // The server learns it from Apple too; the app's word is only sooner.
        guard let group = transaction.group,
            let statuses = try? await Product.SubscriptionInfo.status(for: group)
        else { return nil }
        return statuses.first { String($0.transaction.unsafePayloadValue.originalID) == transaction.originalID }?
            .renewalInfo.jwsRepresentation
    }

    package func refreshedReceipt() async -> String? { nil }

    package func renewingSubscriptions() async throws -> [RenewingSubscription] {
        // What cannot be charged at the moment is not held, and is charged again when that is possible.
        let bought = await Self.all(Transaction.all).filter { $0.kind == StoreProduct.renewable }
        var found: [RenewingSubscription] = []
        for group in Set(bought.compactMap(\.group)).sorted() {
            found += try await Product.SubscriptionInfo.status(for: group).compactMap(RenewingSubscription.init)
        }
        return found
    }
}

extension RenewingSubscription {
    /// Reads where a subscription stands; nothing when its customer is not charged for it any more.
    fileprivate init?(_ status: Product.SubscriptionInfo.Status) {
        let transaction = status.transaction.unsafePayloadValue
        let renewal = status.renewalInfo.unsafePayloadValue
        // A member with whom a subscription is shared, or to whom a seat is assigned, is not charged: the buyer is.
        guard [.subscribed, .inGracePeriod, .inBillingRetryPeriod].contains(status.state), renewal.willAutoRenew,
            transaction.ownershipType == .purchased
        else { return nil }
        self.init(
            product: renewal.autoRenewPreference ?? transaction.productID,
            originalTransaction: String(transaction.originalID),
            // When Apple tries again no one is notified.
            nextDate: status.state == .subscribed ? transaction.expirationDate : nil
        )
    }
}

#if os(iOS) || os(macOS) || os(visionOS) || os(Linux)
@available(iOS 16.4, macOS 14.4, *)
extension StorePromotion {
    /// Reads what the customer chose; an offer comes with it from iOS 18 on.
    fileprivate init(_ intent: PurchaseIntent) {
        self.init(product: intent.product.id)
        if #available(iOS 18, macOS 15, visionOS 2, *), let offer = intent.offer, offer.type == .winBack {
            self.offer = offer.id
        }
    }
}
#endif
