// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
package import AppStoreTypes
import Foundation
import Synchronization

// What test sessions do with the store. Every call takes effect before it returns; the app is notified through its
// listeners.

extension SimulatedStore {
    /// A mistake of a test.
    package enum TestSessionIssue: Error, Sendable {
        case noTransaction
        case noSubscription
        case unknownProduct
        case wrongProductType
        case invalidAction(String)
    }

    /// The switches.
    package var switches: TestSwitches {
        get { state.withLock { $0.switches } }
        set {
            do {
                try perform { mutation in
                    mutation.state.switches = newValue
                    try mutation.configure()
                }
            } catch {
                StoreLog.warn("a test's switches could not be set: \(error)")
            }
        }
    }

    /// The storefront's country.
    package var country: String {
        get { knownStorefront?.countryCode ?? "" }
        set {
            do {
                try perform { mutation in
                    let country = StorefrontCountryCode(rawValue: newValue)
                    try mutation.grant(.changeCustomer(customer, .storefront(country)))
                    if let storefront = AppStoreSimulator.Storefront.of(country) {
                        mutation.state.updates.append(.storefront(StorefrontRecord(storefront)))
                    }
                }
            } catch {
                StoreLog.warn("the storefront \(newValue) could not be chosen: \(error)")
            }
        }
    }

    /// Chooses how fast subscriptions live.
    ///
    /// - Parameters:
    ///   - monthSeconds: How long a month lasts.
    ///   - periodSeconds: How long every period lasts; real time when both are nil.
    package func setRate(monthSeconds: Int?, periodSeconds: Int?) {
        var changed = switches
        changed.rate =
            monthSeconds.map { .monthly(seconds: $0) } ?? periodSeconds.map { .every(seconds: $0) } ?? .realTime
        switches = changed
    }

    /// The store gives the customer's money back.
    ///
    /// A refund of the current period ends the subscription. A refund of an earlier period revokes that transaction and
    /// changes nothing else: measured with Xcode 27.0, iOS 27.0.
    package func refund(_ id: TransactionID) throws {
        try perform { mutation in
            let ledger = mutation.state.ledger
            let latest = ledger.transactions[id].flatMap { ledger.latest(of: $0.originalTransactionId) }
            let isCurrent = latest?.transactionId == id
            try mutation.grant(.refund(id, decision: .full(.other), cancels: isCurrent))
        }
    }

    /// A parent allows a purchase, or the customer does what a purchase waits for.
    package func completePending(_ number: UInt) throws {
        try perform { mutation in
            guard let pending = mutation.state.pendingNumbers[number] else { throw TestSessionIssue.noTransaction }
            guard pending.completed == nil, !pending.isDeclined else {
                throw TestSessionIssue.invalidAction("the purchase does not wait any more")
            }
            let attempt = mutation.state.attempts[pending.id]
            let answer = try mutation.grant(.completePending(pending.id), attempt: attempt)
            if case .purchased(let transaction) = answer {
                mutation.state.pendingNumbers[number]?.completed = transaction.transactionId
            }
            mutation.state.attempts[pending.id] = nil
        }
    }

    /// A parent declines a purchase.
    package func declinePending(_ number: UInt) throws {
        try perform { mutation in
            guard let pending = mutation.state.pendingNumbers[number] else { throw TestSessionIssue.noTransaction }
            guard pending.completed == nil, !pending.isDeclined else {
                throw TestSessionIssue.invalidAction("the purchase does not wait any more")
            }
            try mutation.cancel(pending)
            mutation.state.pendingNumbers[number]?.isDeclined = true
        }
    }

    /// The customer fixes what keeps a purchase or a renewal from being charged.
    package func resolveIssue(_ number: UInt) throws {
        if state.withLock({ $0.waiting(number) }) != nil { return try completePending(number) }
        try perform { mutation in
            _ = try mutation.transaction(number)
            mutation.state.switches.failsRenewals = false
            try mutation.grant(.changeCustomer(customer, .payment(.works)))
        }
    }

    package func setRenewal(_ number: UInt, on: Bool) throws {
        try perform { mutation in
            let group = try mutation.group(of: mutation.transaction(number))
            try mutation.grant(.setRenewal(customer, group: group, on: on))
        }
    }

    package func forceRenewal(product: String) throws {
        try perform { mutation in
            try mutation.grant(.forceRenewal(customer, group: mutation.subscribedGroup(of: product)))
        }
    }

    package func expire(product: String) throws {
        try perform { mutation in
            try mutation.grant(.expire(customer, group: mutation.subscribedGroup(of: product)))
        }
    }

