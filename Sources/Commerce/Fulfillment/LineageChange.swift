// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// One purchase's transaction history before and after new facts.
package struct LineageChange: Sendable {
    package var key: LineageKey
    package private(set) var before: SubscriptionHistory
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
    /// What the oldest facts come to, which are not among the known ones.
    private let folded: FoldedFacts?

    /// Begins with what is known of a purchase.
    ///
    /// - Parameters:
    ///   - key: The purchase.
    ///   - folded: What its oldest facts come to; `nil` when all are among the known ones.
    ///   - known: Its other facts.
    ///   - policy: The policy in force.
    package init(key: LineageKey, folded: FoldedFacts? = nil, known: [Fact], policy: CommercePolicy) {
        self.key = key
        self.folded = folded
        account = CustomerAccount(customer: "", catalogs: [], policy: policy)
        if let folded { account.add(folded) }
        for fact in known.inOrder { account.add(fact) }
        before = account.history(of: key) ?? SubscriptionHistory(lineage: key.lineage, policy: policy)
        ownershipBefore = account.ownership(of: key)
        membersBefore = account.seatMembers(of: key)
        newFacts = []
        documents = KnownDocuments(known)
        previouslyKnown = documents
    }

    /// The history with the new facts.
    package var after: SubscriptionHistory {
        account.history(of: key) ?? SubscriptionHistory(lineage: key.lineage, policy: before.policy)
    }

    /// Whether a new fact may repeat one that was folded: then it takes all facts to tell.
    ///
    /// - Parameters:
    ///   - fact: The new fact.
    ///   - isPolled: Whether Apple was asked, so that what it says is compared with the newest statement.
    /// - Returns: Whether the change must begin with all facts instead of the folded ones.
    package func needsEveryFact(for fact: Fact, isPolled: Bool) -> Bool {
        guard let folded else { return false }
        // What sorts among the folded facts is not later than the last of them.
        if fact.order.milliseconds <= folded.lastOrder.milliseconds { return true }
        if case .transaction(let transaction) = fact.content {
            // What an app or Apple tells unasked is compared with what was said at the same instant alone.
            guard isPolled, earlier(transaction.id) != nil else { return false }
        }
        return !documents.hasStatement(aboutSubjectOf: fact)
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
