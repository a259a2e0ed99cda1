// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension Purser {
    /// Looks after purchases that were paid and not delivered; call it whenever the purchase page opens.
    ///
    /// It happens at launch too. Renewals are verified as what they are and are not lost orders.
    ///
    /// - Parameter progress: Told how far it is.
    /// - Returns: The purchases that were delivered now, without renewals.
    @discardableResult
    public func recoverUnfinishedOrders(
        progress: (@Sendable (PurchaseProgress) -> Void)? = nil
    ) async -> [Purchase] {
        await finishMerges()
        let results = await recover(retriesOnFailure: true, joins: false, progress ?? { _ in })
        let found = results.compactMap { result -> Purchase? in
            guard case .done(let purchase) = result, !purchase.isRenewal else { return nil }
            return purchase
        }
        if !results.isEmpty {
            let isOpen = results.contains { if case .open = $0 { true } else { false } }
            progress?(isOpen ? .restartToRetry : .done)
        }
        return found
    }

    /// Looks after everything that is open, one after the other; after the first failure, only once each.
    ///
    /// What is in progress is joined only where its end matters: an app that asks from within one of its own handlers
    /// would wait for itself.
    private func recover(
        retriesOnFailure: Bool,
        joins: Bool,
        _ progress: @escaping @Sendable (PurchaseProgress) -> Void
    ) async -> [VerificationOutcome] {
        var results: [VerificationOutcome] = []
        var patience = retriesOnFailure
        let waiting = await store.unfinished()
        for transaction in waiting where joins || verifying[transaction.id] == nil {
            let occasion = await occasion(of: transaction, waiting)
            // It may have been confirmed in this run, up to now.
            if await finishAgain(transaction) { continue }
            progress(.recovering)
            let result = await verify(transaction, occasion, retriesOnFailure: patience)
            results.append(result)
            if case .open(let error) = result, error.code == .verificationFailed { patience = false }
        }
        let ids = Set(waiting.map(\.id))
        for record in await saved()
        where !ids.contains(record.transaction) && (joins || verifying[record.transaction] == nil) {
            // What an update brought may have been confirmed and forgotten since the list was read.
            if isIdle.contains(record.transaction) {
                guard await saved().contains(where: { $0.transaction == record.transaction }) else { continue }
            }
            progress(.recovering)
            results.append(await verify(StoreTransaction(record), .stored, retriesOnFailure: patience))
        }
        return results
    }

    private func saved() async -> [PendingPurchase] {
        do {
            return try await vault.pending()
        } catch {
            emit(.notStored) { $0.text = "\(error)" }
            return []
        }
    }

    /// A transaction came without the app asking.
    func arrived(_ transaction: StoreTransaction) async {
        let occasion = await occasion(of: transaction, await store.unfinished())
        // It may have been confirmed in this run, by recovery until now.
        if await finishAgain(transaction) { return }
        switch occasion {
        case .renewal: emit(.renewalFound) { ($0.product, $0.transaction) = (transaction.product, transaction.id) }
        case .revoked: emit(.revoked) { ($0.product, $0.transaction) = (transaction.product, transaction.id) }
        case .outside: emit(.outsideFound) { ($0.product, $0.transaction) = (transaction.product, transaction.id) }
        case .lost(let order):
            emit(.lostOrderFound) { event in
                (event.product, event.order, event.transaction) = (transaction.product, order.id, transaction.id)
            }
        default: break
        }
        _ = await verify(transaction, occasion)
        if occasion == .revoked || occasion == .renewal { await refreshEntitlements() }
    }

    /// Finishes a transaction that this run had confirmed before the store gave it; a refund of it is a change.
    private func finishAgain(_ transaction: StoreTransaction) async -> Bool {
        guard transaction.revoked == nil, isIdle.contains(transaction.id) else { return false }
        await store.finish(transaction.id)
        return true
    }

    /// What a transaction is: the payment of an order that is open, a renewal, or neither.
    ///
    /// A subscription's renewals carry the token of its first order, so a token alone proves nothing. Where the system
    /// does not say what a transaction is, the first transaction of a subscription, and the first one with a token
    /// after its order, are payments; the rest are renewals.
    func occasion(of transaction: StoreTransaction, _ others: [StoreTransaction]) async -> VerificationTrigger {
        if transaction.revoked != nil { return .revoked }
        if transaction.isRenewal == true { return .renewal }
        let isFirst = transaction.id == transaction.originalID
        if let order = await openOrder(for: transaction) {
            let hasEarlier = others.contains {
                $0.token == transaction.token && $0.product == transaction.product && $0.date < transaction.date
            }
            if isFirst || transaction.isRenewal == false || !hasEarlier { return .lost(order) }
        }
        if transaction.isRenewal == nil, !isFirst { return .renewal }
        return .outside
    }

    private func openOrder(for transaction: StoreTransaction) async -> OpenOrder? {
        guard let token = transaction.token else { return nil }
        do {
            return try await vault.orders().first { $0.token == token && $0.product == transaction.product }
        } catch {
            emit(.notStored) { $0.text = "\(error)" }
            return nil
        }
    }

    /// A new purchase finishes no older one: it is verified first, or the new one does not start.
    ///
    /// A purchase that the server refused blocks its own product alone.
    func requireNothingOpen(before product: String) async throws {
        let open = await recover(retriesOnFailure: false, joins: true) { _ in }
        let pending = await saved()
        guard pending.count < PurchaseStorage.pendingLimit else { throw error(.transactionNotFinished) }
        let refused = open.contains { result in
            guard case .open(let error) = result else { return false }
            return error.code == .verificationFailed
        }
        let isSame = pending.contains { $0.product == product && !$0.isRenewal && !$0.isConfirmed }
        guard !refused, !isSame else { throw error(.transactionNotFinished) }
        let waiting = await store.unfinished().contains {
            $0.product == product && $0.isRenewal != true && $0.revoked == nil && $0.id == $0.originalID
                && !isIdle.contains($0.id)
        }
        guard !waiting else { throw error(.transactionNotFinished) }
    }
}

extension StoreTransaction {
    /// The transaction as an earlier run kept it.
    init(_ record: PendingPurchase) {
        self.init(
            id: record.transaction,
            originalID: record.originalTransaction,
            product: record.product,
            kind: nil,
            group: nil,
            quantity: record.quantity,
            token: nil,
            date: record.date,
            expires: nil,
            revoked: nil,
            isUpgraded: false,
            isFamilyShared: false,
            isRenewal: record.isRenewal,
            environment: record.environment,
            // A purchase that only the device verified was processed on arrival; only a confirmed one is finished
            // without the store.
            isVerified: nil,
            proof: record.proof
        )
    }
}
