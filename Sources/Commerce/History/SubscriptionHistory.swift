// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The life of one purchase: a fold of the facts of its lineage.
///
/// Facts may be added in any order and any number of times; the history is the same. Adding the newest fact takes
/// constant time, a late one may move what came after it. One-time purchases have a life too: they are refunded, given
/// back, and restored.
public struct SubscriptionHistory: Hashable, Sendable {
    /// The purchase.
    public let lineage: OriginalTransactionID

    /// What the team decides where Apple's rules leave a choice.
    public let policy: CommercePolicy

    /// The transactions in the order of purchase.
    private(set) var entries: [Entry] = []

    /// What was said about the next period, in the order of saying.
    public private(set) var renewalRecords: [RenewalRecord] = []

    private var startDates: [TransactionID: Date] = [:]

    /// One transaction, with what is looked at often at hand.
    struct Entry: Hashable, Sendable {
        var record: TransactionRecord
        let id: TransactionID

        /// When its period begins: when it was bought, but for one that was shared after its end, while in grace.
        let startDate: Date
        let purchaseDate: Date
        let expirationDate: Date?
        let isUpgraded: Bool
        let isRevoked: Bool

        /// Whether its period has several transactions, so that it may have added seats to another one's period.
        let mayAddSeats: Bool

        init(_ record: TransactionRecord) {
            // A transaction is large: where a statement counts alone, it is not copied.
            if record.isNewestWhole {
                self.init(record, record.newest.transaction)
            } else {
                self.init(record, record.transaction)
            }
        }

        private init(_ record: TransactionRecord, _ transaction: Transaction) {
            self.record = record
            id = transaction.id
            purchaseDate = transaction.purchaseDate
            expirationDate = transaction.expirationDate
            startDate = min(purchaseDate, expirationDate ?? purchaseDate)
            isUpgraded = transaction.isUpgraded
            isRevoked = transaction.revocation != nil
            mayAddSeats =
                transaction.additionalTransactionReason == .seatAddition && transaction.reason != .renewal
                && transaction.expirationDate != nil
        }

        /// What is known of it.
        var transaction: Transaction { record.transaction }

        /// Whether this one was bought before another; transactions of one instant go by their numbers.
        func precedes(_ date: Date, _ id: TransactionID) -> Bool {
            startDate == date ? self.id.isNumbered(before: id) : startDate < date
        }
    }

    /// Begins an empty history.
    public init(lineage: OriginalTransactionID, policy: CommercePolicy = .standard) {
        self.lineage = lineage
        self.policy = policy
    }

    /// Makes the history of some facts; those of other lineages are passed over.
    public init(
        lineage: OriginalTransactionID,
        facts: some Sequence<Fact>,
        policy: CommercePolicy = .standard
    ) {
        self.init(lineage: lineage, policy: policy)
        for fact in facts.inOrder { add(fact) }
    }

    /// Adds a fact; one that says nothing about this purchase changes nothing.
    public mutating func add(_ fact: Fact) {
        guard fact.lineage == lineage, fact.order.rank > .reported else { return }
        let evidence = Evidence(fact)
        switch fact.content {
        case .transaction(let transaction): add(transaction, evidence)
        case .renewalInfo(let info): add(info, evidence)
        case .receiptAnswer(let answer):
            for transaction in answer.transactions { add(transaction, evidence) }
            if let info = answer.renewalInfo { add(info, evidence) }
        case .storeStatement(let statement):
            add(statement.transaction(statedOn: evidence.instant), evidence)
            if let info = statement.renewalInfo { add(info, evidence) }
        case .notification, .appTransaction, .legacyNotification, .reportRow, .command, .unknown: break
        }
    }

    /// Adds all that other records say: the same as adding the facts behind them.
    ///
    /// - Parameters:
    ///   - transactions: The transactions, in the order of purchase.
    ///   - renewals: What was said about the next period, in the order of saying.
    mutating func add(_ transactions: [TransactionRecord], _ renewals: [RenewalRecord]) {
        guard !isEmpty else {
            entries = transactions.map(Entry.init)
            renewalRecords = renewals
            startDates.reserveCapacity(entries.count)
            for entry in entries { startDates[entry.id] = entry.startDate }
            return
        }
        for record in transactions { add(record) }
        for record in renewals { add(record) }
    }

    /// The same facts under another policy.
    public func under(_ policy: CommercePolicy) -> SubscriptionHistory {
        var other = SubscriptionHistory(lineage: lineage, policy: policy)
        other.entries = entries
        other.renewalRecords = renewalRecords
        other.startDates = startDates
        return other
    }

