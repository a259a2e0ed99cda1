// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

/// The original interface: a payment queue, and the app receipt as proof.
///
/// What only StoreKit 2 knows, such as which subscriptions will renew, is asked there: every system that this library
/// runs on has both.
package final class StoreKit1Store: PurchaseStore {
    private let newer = StoreKit2Store()
    private let observer = QueueObserver()
    private let products = ProductCache<SKProduct>()

    package init() {}

    package var canMakePayments: Bool { SKPaymentQueue.canMakePayments() }

    package func product(_ id: String) async throws -> StoreProduct? {
        guard let found = try await loaded(id) else { return nil }
        var product = StoreProduct(found)
        // The original interface says of a product whether it renews, and no more.
        if product.group == nil, let known = try? await newer.product(id) { product.kind = known.kind }
        return product
    }

    private func loaded(_ id: String) async throws -> SKProduct? {
        try await products.product(id) { try await StoreKit1Request.product(id) }
    }

    package func purchase(_ order: StoreOrder) async throws -> StoreOutcome {
        guard let product = try await loaded(order.product) else {
            throw SKError(.storeProductNotAvailable)
        }
        // The original interface knows none of these; without it, the price would differ from what was chosen.
        guard order.options.winBackOffer == nil, order.options.introductoryEligibility == nil else {
            throw Product.PurchaseError.invalidOfferIdentifier
        }
        guard order.options.seats == nil else { throw Product.PurchaseError.invalidQuantity }
        guard order.options.billingPlan != .monthly else { throw Product.PurchaseError.productUnavailable }
        let payment = SKMutablePayment(product: product)
        payment.quantity = order.options.quantity
        payment.applicationUsername = order.token?.uuidString.lowercased()
        payment.simulatesAskToBuyInSandbox = order.options.simulatesAskToBuy
        if let offer = order.options.offer {
            payment.paymentDiscount = SKPaymentDiscount(
                identifier: offer.id,
                keyIdentifier: offer.keyID,
                nonce: offer.nonce,
                signature: offer.signature.base64EncodedString(),
                timestamp: NSNumber(value: offer.timestamp)
            )
        }
        switch try await observer.pay(payment) {
        case .paid(let transaction): return .paid(await Self.read(transaction))
        case .waiting: return .waiting
        case .canceled: return .canceled
        }
    }

    package func unfinished() async -> [StoreTransaction] {
        observer.start()
        var found: [StoreTransaction] = []
        for transaction in SKPaymentQueue.default().transactions where transaction.isPaid {
            found.append(await Self.read(SendableTransaction(transaction)))
        }
        return found
    }

    package func updates() -> AsyncStream<StoreTransaction> {
        let (told, revoked) = (observer.updates.stream(), observer.revocations.stream())
        observer.start()
        return AsyncStream { [newer, products] continuation in
            let task = Task {
                for await transaction in told { continuation.yield(await Self.read(transaction)) }
                continuation.finish()
            }
            // The queue names products alone; StoreKit 2 knows what of them was revoked.
            let losses = Task {
                for await products in revoked {
                    for lost in await newer.lost(products) { continuation.yield(lost) }
                }
            }
            let storefronts = products.observeStorefront()
            continuation.onTermination = { [observer] _ in
                for task in [task, losses, storefronts] { task.cancel() }
                observer.end()
            }
        }
    }

    package func promotions() -> AsyncStream<StorePromotion> { observer.promotions.stream() }

    package func finish(_ transaction: String) async {
        for held in SKPaymentQueue.default().transactions where held.transactionState != .purchasing {
            // A restored transaction has an identifier of its own beside that of what was restored.
            let isRestored = held.transactionState == .restored && held.original?.transactionIdentifier == transaction
            if held.transactionIdentifier == transaction || isRestored {
                SKPaymentQueue.default().finishTransaction(held)
            }
        }
        // What was revoked before it was finished is in no queue.
        await newer.finish(transaction)
    }

    package func restore() async throws -> [StoreTransaction] {
        var found: [StoreTransaction] = []
        for transaction in try await observer.restore() { found.append(await Self.read(transaction)) }
        return found
    }

    package func held() async -> [StoreTransaction] { await newer.held() }

    package func environment() async -> PurserEnvironment { await .detected() }

    package func isEligibleForIntroductoryOffer(of group: String) async -> Bool {
        await newer.isEligibleForIntroductoryOffer(of: group)
    }

    package func renewalInfo(of transaction: StoreTransaction) async -> String? { nil }

    package func refreshedReceipt() async -> String? {
        do {
            try await StoreKit1Request.refreshReceipt()
        } catch {
            return nil
        }
        return Self.currentReceipt()?.base64EncodedString()
    }

    package func renewingSubscriptions() async throws -> [RenewingSubscription] {
        try await newer.renewingSubscriptions()
    }

    /// A transaction with the receipt that proves it; a missing receipt is fetched.
    private static func read(_ held: SendableTransaction) async -> StoreTransaction {
        var receipt = currentReceipt()
        if receipt == nil {
            // Without one the server says that it is empty, and the purchase stays open.
            try? await StoreKit1Request.refreshReceipt()
            receipt = currentReceipt()
        }
        var transaction = StoreTransaction(held.value, receipt: receipt ?? Data())
        // The same purchase as StoreKit 2 knows it says more, and was verified by the device.
        let isRestored = held.value.transactionState == .restored
        let original = isRestored ? transaction.originalID : nil
        if let signed = await StoreKit2Store().known(transaction.id, restoredFrom: original) {
            transaction = signed.with(proof: transaction.proof, token: transaction.token)
        }
        return transaction
    }

    private static func currentReceipt() -> Data? {
        guard let url = Bundle.main.appStoreReceiptURL, let data = try? Data(contentsOf: url), !data.isEmpty else {
            return nil
        }
        return data
    }
}

/// A transaction of the queue on its way between threads.
///
/// The queue's objects may be read anywhere; the queue alone changes them.
struct SendableTransaction: @unchecked Sendable {
    let value: SKPaymentTransaction

    init(_ value: SKPaymentTransaction) {
        self.value = value
    }
}

extension SKPaymentTransaction {
    fileprivate var isPaid: Bool { transactionState == .purchased || transactionState == .restored }
}

extension StoreTransaction {
    fileprivate func with(proof: Proof, token: UUID?) -> StoreTransaction {
        var copy = self
        copy.proof = proof
        copy.token = self.token ?? token
        return copy
    }
}
