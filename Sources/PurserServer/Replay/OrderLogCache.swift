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

/// The order steps of customers that a rebuild read already.
///
/// All purchases of a customer need the same steps; to read them for each purchase would take a time that grows with the
/// square of the purchases. What is cached may be older than the purchase that is compared with it, so a difference
/// counts only when a new cache shows it, too.
final class OrderLogCache: Sendable {
    private struct Key: Hashable {
        var customer: CustomerID
        var app: BundleID
    }

    private struct State {
        var logs: [Key: OrderLog] = [:]
        var count = 0
    }

    /// How many steps are cached at most.
    private static let maximumCount = 200_000

    private let state = Mutex(State())

    /// Whether nothing is cached, so that what is read next is not older than the reader.
    var isEmpty: Bool { state.withLock { $0.logs.isEmpty } }

    /// Forgets everything.
    func removeAll() { state.withLock { $0 = State() } }

    /// The order steps of a customer in an app.
    func log(of customer: CustomerID, in app: BundleID, _ reader: some DatabaseReader) throws -> OrderLog {
        let key = Key(customer: customer, app: app)
        if let known = state.withLock({ $0.logs[key] }) { return known }
        let log = OrderLog(try reader.orderSteps(of: customer, in: app))
        state.withLock { state in
            if state.count + log.count > Self.maximumCount { state = State() }
            state.logs[key] = log
            state.count += log.count
        }
        return log
    }
}
