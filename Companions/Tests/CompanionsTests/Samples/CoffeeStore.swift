// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

// Written as app code commonly is, because that is what must compile; so it keeps none of these rules of the house:
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap, OmitExplicitReturns, ReplaceForEachWithForLoop, OrderedImports, NeverUseImplicitlyUnwrappedOptionals

// A store of the kind that apps are written around: Combine for the screen, StoreKit 2 for the rest.
import Combine
import Foundation
import StoreKit

typealias StoreTransaction = StoreKit.Transaction
typealias RenewalState = StoreKit.Product.SubscriptionInfo.RenewalState

enum StoreError: Error {
    case failedVerification
}

@MainActor
final class CoffeeStore: ObservableObject {
    @Published private(set) var consumables: [Product] = []
    @Published private(set) var subscriptions: [Product] = []
    @Published private(set) var purchasedIdentifiers: Set<String> = []
    @Published private(set) var subscriptionState: RenewalState?
    @Published var lastError: String?

    private(set) var balance = 0
    private var updateListenerTask: Task<Void, Error>? = nil
    private let productIDs: [String]

    init(productIDs: [String]) {
        self.productIDs = productIDs
        updateListenerTask = listenForTransactions()
    }

    deinit {
        updateListenerTask?.cancel()
    }

    func listenForTransactions() -> Task<Void, Error> {
        Task.detached {
            for await result in Transaction.updates {
                do {
                    let transaction = try await self.checkVerified(result)
                    await self.deliver(transaction)
                    await transaction.finish()
                } catch {
                    print("Transaction failed verification")
                }
            }
        }
    }

    func requestProducts() async {
        do {
            let storeProducts = try await Product.products(for: Set(productIDs))
            var newConsumables: [Product] = []
            var newSubscriptions: [Product] = []
            for product in storeProducts {
                switch product.type {
                case .consumable:
                    newConsumables.append(product)
                case .autoRenewable:
                    newSubscriptions.append(product)
                default:
                    print("Unknown product")
                }
            }
            consumables = newConsumables.sorted(by: { $0.price < $1.price })
            subscriptions = newSubscriptions.sorted(by: { $0.price < $1.price })
        } catch {
            lastError = error.localizedDescription
        }
    }

    @discardableResult
    func purchase(_ product: Product) async throws -> StoreTransaction? {
        let result = try await product.purchase()
        switch result {
        case .success(let verification):
            let transaction = try checkVerified(verification)
            await deliver(transaction)
            await transaction.finish()
            return transaction
        case .userCancelled, .pending:
            return nil
        @unknown default:
            return nil
        }
    }

    func deliver(_ transaction: StoreTransaction) async {
        if transaction.productType == .consumable {
            balance += 100 * transaction.purchasedQuantity
        }
        await updateCustomerProductStatus()
    }

    func updateCustomerProductStatus() async {
        var purchased: Set<String> = []
        for await result in Transaction.currentEntitlements {
            if case .verified(let transaction) = result, transaction.revocationDate == nil, !transaction.isUpgraded {
                purchased.insert(transaction.productID)
            }
        }
        purchasedIdentifiers = purchased
        subscriptionState = try? await subscriptions.first?.subscription?.status.first?.state
    }

    func checkVerified<T>(_ result: VerificationResult<T>) throws -> T {
        switch result {
        case .unverified:
            throw StoreError.failedVerification
        case .verified(let safe):
            return safe
        }
    }
}
