// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The order steps of a customer in an app, by what leads from a purchase to an order.
struct OrderLog: Sendable {
    /// A transaction of an app and environment.
    struct Payment: Hashable, Sendable {
        var scope: AppScope
        var transaction: TransactionID
    }

    /// The steps of each order.
    private(set) var steps: [OrderID: [LoggedFact]] = [:]
    /// The steps in which a transaction paid an order.
    private(set) var payments: [Payment: [LoggedFact]] = [:]
    /// The steps that created an order with a token.
    private(set) var tokens: [AppAccountToken: [LoggedFact]] = [:]
    /// How many steps there are.
    private(set) var count = 0

    init(_ records: [LoggedFact]) {
        for record in records {
            guard let step = record.orderStep else { continue }
            count += 1
            steps[step.order, default: []].append(record)
            switch step.action {
            case .paid(let id):
                payments[Payment(scope: record.fact.scope, transaction: id), default: []].append(record)
            case .created(let terms): if let token = terms.appAccountToken { tokens[token, default: []].append(record) }
            default: break
            }
        }
    }
}

/// The order steps and ledger entries of customers that a rebuild read already.
///
/// All purchases of a customer need the same ones; to read them for each purchase would take a time that grows with the
/// square of the purchases. What is cached may be older than the purchase that is compared with it, so a difference
/// counts only when a new cache shows it, too.
final class ReplayCache: Sendable {
    /// A ledger entry with the date it was booked.
    typealias Entry = (line: StatementLine, instant: Date)

    private struct LogKey: Hashable {
        var customer: CustomerID
        var app: BundleID
    }

    private struct StatementKey: Hashable {
        var balance: BalanceKey
        var environment: Environment
    }

    private struct State {
        var logs: [LogKey: OrderLog] = [:]
        var statements: [StatementKey: [Entry]] = [:]
        var count = 0

        /// Makes room for more steps or entries.
        mutating func add(_ more: Int) {
            if count + more > ReplayCache.maximumCount { self = State() }
            count += more
        }
    }

    /// How many steps and entries are cached at most.
    private static let maximumCount = 200_000

    private let state = Mutex(State())

    /// Whether nothing is cached, so that what is read next is not older than the reader.
    var isEmpty: Bool { state.withLock { $0.count == 0 } }

    /// Forgets everything.
    func removeAll() { state.withLock { $0 = State() } }

    /// The order steps of a customer in an app.
    func log(of customer: CustomerID, in app: BundleID, _ reader: some DatabaseReader) throws -> OrderLog {
        let key = LogKey(customer: customer, app: app)
        if let known = state.withLock({ $0.logs[key] }) { return known }
        let log = OrderLog(try reader.orderSteps(of: customer, in: app))
        state.withLock { state in
            state.add(log.count + 1)
            state.logs[key] = log
        }
        return log
    }

    /// A customer's newest ledger entries of a virtual currency, the newest first.
    func statement(
        of balance: BalanceKey,
        in environment: Environment,
        _ reader: some DatabaseReader
    ) throws -> [Entry] {
        let key = StatementKey(balance: balance, environment: environment)
        if let known = state.withLock({ $0.statements[key] }) { return known }
        let entries = try reader.statement(of: balance, in: environment)
        state.withLock { state in
            state.add(entries.count + 1)
            state.statements[key] = entries
        }
        return entries
    }
}
