// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

// What the companion SwiftUI needs for StoreKit's views. It belongs to another package, so these are public, and seen
// only by whoever imports them by their SPI.

extension Product {
    /// The subscriptions of a group.
    ///
    /// - Parameter group: The group.
    /// - Returns: The products, in no promised order.
    /// - Throws: ``StoreKitError`` when the store does not answer.
    @_spi(Views)
    public static func products(inGroup group: String) async throws -> [Product] {
        try await StoreRuntime.shared.emptyIfCanceled {
            let records = try await StoreRuntime.shared.backend().products(inGroup: group)
            return records.map(Product.init(record:))
        }
    }

    /// Buys the product for a view.
    ///
    /// - Parameters:
    ///   - options: The choices that go along.
    ///   - isUpdate: Whether a transaction comes by ``Transaction/updates``, because no one waits for the result.
    /// - Returns: How it ended.
    /// - Throws: ``Product/PurchaseError`` when it could not begin, ``StoreKitError`` when the store failed.
    @_spi(Views)
    @MainActor
    public func purchase(
        options: Set<Product.PurchaseOption>,
        comesAsUpdate isUpdate: Bool
    ) async throws -> Product.PurchaseResult {
        let result = try await purchase(options: options)
        if isUpdate, case .success(let transaction) = result { StoreRuntime.shared.update(transaction) }
        return result
    }
}

extension StoreRuntime {
    /// Sends a transaction to the readers of updates, those to come included.
    fileprivate func update(_ transaction: VerificationResult<Transaction>) {
        state.withLock { _ = $0.backlog.insert(transaction.unsafePayloadValue.id) }
        transactionUpdates.send(transaction)
    }
}
