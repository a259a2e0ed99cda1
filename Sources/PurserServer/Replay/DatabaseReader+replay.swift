// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension DatabaseReader {
    /// Recomputes a purchase from its facts and the commands about it.
    ///
    /// `isKnown` leaves out what was recorded later, to compute what was known at another time.
    func replay(
        _ key: LineageKey,
        _ rules: RulesHistory,
        _ cache: ReplayCache = ReplayCache(),
        where isKnown: (LoggedFact) -> Bool = { _ in true }
    ) throws -> PurchaseReplay {
        let facts = try facts(of: key.lineage, in: key.scope).map(LoggedFact.init).filter(isKnown)
        let whole = LineageChange(key: key, known: facts.map(\.fact), policy: rules.policy)
        let transactions = Set(whole.after.transactions.map(\.transaction.id))
        let steps = try orderSteps(of: facts, whole.after, key.scope, cache, isKnown)
        let ledger = RecordedLedger(
            reader: self,
            cache: cache,
            scope: key.scope,
            policy: rules.policy,
            transactions: transactions
        )
        return try PurchaseReplay(
            key,
            log: facts + steps,
            policy: rules.policy,
            rules: rules.rules(at:),
            ledger: ledger.lines
        )
    }

    /// The steps of all orders of a customer in an app, whatever their environment.
    func orderSteps(of customer: CustomerID, in app: BundleID) throws -> [LoggedFact] {
        try scopes().filter { $0.bundleID == app }
            .flatMap { try facts(naming: customer, in: $0) }
            .map(LoggedFact.init)
            .filter { $0.orderStep != nil }
    }

    /// The steps of orders that a purchase pays, that carry one of its tokens, or whose terms one of them took over.
    private func orderSteps(
        of facts: [LoggedFact],
        _ history: SubscriptionHistory,
        _ scope: AppScope,
        _ cache: ReplayCache,
        _ isKnown: (LoggedFact) -> Bool
    ) throws -> [LoggedFact] {
        let tokens = Set(history.transactions.compactMap(\.transaction.appAccountToken))
        let customers = try customers(of: facts, tokens, scope.bundleID).sorted()
        let logs = try customers.map { try cache.log(of: $0, in: scope.bundleID, self) }
        let payments = history.transactions.map { OrderLog.Payment(scope: scope, transaction: $0.transaction.id) }
        var orders: Set<OrderID> = []
        for log in logs {
            let leading = payments.flatMap { log.payments[$0] ?? [] } + tokens.flatMap { log.tokens[$0] ?? [] }
            orders.formUnion(leading.filter(isKnown).compactMap(\.orderStep?.order))
        }
        func steps(of orders: Set<OrderID>) -> [LoggedFact] {
            orders.flatMap { order in logs.flatMap { $0.steps[order] ?? [] } }.filter(isKnown)
        }
        let copied = steps(of: orders).compactMap { record -> OrderID? in
            guard case .created(let terms) = record.orderStep?.action else { return nil }
            return terms.copiedOrder
        }
        return steps(of: orders.union(copied))
    }

    /// Everybody who has or had a purchase, or ordered with one of its tokens.
    private func customers(
        of facts: [LoggedFact],
        _ tokens: Set<AppAccountToken>,
        _ app: BundleID
    ) throws -> Set<CustomerID> {
        var customers: Set<CustomerID> = []
        for case .command(let command) in facts.map(\.fact.content) {
            if let customer = command.customer { customers.insert(customer) }
            if case .transfer(let transfer) = command, let owner = transfer.previousOwner { customers.insert(owner) }
        }
        for token in tokens {
            let ordered = try orders(token: token).filter { $0.scope.bundleID == app }
            customers.formUnion(ordered.compactMap(\.customer))
        }
        return customers
    }
}

/// The ledger entries of customers, as far as they were booked before a decision about a purchase.
private final class RecordedLedger {
    private struct Entry {
        var line: StatementLine
        var instant: Date
        var isOwn: Bool
    }

    private let reader: any DatabaseReader
    private let cache: ReplayCache
    private let scope: AppScope
    private let policy: CommercePolicy
    private let transactions: Set<TransactionID>
    private var known: [BalanceKey: [Entry]] = [:]

    init(
        reader: any DatabaseReader,
        cache: ReplayCache,
        scope: AppScope,
        policy: CommercePolicy,
        transactions: Set<TransactionID>
    ) {
        self.reader = reader
        self.cache = cache
        self.scope = scope
        self.policy = policy
        self.transactions = transactions
    }

    func lines(_ key: BalanceKey, _ now: Date, _ posted: Set<String>) throws -> [StatementLine] {
        let entries = try entries(key)
        // The entry that is about to be recomputed: it and what is newer were not booked yet.
        let next = entries.lastIndex { $0.isOwn && !posted.contains($0.line.key) }
        let postedLines = entries[(next.map { $0 + 1 } ?? 0)...].filter { $0.instant <= now }.map(\.line)
        return try reader.markProven(postedLines, of: key.customer, in: scope, policy: policy, knownAt: now)
    }

    private func entries(_ key: BalanceKey) throws -> [Entry] {
        if let entries = known[key] { return entries }
        let entries = try cache.statement(of: key, in: scope.environment, reader).map { line, instant in
            Entry(
                line: line,
                instant: instant,
                isOwn: line.note?.transaction.map(transactions.contains) ?? false
            )
        }
        known[key] = entries
        return entries
    }
}

extension LoggedFact {
    /// A fact as it is stored.
    init(_ stored: StoredFact) {
        self.init(number: stored.id, fact: stored.fact, receivedDate: stored.receivedDate, source: stored.source)
    }
}
