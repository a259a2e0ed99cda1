// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The whole history in memory, for tests and for StoreKit testing; a server keeps it on disk instead.
public struct SimulatorHistory: Sendable, Codable {
    /// The notifications in the order in which they were made.
    public private(set) var notifications: [NotificationEffect] = []

    /// Who may use what, at any instant.
    public private(set) var access = AccessHistory()

    private var transactions: [TransactionID: TransactionPayload] = [:]
    private var order: [CustomerID: [TransactionID]] = [:]
    private var owners: [TransactionID: CustomerID] = [:]
    private var renewalInfos: [CustomerID: [Effects.RenewalInfoChange]] = [:]
    private var finishedTransactions: Set<TransactionID> = []
    private var hiddenUntil: [CustomerID: Date] = [:]

    /// Makes an empty history.
    public init() {}

    /// Takes in what a command or an event changed.
    public mutating func record(_ effects: Effects) {
        for customer in effects.clearedHistories { clear(customer) }
        for change in effects.transactions {
            let id = change.transaction.transactionId
            if transactions.updateValue(change.transaction, forKey: id) == nil {
                order[change.customer, default: []].append(id)
                owners[id] = change.customer
            }
        }
        for change in effects.renewalInfos {
            let id = change.renewalInfo.originalTransactionId
            var infos = renewalInfos[change.customer] ?? []
            infos.removeAll { $0.renewalInfo.originalTransactionId == id }
            renewalInfos[change.customer] = infos + [change]
        }
        for hidden in effects.hiddenHistories { hiddenUntil[hidden.customer] = hidden.until }
        finishedTransactions.formUnion(effects.finished)
        notifications += effects.notifications
        access.record(effects)
    }

    private mutating func clear(_ customer: CustomerID) {
        for id in order[customer] ?? [] {
            transactions[id] = nil
            owners[id] = nil
            finishedTransactions.remove(id)
        }
        order[customer] = nil
        renewalInfos[customer] = nil
    }
}

extension SimulatorHistory {
    /// A customer's transactions as they are now, in the order in which they were made.
    public func transactions(of customer: CustomerID) -> [TransactionPayload] {
        (order[customer] ?? []).compactMap { transactions[$0] }
    }

    /// A transaction as it is now.
    public func transaction(_ id: TransactionID) -> TransactionPayload? {
        transactions[id]
    }

    /// Whose transaction it is.
    public func owner(of id: TransactionID) -> CustomerID? {
        owners[id]
    }

    /// A customer's subscriptions: their newest renewal infos and states, the one that changed last at the end.
    public func subscriptions(of customer: CustomerID) -> [Effects.RenewalInfoChange] {
        renewalInfos[customer] ?? []
    }

    /// Whether the app is done with a transaction.
    public func isFinished(_ id: TransactionID) -> Bool {
        finishedTransactions.contains(id)
    }

    /// A customer's transactions that the app is not done with, in the order in which they were made.
    public func unfinishedTransactions(of customer: CustomerID) -> [TransactionPayload] {
        transactions(of: customer).filter { !isFinished($0.transactionId) }
    }

    /// Whether a customer's history is shown as empty at an instant, because of a fault.
    public func isHidden(_ customer: CustomerID, at date: Date) -> Bool {
        hiddenUntil[customer].map { date < $0 } ?? false
    }

    /// What a customer should have at an instant.
    public func truth(of customer: CustomerID, at date: Date) -> ExpectedAccess {
        access.truth(of: customer, at: date)
    }
}
