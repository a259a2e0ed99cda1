// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// One purchase's transaction history before and after new facts.
package struct LineageChange: Sendable {
    package var key: LineageKey
    package var before: SubscriptionHistory
    package var after: SubscriptionHistory
    /// Whose the purchase was.
    package var ownershipBefore: Ownership
    /// The customers who had a seat of it.
    package private(set) var membersBefore: Set<CustomerID>
    /// All that is known of the purchase, its claims included.
    package var account: CustomerAccount
    /// The facts that are new.
    package var newFacts: [Fact]
    /// The transactions of which something new is known.
    package private(set) var changedTransactions: [TransactionRecord] = []
    /// What Apple's documents said: it signs what it shows again each time.
    private var documents: KnownDocuments
    /// What they had said before.
    private var previouslyKnown: KnownDocuments

    package init(key: LineageKey, known: [Fact], policy: CommercePolicy) {
        self.key = key
        account = CustomerAccount(customer: "", catalogs: [], facts: known, policy: policy)
        before = account.history(of: key) ?? SubscriptionHistory(lineage: key.lineage, policy: policy)
        after = before
        ownershipBefore = account.ownership(of: key)
        membersBefore = account.seatMembers(of: key)
        newFacts = []
        documents = KnownDocuments(known)
        previouslyKnown = documents
    }

    /// Whether a document is not a fact of its own.
    ///
    /// It says what another said at the same instant, in other bytes; or Apple was asked, and it says what is known.
    /// What an app or Apple tells unasked is kept even so: something that was said in between may still be on its way.
    package func isKnown(_ fact: Fact, isPolled: Bool) -> Bool {
        isPolled ? documents.isLatest(fact) : documents.contains(fact)
    }

    /// The purchase's seats at the instant now, by all that was recorded.
    package func seatRoster(asOf now: Date) -> SeatRoster {
        var account = account
        account.present = now
        return account.seatRoster(of: key, asOf: now)
    }

    package var scope: AppScope { key.scope }
    package var lineage: OriginalTransactionID { key.lineage }

    package mutating func add(_ fact: Fact) {
        newFacts.append(fact)
        documents.add(fact)
        account.add(fact)
        after.add(fact)
        // Neither says anything of a transaction.
        switch fact.content {
        case .notification, .renewalInfo: break
        case .transaction(let transaction): recordChange(of: transaction.id)
        default: changedTransactions = after.transactions.filter(isNew)
        }
    }

    /// Counts what was new as known, together with commands that were recorded about the purchase.
    package mutating func advance(adding commands: [Fact]) {
        for fact in commands { account.add(fact) }
        before = after
        ownershipBefore = account.ownership(of: key)
        membersBefore = account.seatMembers(of: key)
        newFacts = []
        changedTransactions = []
        previouslyKnown = documents
    }

    private mutating func recordChange(of id: TransactionID) {
        let others = changedTransactions.contains { $0.transaction.id != id }
        guard !others else {
            changedTransactions = after.transactions.filter(isNew)
            return
        }
        changedTransactions = after.record(of: id).map { isNew($0) ? [$0] : [] } ?? []
    }

    private func isNew(_ record: TransactionRecord) -> Bool {
        let transaction = record.transaction
        return earlier(transaction.id) != transaction
    }

    /// Whether anything became known that was not: Apple's signing the same again is not new.
    package var containsNewInformation: Bool {
        !changedTransactions.isEmpty || newFacts.contains { $0.kind != .transaction && !previouslyKnown.isLatest($0) }
    }

    package func earlier(_ id: TransactionID) -> Transaction? {
        before.record(of: id)?.transaction
    }

    /// What the new facts say of transactions, as they say it.
    package var newTransactions: [Transaction] {
        newFacts.flatMap { fact in
            switch fact.content {
            case .transaction(let transaction): [transaction]
            case .receiptAnswer(let answer): answer.transactions
            case .storeStatement(let statement): [statement.transaction(statedOn: fact.order.instant)]
            default: [] as [Transaction]
            }
        }
    }

    /// The notifications among the new facts.
    package var newNotifications: [(fact: Fact, notification: ServerNotification)] {
        newFacts.compactMap { fact in
            guard case .notification(let notification) = fact.content else { return nil }
            return (fact, notification)
        }
    }

    /// The team's statements among the new facts.
    package var newStatements: [(statement: StoreStatement, date: Date)] { newFacts.compactMap(\.statement) }

    /// The team's statements that were known before.
    var knownStatements: [(statement: StoreStatement, date: Date)] { previouslyKnown.facts.compactMap(\.statement) }
}

extension Fact {
    /// The team's statement about a purchase in another store, with when it was stated.
    fileprivate var statement: (statement: StoreStatement, date: Date)? {
        guard case .storeStatement(let statement) = content else { return nil }
        return (statement, order.instant)
    }
}
