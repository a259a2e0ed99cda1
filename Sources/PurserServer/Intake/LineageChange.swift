// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// One purchase's life before and after new facts.
struct LineageChange: Sendable {
    var key: LineageKey
    var before: SubscriptionHistory
    var after: SubscriptionHistory
    /// Whose the purchase was.
    var ownershipBefore: Ownership
    /// All that is known of the purchase, its claims included.
    var account: CustomerAccount
    /// The facts that are new.
    var newFacts: [Fact]
    /// The transactions of which something new is known.
    private(set) var changedTransactions: [TransactionRecord] = []
    /// What Apple's documents said: it signs what it shows anew each time.
    private var heard: HeardDocuments
    /// What they had said before.
    private let heardBefore: HeardDocuments

    init(key: LineageKey, known: [Fact], policy: CommercePolicy) {
        self.key = key
        account = CustomerAccount(customer: "", catalogs: [], facts: known, policy: policy)
        before = account.history(of: key) ?? SubscriptionHistory(lineage: key.lineage, policy: policy)
        after = before
        ownershipBefore = account.ownership(of: key)
        newFacts = []
        heard = HeardDocuments(known)
        heardBefore = heard
    }

    /// Whether a document is no fact of its own.
    ///
    /// It says what another said at the same instant, in other bytes; or Apple was asked, and it says what is known.
    /// What an app or Apple tells unasked is kept even so: something that was said in between may still be on its way.
    func hasHeard(_ fact: Fact, isPolled: Bool) -> Bool {
        isPolled ? heard.newestIs(fact) : heard.contains(fact)
    }

    var scope: AppScope { key.scope }
    var lineage: OriginalTransactionID { key.lineage }

    mutating func add(_ fact: Fact) {
        newFacts.append(fact)
        heard.add(fact)
        account.add(fact)
        after.add(fact)
        // Neither says anything of a transaction.
        switch fact.content {
        case .notification, .renewalInfo: break
        case .transaction(let transaction): noteChange(of: transaction.id)
        default: changedTransactions = after.transactions.filter(isNews)
        }
    }

    private mutating func noteChange(of id: TransactionID) {
        let others = changedTransactions.contains { $0.transaction.id != id }
        guard !others else {
            changedTransactions = after.transactions.filter(isNews)
            return
        }
        changedTransactions = after.record(of: id).map { isNews($0) ? [$0] : [] } ?? []
    }

    private func isNews(_ record: TransactionRecord) -> Bool {
        let transaction = record.transaction
        return earlier(transaction.id) != transaction
    }

    /// Whether anything became known that was not: Apple's signing the same again is no news.
    var hasNews: Bool {
        !changedTransactions.isEmpty || newFacts.contains { $0.kind != .transaction && !heardBefore.newestIs($0) }
    }

    func earlier(_ id: TransactionID) -> Transaction? {
        before.record(of: id)?.transaction
    }

    /// What the new facts say of transactions, as they say it.
    var newTransactions: [Transaction] {
        newFacts.flatMap { fact in
            switch fact.content {
            case .transaction(let transaction): [transaction]
            case .receiptAnswer(let answer): answer.transactions
            default: [] as [Transaction]
            }
        }
    }

    /// The notifications among the new facts.
    var newNotifications: [(fact: Fact, notification: ServerNotification)] {
        newFacts.compactMap { fact in
            guard case .notification(let notification) = fact.content else { return nil }
            return (fact, notification)
        }
    }
}
