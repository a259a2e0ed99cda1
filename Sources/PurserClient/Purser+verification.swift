// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Why a transaction is looked at.
enum VerificationTrigger: Hashable, Sendable {
    /// It was just paid.
    case live(OpenOrder?)

    /// It pays an order that an earlier run made.
    case lost(OpenOrder)

    /// It renewed a subscription: it pays no order.
    case renewal

    /// It began outside the app, or on another device.
    case outside

    /// It was refunded.
    case revoked

    /// A customer restores: whoever was signed in when it began.
    case restore(String?)

    /// An earlier run kept it.
    case stored

    var order: OpenOrder? {
        switch self {
        case .live(let order): order
        case .lost(let order): order
        default: nil
        }
    }

    var isRestore: Bool {
        if case .restore = self { return true }
        return false
    }

    var isStored: Bool {
        if case .live = self { return false }
        return true
    }
}

/// The result of a transaction.
enum VerificationOutcome: Hashable, Sendable {
    /// It was confirmed and finished.
    case done(Purchase)

    /// It is finished, and nothing is owed for it.
    case over(PurserError)

    /// It is not confirmed, so it is not finished; it is looked at again.
    case open(PurserError)
}

extension Purser {
    /// Keeps a transaction, has it verified and finishes it; a transaction that is in progress is waited for.
    func verify(
        _ transaction: StoreTransaction,
        _ occasion: VerificationTrigger,
        retriesOnFailure: Bool = true,
        _ progress: @escaping @Sendable (PurchaseProgress) -> Void = { _ in }
    ) async -> VerificationOutcome {
        if let running = verifying[transaction.id] { return await running.value }
        let task = Task {
            let result = await self.verify(transaction, occasion, retriesOnFailure, progress)
            self.verifying[transaction.id] = nil
            return result
        }
        verifying[transaction.id] = task
        return await task.value
    }

    private func verify(
        _ transaction: StoreTransaction,
        _ occasion: VerificationTrigger,
        _ retriesOnFailure: Bool,
        _ progress: @escaping @Sendable (PurchaseProgress) -> Void
    ) async -> VerificationOutcome {
        // Whoever paid outside the app without an account is a customer, too; a renewal is its subscription's.
        if identities != nil, occasion != .renewal, occasion != .revoked { _ = await identify() }
        var record = await record(of: transaction, occasion)
        if record.isConfirmed, !occasion.isRestore, occasion != .revoked { return await finish(record) }
        await save(record)
        guard server != nil || configuration.verifier != nil else { return await deliverOnDevice(transaction, &record) }
        let verification = VerificationStrategy(
            occasion: occasion,
            renewalInfo: await store.renewalInfo(of: transaction),
            revoked: transaction.revoked,
            retriesOnFailure: retriesOnFailure,
            progress: progress
        )
        switch await verify(&record, verification) {
        case .success(.accepted): return await deliverAccepted(transaction, &record)
        case .success(.purchase(let answer)):
            guard answer.state != "unclaimed" else {
                // No one is known for it: it stays until somebody signs in.
                return .open(error(.notSignedIn))
            }
            await cache(answer)
            record.order = answer.order?.id ?? record.order
            record.customer = answer.customer ?? record.customer
            return await confirm(&record)
        case .failure(let failure) where failure.problem == "transaction-revoked":
            // The server knows that the money went back: nothing is owed.
            _ = await confirm(&record)
            return .over(error(.revoked))
        case .failure(let failure):
            return .open(failure)
        }
    }

    /// What is kept of a transaction, with what an earlier run knew.
    private func record(of transaction: StoreTransaction, _ occasion: VerificationTrigger) async -> PendingPurchase {
        var known: PendingPurchase?
        do { known = try await vault.pending(transaction.id) } catch {
            emit(.notStored) { ($0.transaction, $0.text) = (transaction.id, "\(error)") }
        }
        // The store may answer a payment with what the customer has already: that paid another order, or none.
        let paid = occasion.order.flatMap { $0.isPaid(by: transaction) ? $0 : nil }
        var record = PendingPurchase(
            transaction: transaction.id,
            originalTransaction: transaction.originalID,
            product: transaction.product,
            quantity: transaction.quantity,
            order: paid?.id ?? known?.order,
            reference: paid?.reference ?? known?.reference,
            customer: occasion.order?.customer ?? known?.customer,
            environment: transaction.environment ?? known?.environment ?? "",
            date: transaction.date,
            isRenewal: occasion == .renewal || (known?.isRenewal ?? false),
            proof: transaction.proof
        )
        record.failures = known?.failures ?? 0
        record.lastError = known?.lastError
        record.isConfirmed = known?.isConfirmed ?? false
        record.isRestore = occasion.isRestore
        switch occasion {
        // A renewal is its subscription's; whose that is, the server knows.
        case .renewal, .revoked: break
        case .restore(let restorer): record.customer = restorer
        default: record.customer = record.customer ?? customer
        }
        return record
    }

    func save(_ record: PendingPurchase) async {
        do {
            try await vault.save(record)
            if record.failures == 0, !record.isConfirmed { emit(.stored, record) }
        } catch {
            // The transaction stays unfinished in the store, which gives it again at the next launch.
            emit(.notStored, record) { $0.text = "\(error)" }
        }
    }

    /// The server confirmed it: noted first, then finished, then forgotten.
    func confirm(_ record: inout PendingPurchase) async -> VerificationOutcome {
        record.isConfirmed = true
        emit(.verified, record)
        await save(record)
        return await finish(record)
    }

    private func finish(_ record: PendingPurchase) async -> VerificationOutcome {
        // Known as settled before the store is notified: a finished consumable is in no receipt that is read from here on.
        isIdle.insert(record.transaction)
        await store.finish(record.transaction)
        do {
            try await vault.remove(record)
            if let order = record.order { try await vault.remove(order: order) }
        } catch {
            emit(.notStored, record) { $0.text = "\(error)" }
        }
        // Whoever reads what is kept because of this event no longer finds it.
        emit(.finished, record)
        if let server, let order = record.order, !record.isRenewal {
            let customer = record.customer
            later {
                // The server delivered already; that the app knows is only noted.
                try? await server.finished(order: order, customer: customer)
            }
        }
        return .done(
            Purchase(
                transaction: record.transaction,
                product: record.product,
                quantity: record.quantity,
                order: record.order,
                customer: record.customer,
                date: record.date,
                isRenewal: record.isRenewal
            )
        )
    }

    /// Without a server: the store's own verification on this device decides, and the app delivers.
    private func deliverOnDevice(
        _ transaction: StoreTransaction,
        _ record: inout PendingPurchase
    ) async -> VerificationOutcome {
        guard transaction.isVerified == true else { return .open(error(.verificationRefused)) }
        return await deliverAccepted(transaction, &record)
    }

    /// Lets the app deliver what was verified without a Purser server, and finishes it.
    private func deliverAccepted(
        _ transaction: StoreTransaction,
        _ record: inout PendingPurchase
    ) async -> VerificationOutcome {
        if let revoked = transaction.revoked {
            emit(.revoked, record) { $0.text = "refunded on \(revoked)" }
        } else if let deliver = configuration.deliver {
            do {
                try await deliver(
                    OnDeviceDelivery(
                        transaction: record.transaction,
                        product: record.product,
                        quantity: record.quantity,
                        isRenewal: record.isRenewal
                    )
                )
            } catch {
                emit(.verificationFailed, record) { $0.text = "the app could not deliver: \(error)" }
                return .open(self.error(.verificationFailed))
            }
        }
        let payout = await confirm(&record)
        await refreshEntitlements()
        return payout
    }
}
