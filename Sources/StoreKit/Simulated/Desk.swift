// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// The state of a simulated store while one thing is done with it.
struct Desk {
    var state: SimulatedStore.State
    let customer: CustomerID
    let documents: DocumentMint
    let device: UUID

    /// What the app knows already and is not told again while a purchase in the past lets it happen a second time.
    var told: Set<TransactionID> = []

    /// Lets everything happen that is due.
    mutating func catchUp(to wall: Date) {
        let effects = state.core.advance(to: wall.addingTimeInterval(state.offset))
        record(effects)
    }

    /// Gives the core a command and keeps what came of it.
    ///
    /// What the app asked for itself, it is told as the answer and not as news.
    @discardableResult
    mutating func give(_ command: Command, isOwn: Bool = false, attempt: UUID? = nil) throws -> Outcome.Answer {
        let outcome = try state.core.perform(command)
        // A later purchase in the past would undo it.
        if !command.outlivesThePast { state.past = nil }
        record(outcome.effects, isOwn: isOwn, attempt: attempt)
        return outcome.answer
    }

    /// Brings the core's settings in line with the switches.
    mutating func configure() throws {
        var settings = state.core.settings[.xcode]
        settings.rate = state.switches.rate
        settings.grace = state.switches.hasGracePeriod ? GracePeriod() : nil
        try give(.configure(.xcode, settings))
        try give(.changeCustomer(customer, .asksToBuy(state.switches.asksToBuy)))
        try give(.changeCustomer(customer, .interruptsPurchases(state.switches.interruptsPurchases)))
        try give(.changeCustomer(customer, .payment(state.switches.failsRenewals ? .fails : .works)))
    }

    private mutating func record(_ effects: Effects, isOwn: Bool = false, attempt: UUID? = nil) {
        if effects.clearedHistories.contains(customer) { state.ledger = Ledger() }
        for change in effects.transactions where change.customer == Relative.id {
            state.relative?.purchases[change.transaction.productId] = change.transaction.transactionId
        }
        for change in effects.transactions where change.customer == customer {
            let old = state.ledger.record(change.transaction)
            guard let cause = cause(of: change.transaction, old: old, attempt: attempt) else { continue }
            if old == nil, isOwn || told.contains(change.transaction.transactionId) { continue }
            if let stored = stored(change.transaction) { state.news.append(.transaction(stored, cause)) }
        }
        for change in effects.renewalInfos where change.customer == customer {
            state.ledger.record(change)
            guard let status = status(of: change.renewalInfo.originalTransactionId) else { continue }
            state.news.append(.status(status))
            if let reason = message(about: change) { state.news.append(.message(reason.rawValue)) }
        }
        for id in effects.finished { state.ledger.finished.insert(id) }
    }

    /// Why the app is told of a transaction; nil when nothing changed that it is told of.
    private func cause(
        of transaction: TransactionPayload,
        old: TransactionPayload?,
        attempt: UUID?
    ) -> StoreEvent.Cause? {
        guard let old else {
            if let attempt { return .completed(attempt) }
            return transaction.transactionReason == .renewal ? .renewal : .purchase
        }
        let isTakenBack = old.revocationDate != transaction.revocationDate
        return isTakenBack || old.isUpgraded != transaction.isUpgraded ? .change : nil
    }

    /// What the store would like to show to the customer about a subscription.
    private func message(about change: Effects.RenewalInfoChange) -> Message.Reason? {
        if change.renewalInfo.priceIncreaseStatus?.rawValue == 0 { return .priceIncreaseConsent }
        return change.status == .billingRetry || change.status == .billingGracePeriod ? .billingIssue : nil
    }

    /// A transaction with its signature.
    func stored(_ transaction: TransactionPayload) -> StoredTransaction? {
        guard let document = signed(transaction) else { return nil }
        let isFinished = state.ledger.finished.contains(transaction.transactionId)
        return StoredTransaction(document: document, isFinished: isFinished)
    }

    /// Where a subscription stands, with its documents.
    func status(of lineage: OriginalTransactionID) -> StoredStatus? {
        guard let renewal = state.ledger.renewals[lineage],
            let transaction = state.ledger.latest(of: lineage),
            let renewalInfo = signed(renewal.renewalInfo),
            let document = signed(transaction)
        else { return nil }
        return StoredStatus(
            groupID: renewal.group.rawValue,
            state: renewal.status.rawValue,
            transaction: document,
            renewalInfo: renewalInfo
        )
    }

    /// A document with its signature; nil when it could not be signed, which is written to standard error.
    private func signed(_ document: some SignedDocument & Hashable) -> String? {
        do {
            return try documents.sign(document, device: device)
        } catch {
            StoreLog.warn("a document could not be signed: \(error)")
            return nil
        }
    }
}
