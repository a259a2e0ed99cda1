// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// Restores the customer's purchases: fetches them from the store and shows each to the server.
    ///
    /// - Parameter progress: Told how far it is.
    /// - Returns: What came back, and what went wrong.
    @discardableResult
    public func restore(progress: (@Sendable (PurchaseProgress) -> Void)? = nil) async -> RestoreResult {
        emit(.restoreStarted)
        progress?(.restoring)
        let restoration = await fetchAndShow(progress ?? { _ in })
        await refreshEntitlements()
        emit(.restored) { event in
            event.number = restoration.count
            event.code = restoration.error.map { $0.storeCode.map(String.init) ?? $0.code.rawValue }
        }
        switch restoration.error?.code {
        case nil, .queueEmpty?: progress?(.done)
        case .verificationFailed?: progress?(.restartToRetry)
        // What went wrong is in the result.
        default: break
        }
        return restoration
    }

    private func fetchAndShow(_ progress: @escaping @Sendable (PurchaseProgress) -> Void) async -> RestoreResult {
        // Who is signed in may change while the store is asked; what comes back is the restorer's.
        guard await identify() else { return RestoreResult(purchases: [], error: error(.notSignedIn)) }
        let restorer = customer
        let fetched: [StoreTransaction]
        do {
            fetched = try await store.restore()
        } catch {
            let failure = self.error(.restoreFailed, StoreFailure(error))
            report(failure, product: nil, stage: "restore")
            return RestoreResult(purchases: [], error: failure)
        }
        var (purchases, failure): ([Purchase], PurserError?) = ([], nil)
        var retriesOnFailure = true
        for transaction in Self.unique(fetched) where transaction.revoked == nil {
            switch await verify(transaction, .restore(restorer), retriesOnFailure: retriesOnFailure, progress) {
            case .done(let purchase):
                purchases.append(purchase)
                // The newest was confirmed for all; a queue keeps the others until somebody finishes them.
                for older in fetched where older.originalID == transaction.originalID && older.id != transaction.id {
                    await store.finish(older.id)
                }
            case .over: break
            case .open(let error):
                failure = failure ?? error
                if error.code == .verificationFailed { retriesOnFailure = false }
            }
        }
        if purchases.isEmpty, failure == nil { failure = error(.queueEmpty) }
        return RestoreResult(purchases: purchases, error: failure)
    }

    /// The original interface gives a subscription once for each renewal; the newest represents all.
    private static func unique(_ transactions: [StoreTransaction]) -> [StoreTransaction] {
        var newest: [String: StoreTransaction] = [:]
        for transaction in transactions {
            let key = transaction.originalID
            if let known = newest[key], known.date >= transaction.date { continue }
            newest[key] = transaction
        }
        return newest.values.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }
}
