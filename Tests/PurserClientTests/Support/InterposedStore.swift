// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PurserClient

/// A store in front of which something happens at the instant of the payment, or that says something of its own.
struct InterposedStore: PurchaseStore {
    var inner: any PurchaseStore = StoreKit2Store()
    var beforePaying: @Sendable () async -> Void = {}
    var afterPaying: @Sendable () async -> Void = {}
    var afterRestoring: @Sendable () async -> Void = {}
    var chosen: AsyncStream<StorePromotion>?
    var build: PurserEnvironment?

    var canMakePayments: Bool { inner.canMakePayments }

    func product(_ id: String) async throws -> StoreProduct? { try await inner.product(id) }

    func products(_ ids: [String]) async throws -> [StoreProduct] { try await inner.products(ids) }

    func accountIdentifier() async -> String? { await inner.accountIdentifier() }

    func purchase(_ order: StoreOrder) async throws -> StoreOutcome {
        await beforePaying()
        let outcome = try await inner.purchase(order)
        await afterPaying()
        return outcome
    }

    func unfinished() async -> [StoreTransaction] { await inner.unfinished() }

    func updates() -> AsyncStream<StoreTransaction> { inner.updates() }

    func promotions() -> AsyncStream<StorePromotion> { chosen ?? inner.promotions() }

    func finish(_ transaction: String) async { await inner.finish(transaction) }

    func restore() async throws -> [StoreTransaction] {
        let found = try await inner.restore()
        await afterRestoring()
        return found
    }

    func held() async -> [StoreTransaction] { await inner.held() }

    func environment() async -> PurserEnvironment {
        if let build { return build }
        return await inner.environment()
    }

    func isEligibleForIntroductoryOffer(of group: String) async -> Bool {
        await inner.isEligibleForIntroductoryOffer(of: group)
    }

    func renewalInfo(of transaction: StoreTransaction) async -> String? {
        await inner.renewalInfo(of: transaction)
    }

    func refreshedReceipt() async -> String? { await inner.refreshedReceipt() }

    func renewingSubscriptions() async throws -> [RenewingSubscription] { try await inner.renewingSubscriptions() }

    func seats(of product: StoreProduct) async throws -> StoreSeats? { try await inner.seats(of: product) }
}
