// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// The paid purchases that are kept on this device because no one confirmed them yet, the oldest first.
    ///
    /// - Returns: The purchases.
    /// - Throws: What the storage throws.
    public func pendingPurchases() async throws -> [PendingPurchase] {
        try await vault.pending()
    }

    /// Has the purchases that are kept verified now.
    ///
    /// - Parameter progress: Told how far it is.
    /// - Returns: Those that were delivered.
    /// - Throws: ``PurserError/Code/queueEmpty`` when none is kept; otherwise why the last one that failed did.
    @discardableResult
    public func verifyPendingPurchases(
        progress: (@Sendable (PurchaseProgress) -> Void)? = nil
    ) async throws -> [Purchase] {
        let remaining = try await vault.pending()
        guard !remaining.isEmpty else { throw error(.queueEmpty) }
        let waiting = await store.unfinished()
        var (delivered, failure): ([Purchase], PurserError?) = ([], nil)
        for record in remaining {
            let known = waiting.first { $0.id == record.transaction }
            switch await verify(known ?? StoreTransaction(record), .stored, progress ?? { _ in }) {
            case .done(let purchase): delivered.append(purchase)
            case .over: break
            case .open(let error): failure = error
            }
        }
        if let failure, delivered.isEmpty { throw failure }
        return delivered
    }

    /// Drops the kept copy of a purchase; its transaction stays unfinished and comes back at the next launch.
    ///
    /// - Parameter transaction: The transaction's identifier.
    /// - Throws: What the storage throws.
    public func deletePendingPurchase(_ transaction: String) async throws {
        guard let record = try await vault.pending(transaction) else { return }
        try await vault.remove(record)
    }
}
