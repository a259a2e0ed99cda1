// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
public import StoreKit

extension SKTestSession {
    /// Buys a product outside the app, as on another device.
    ///
    /// - Parameters:
    ///   - identifier: The product.
    ///   - options: The choices that go along.
    /// - Returns: The transaction; the app learns of it automatically.
    /// - Throws: ``SKTestError`` when the product is not sold, `Product.PurchaseError` when it cannot be bought.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID,
        options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        try attempt {
            try store.requireProduct(identifier)
            guard let bought = try store.buyOutside(PurchaseOrder(product: identifier, options: options)) else {
                throw SKTestError(.invalidAction, reason: "the purchase waits: ask to buy or interruption is on")
            }
            return bought
        }
    }

    /// Buys a product outside the app, as on another device.
    ///
    /// - Parameter productIdentifier: The product.
    /// - Throws: ``SKTestError`` when the product is not sold.
    public func buyProduct(productIdentifier: String) throws {
        try attempt {
            try store.requireProduct(productIdentifier)
            _ = try store.buyOutside(PurchaseOrder(product: productIdentifier))
        }
    }

    /// Lets a subscription renew now.
    ///
    /// - Parameter productIdentifier: The product.
    /// - Throws: ``SKTestError`` when the customer has no subscription of it.
    public func forceRenewalOfSubscription(productIdentifier: String) throws {
        try attempt { try store.forceRenewal(product: productIdentifier) }
    }

    /// Lets a subscription end now.
    ///
    /// - Parameter productIdentifier: The product.
    /// - Throws: ``SKTestError`` when the customer has no subscription of it.
    public func expireSubscription(productIdentifier: String) throws {
        try attempt { try store.expire(product: productIdentifier) }
    }

    /// Does something with the store, and says mistakes in this module's words.
    func attempt<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let mistake as SimulatedStore.TestSessionIssue {
            throw SKTestError(mistake)
        } catch let refusal as SimulatorError {
            throw SKTestError(.invalidAction, reason: "\(refusal)")
        }
    }
}
