// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a purchase's older facts come to: all that a decision needs of them.
///
/// Adding the newer facts gives exactly what adding all facts gives, because the order of additions does not matter. The
/// 520th renewal of a subscription therefore reads this value and a few facts, not a thousand facts.
///
/// It does not keep the statements that later ones replaced. Whoever must know them, because a document may repeat one,
/// reads all facts: ``LineageChange/needsEveryFact(for:isPolled:)``.
package struct FoldedFacts: Hashable, Sendable {
    /// The purchase.
    package let key: LineageKey

    /// The place of the newest fact that it covers.
    ///
    /// It covers every fact of the purchase up to this place, except notifications, which say nothing about the history.
    package let lastOrder: FactOrder

    /// How many facts it covers.
    package let count: Int

    /// The transactions in the order of purchase.
    package let transactions: [TransactionRecord]

    /// What was said about the next period, in the order of saying.
    package let renewalRecords: [RenewalRecord]

    /// The commands about the purchase, such as claims, in their order.
    package let commands: [Fact]

    /// Restores folded facts from their parts.
    package init(
        key: LineageKey,
        lastOrder: FactOrder,
        count: Int,
        transactions: [TransactionRecord],
        renewalRecords: [RenewalRecord],
        commands: [Fact]
    ) {
        self.key = key
        self.lastOrder = lastOrder
        self.count = count
        self.transactions = transactions
        self.renewalRecords = renewalRecords
        self.commands = commands
    }
}

extension FoldedFacts {
    /// The number of commands above which a purchase's facts are not folded, because each intake would read them all.
    package static let maximumCommands = 64

    /// Folds a purchase's facts; `nil` when there are none, or when decisions need them one by one.
    ///
    /// - Parameters:
    ///   - key: The purchase.
    ///   - earlier: What its oldest facts came to already.
    ///   - facts: All facts that follow those, up to some place, in their order, without notifications.
    package init?(_ key: LineageKey, after earlier: FoldedFacts?, adding facts: some BidirectionalCollection<Fact>) {
        guard let last = facts.last else { return nil }
        var history = SubscriptionHistory(lineage: key.lineage)
        var commands = earlier?.commands ?? []
        earlier?.add(to: &history)
        for fact in facts {
            switch fact.content {
            case .transaction, .renewalInfo, .receiptAnswer: history.add(fact)
            case .command: commands.append(fact)
            // A decision reads the statements themselves.
            case .storeStatement: return nil
            // Says nothing about the history.
            case .notification, .appTransaction, .legacyNotification, .reportRow, .unknown: break
            }
        }
        guard commands.count <= Self.maximumCommands else { return nil }
        self.init(
            key: key,
            lastOrder: last.order,
            count: (earlier?.count ?? 0) + facts.count,
            transactions: history.transactions,
            renewalRecords: history.renewalRecords,
            commands: commands
        )
    }

    /// Adds these facts to a history of the purchase: the same as adding each of them.
    package func add(to history: inout SubscriptionHistory) {
        guard key.lineage == history.lineage else { return }
        history.add(transactions, renewalRecords)
    }
}