    /// All that is known of one transaction, or nothing when no fact reported it.
    public func record(of id: TransactionID) -> TransactionRecord? {
        place(of: id).map { entries[$0].record }
    }

    /// The transaction that was bought last.
    public var latestTransaction: TransactionRecord? { entries.last?.record }

    /// The UUIDs that the app gave with the purchases, each once, in the order of purchase.
    public var appAccountTokens: [AppAccountToken] {
        var tokens: [AppAccountToken] = []
        for entry in entries {
            // Every period usually carries the token of the first purchase.
            if let token = entry.record.appAccountToken, !tokens.contains(token) { tokens.append(token) }
        }
        return tokens
    }

    /// The UUIDs that the app gave with purchases that are not renewals, each with when it was last paid with, the
    /// newest first.
    ///
    /// Receipts do not distinguish renewals from purchases, and every renewal carries the token of the first purchase:
    /// what only receipts contain was paid with a token when that was first seen.
    public var paymentTokens: [(token: AppAccountToken, purchaseDate: Date)] {
        var firstDates: [AppAccountToken: Date] = [:]
        var payments: [(token: AppAccountToken, purchaseDate: Date)] = []
        for entry in entries {
            guard let token = entry.record.appAccountToken else { continue }
            let firstDate = firstDates[token] ?? entry.purchaseDate
            firstDates[token] = firstDate
            let reason = entry.transaction.reason
            let known = payments.firstIndex { $0.token == token }
            guard reason != .renewal, reason == .purchase || known == nil else { continue }
            if let known { payments.remove(at: known) }
            payments.append((token, reason == .purchase ? entry.purchaseDate : firstDate))
        }
        // Of two of one instant the later transaction comes first.
        return payments.reversed().sorted { $0.purchaseDate > $1.purchaseDate }
    }

    /// Whether no fact has told anything yet.
    public var isEmpty: Bool { entries.isEmpty && renewalRecords.isEmpty }

    private mutating func add(_ transaction: Transaction, _ evidence: Evidence) {
        add(TransactionRecord(transaction, evidence: evidence))
    }

    private mutating func add(_ new: TransactionRecord) {
        let id = new.newest.transaction.id
        guard let date = startDates[id] else {
            insert(Entry(new))
            return
        }
        let place = firstPlace(notBefore: date, id)
        var record = entries[place].record
        guard record.add(new) else { return }
        let entry = Entry(record)
        if entry.startDate == date {
            entries[place] = entry
        } else {
            entries.remove(at: place)
            insert(entry)
        }
    }

    private mutating func insert(_ entry: Entry) {
        let (date, id) = (entry.startDate, entry.id)
        startDates[id] = date
        if let last = entries.last, !last.precedes(date, id) {
            entries.insert(entry, at: firstPlace(notBefore: date, id))
        } else {
            entries.append(entry)
        }
    }

    private mutating func add(_ info: RenewalInfo, _ evidence: Evidence) {
        add(RenewalRecord(info: info, evidence: evidence))
    }

    private mutating func add(_ record: RenewalRecord) {
        let evidence = record.evidence
        guard let last = renewalRecords.last, last.evidence.order >= evidence.order else {
            renewalRecords.append(record)
            return
        }
        let place = renewalRecords.firstPlace { $0.evidence.order >= evidence.order }
        if renewalRecords[place].evidence.order != evidence.order { renewalRecords.insert(record, at: place) }
    }

    /// Where a transaction stands among the entries.
    func place(of id: TransactionID) -> Int? {
        startDates[id].map { firstPlace(notBefore: $0, id) }
    }

    /// Whether one transaction was bought before another; `false` unless both are known.
    func isBought(_ id: TransactionID, before other: TransactionID) -> Bool {
        guard let place = place(of: id), let otherPlace = self.place(of: other) else { return false }
        return place < otherPlace
    }

    private func firstPlace(notBefore date: Date, _ id: TransactionID) -> Int {
        if let last = entries.last, last.id == id { return entries.count - 1 }
        return entries.firstPlace { !$0.precedes(date, id) }
    }
}

extension TransactionID {
    /// Whether Apple gave this number before another one: numbers grow.
    func isNumbered(before other: TransactionID) -> Bool {
        let (left, right) = (rawValue, other.rawValue)
        return left.utf8.count == right.utf8.count ? left < right : left.utf8.count < right.utf8.count
    }
}