    /// Asks the customer for consent to a higher price, without changing the price for others.
    package func requestPriceConsent(_ number: UInt) throws {
        try perform { mutation in
            let transaction = try mutation.transaction(number)
            _ = try mutation.group(of: transaction)
            let catalog = mutation.state.core.catalog
            guard let product = catalog.product(transaction.productId),
                let profile = mutation.state.core.profile(of: customer),
                let storefront = AppStoreSimulator.Storefront.of(profile.storefront)
            else { throw TestSessionIssue.unknownProduct }
            guard let subscription = mutation.subscription(of: transaction),
                subscription.status != .expired, subscription.status != .revoked,
                subscription.renewalInfo.autoRenewStatus == .on,
                subscription.renewalInfo.autoRenewProductId == product.id
            else { throw TestSessionIssue.invalidAction("the subscription does not renew to this product") }
            // More than the half again of what is paid, and more than the sum up to which no one is asked.
            let present = max(
                catalog.price(product.price, in: storefront),
                subscription.renewalInfo.renewalPrice ?? 0
            )
            let raised = StorefrontPrice(
                storefront: storefront.countryCode,
                milliunits: present * 2 + 60 * storefront.rate
            )
            let before = mutation.state
            let prices = PriceList(base: product.price.base, storefronts: [raised])
            try mutation.grant(.changePrice(product.id, prices, preservesExisting: false))
            try mutation.grant(.changePrice(product.id, product.price, preservesExisting: true))
            guard mutation.subscription(of: transaction)?.renewalInfo.priceIncreaseStatus == .pending else {
                mutation.state = before
                throw TestSessionIssue.invalidAction("the customer is not asked about this subscription's price")
            }
        }
    }

    package func respondToPriceConsent(_ number: UInt, agrees: Bool) throws {
        try perform { mutation in
            let group = try mutation.group(of: mutation.transaction(number))
            try mutation.grant(.answerPriceIncrease(customer, group: group, agrees: agrees))
        }
    }

    /// Takes a transaction out of the customer's history, as if it had never been.
    package func delete(_ number: UInt) throws {
        try perform { mutation in
            guard let pending = mutation.state.waiting(number) else {
                return try mutation.delete(mutation.transaction(number))
            }
            if !pending.isDeclined { try mutation.cancel(pending) }
            mutation.state.pendingNumbers[number] = nil
        }
    }

    /// Takes everything out of the customer's history.
    package func clear() {
        do {
            try perform { mutation in
                if mutation.state.relative != nil { try mutation.disbandFamily() }
                try mutation.grant(.clearHistory(customer))
                mutation.state.ledger = PurchaseHistory()
                mutation.state.past = nil
                mutation.state.attempts = [:]
                mutation.state.pendingNumbers = [:]
                mutation.state.updates = [.cleared]
            }
        } catch {
            StoreLog.warn("the customer's history could not be cleared: \(error)")
        }
    }

    /// The customer chooses a product on the store's page.
    package func promote(product: String, offer: String?) {
        perform { $0.state.updates.append(.intent(product: product, offer: offer)) }
    }

    /// Whether a product is sold, and whether it renews.
    package func kind(of product: String) -> String? {
        state.withLock { $0.core.catalog.product(ProductID(rawValue: product))?.type.rawValue }
    }
}

extension SimulatedStore.State {
    /// The purchase that waits under a number, or that was declined; nil once it came.
    fileprivate func waiting(_ number: UInt) -> PendingPurchaseNumber? {
        pendingNumbers[number].flatMap { $0.completed == nil ? $0 : nil }
    }
}

extension StoreMutation {
    /// Abandons a pending purchase and notifies the caller that waits for it.
    fileprivate mutating func cancel(_ pending: PendingPurchaseNumber) throws {
        try grant(.cancelPending(pending.id))
        if let attempt = state.attempts.removeValue(forKey: pending.id) { state.updates.append(.declined(attempt)) }
    }

    /// Takes a transaction out of the customer's history and out of what the core acts upon.
    fileprivate mutating func delete(_ transaction: TransactionPayload) throws {
        let (id, lineage) = (transaction.transactionId, transaction.originalTransactionId)
        state.ledger.remove(id)
        state.pendingNumbers = state.pendingNumbers.filter { $0.value.completed != id }
        // Where a purchase in the past would begin again, this one is still there.
        state.past = nil
        do {
            try grant(.forget(id))
        } catch let error as SimulatorError where error.code == .unknownTransaction {
            // The core keeps only what it still acts upon.
        }
        let isAlive = state.core.subscriptions(of: customer).contains {
            $0.transaction.originalTransactionId == lineage
        }
        if !isAlive { state.ledger.removeRenewal(of: lineage) }
        state.updates.append(.deleted)
    }

    /// The transaction of a number, also of one under which a purchase waited.
    func transaction(_ number: UInt) throws -> TransactionPayload {
        let id = state.pendingNumbers[number]?.completed ?? TransactionID(rawValue: String(number))
        guard let transaction = state.ledger.transactions[id] else {
            throw SimulatedStore.TestSessionIssue.noTransaction
        }
        return transaction
    }

    /// The subscription of a transaction as the store has it.
    fileprivate func subscription(of transaction: TransactionPayload) -> SubscriptionSnapshot? {
        state.core.subscriptions(of: customer).first {
            $0.transaction.originalTransactionId == transaction.originalTransactionId
        }
    }

    func group(of transaction: TransactionPayload) throws -> SubscriptionGroupID {
        guard let group = transaction.subscriptionGroupIdentifier else {
            throw SimulatedStore.TestSessionIssue.wrongProductType
        }
        return group
    }

    /// The group in which the customer subscribed to a product.
    func subscribedGroup(of product: String) throws -> SubscriptionGroupID {
        guard let known = state.core.catalog.product(ProductID(rawValue: product)) else {
            throw SimulatedStore.TestSessionIssue.unknownProduct
        }
        guard let terms = known.subscription else { throw SimulatedStore.TestSessionIssue.wrongProductType }
        guard state.ledger.latest(of: known.id) != nil else { throw SimulatedStore.TestSessionIssue.noSubscription }
        return terms.group
    }
}
