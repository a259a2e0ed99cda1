// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// The state of a simulated store while one thing is done with it.
struct StoreMutation {
    var state: SimulatedStore.State
    let customer: CustomerID
    let documents: TestDocumentSigner
    let device: UUID

    /// What the app knows already and is not sent again while a purchase in the past lets it happen a second time.
    var updates: Set<TransactionID> = []

    /// Lets everything happen that is due.
    mutating func catchUp(to wall: Date) {
        let effects = state.core.advance(to: wall.addingTimeInterval(state.offset))
        record(effects)
    }

    /// Gives the core a command and keeps the result.
    ///
    /// What the app asked for itself comes as the answer and not as an update.
    @discardableResult
    mutating func grant(_ command: Command, isOwn: Bool = false, attempt: UUID? = nil) throws -> Outcome.Answer {
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
        settings.renewalTiming.pauseMilliseconds = Int((state.switches.renewalPause * 1000).rounded())
        settings.grace = state.switches.hasGracePeriod ? GracePeriod() : nil
        try grant(.configure(.xcode, settings))
        try grant(.changeCustomer(customer, .asksToBuy(state.switches.asksToBuy)))
        try grant(.changeCustomer(customer, .interruptsPurchases(state.switches.interruptsPurchases)))
        try grant(.changeCustomer(customer, .payment(state.switches.failsRenewals ? .fails : .works)))
    }

    private mutating func record(_ effects: Effects, isOwn: Bool = false, attempt: UUID? = nil) {
        if effects.clearedHistories.contains(customer) { state.ledger = PurchaseHistory() }
        for change in effects.transactions where change.customer == FamilyMember.id {
            state.relative?.purchases[change.transaction.productId] = change.transaction.transactionId
        }
        for change in effects.transactions where change.customer == customer {
            let old = state.ledger.record(change.transaction)
            guard let cause = cause(of: change.transaction, old: old, attempt: attempt) else { continue }
            if old == nil, isOwn || updates.contains(change.transaction.transactionId) { continue }
            if let stored = stored(change.transaction) { state.updates.append(.transaction(stored, cause)) }
        }
        for change in effects.renewalInfos where change.customer == customer {
            let isKnown = isKnown(change, effects)
            state.ledger.record(change)
            guard !isKnown, let status = status(of: change.renewalInfo.originalTransactionId) else { continue }
            state.updates.append(.status(status))
            if let reason = message(about: change) { state.updates.append(.message(reason.rawValue)) }
        }
        for id in effects.finished { state.ledger.finished.insert(id) }
    }

    /// Whether a subscription's status says what the app knows already: only the instant of its signature is another one.
    private func isKnown(_ change: Effects.RenewalInfoChange, _ effects: Effects) -> Bool {
        let lineage = change.renewalInfo.originalTransactionId
        guard var known = state.ledger.renewals[lineage] else { return false }
        known.renewalInfo.signedDate = change.renewalInfo.signedDate
        let latest = state.ledger.latest(of: lineage)?.transactionId
        return known == change && !effects.transactions.contains { $0.transaction.transactionId == latest }
    }

    /// Why the app is notified of a transaction; nil when nothing changed that it learns of.
    private func cause(
        of transaction: TransactionPayload,
        old: TransactionPayload?,
        attempt: UUID?
    ) -> StoreEvent.Cause? {
        guard let old else {
            if let attempt { return .completed(attempt) }
            return transaction.transactionReason == .renewal ? .renewal : .purchase
        }
        let isRevoked = old.revocationDate != transaction.revocationDate
        return isRevoked || old.isUpgraded != transaction.isUpgraded ? .change : nil
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
        // A renewal that pauses has not come yet.
        let hasLapsed = renewal.status == .active && transaction.expiresDate.map { $0 <= state.core.now } ?? false
        return StoredStatus(
            groupID: renewal.group.rawValue,
            state: (hasLapsed ? .expired : renewal.status).rawValue,
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
