// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Looks for payments of orders that stayed open.
struct PurchaseRecovery: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let history: AppleHistory
    let log: @Sendable (ServiceLogEntry) -> Void
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "paid orders", interval: .seconds(60)) { [self] in try await deliverPaidOrders() }]
    }

    /// How long an order waits for its app before Apple is asked.
    private static let patience: TimeInterval = 600

    /// Of how many Apple accounts of a customer the histories are asked for.
    private static let accountsAsked = 5

    /// Looks for payments of orders that stayed open, in the histories of the customers who made them.
    ///
    /// Apple finds a customer by any transaction. A customer without a known transaction has bought nothing that was
    /// received yet; the notification, its history, or the receipt that the app reports brings that first one.
    func recoverPurchases(_ scope: AppScope, app: AppConfiguration, _ report: inout RecoveryReport) async throws {
        var seen: Set<CustomerID> = []
        var last: Order?
        var outages = OutageCount()
        let deadline = report.until.addingTimeInterval(-Self.patience)
        while !Task.isCancelled {
            let after = last
            let open = try await database.read { try $0.openOrders(createdBefore: deadline, after: after, limit: 500) }
            for order in open where order.scope.bundleID == scope.bundleID && order.state?.awaitsPayment == true {
                guard let customer = order.customer, seen.insert(customer).inserted else { continue }
                let claims = try await database.read { try $0.claims(of: customer) }
                // A history is one Apple account's, and a customer may have bought with several.
                var covered: Set<OriginalTransactionID> = []
                var asked = 0
                for known in claims
                where known.scope == scope && known.lineage.isOfAppStore && !covered.contains(known.lineage) {
                    guard asked < Self.accountsAsked else { break }
                    asked += 1
                    try await RecoveryReport.attempt(known.lineage.rawValue, &report, &outages) { report in
                        covered.formUnion(try await history.recoverHistory(of: known.lineage, scope, app: app, &report))
                    }
                }
            }
            guard open.count == 500 else { break }
            last = open.last
        }
        try outages.rethrow()
    }

    /// Delivers what is paid and was not: the catalog has the product now, or the policy lets it through.
    ///
    /// One that fails holds up none behind it.
    ///
    /// - Throws: `DatabaseError`, or why one of them could not be delivered.
    func deliverPaidOrders() async throws {
        var last: Order?
        var failure: (any Error)?
        while !Task.isCancelled {
            let after = last
            let open = try await database.read { try $0.openOrders(after: after, limit: 500) }
            for order in open where order.state == .paid {
                guard let lineage = order.lineage, let app = apps[order.scope.bundleID] else { continue }
                do {
                    try await pipeline.reconsider(
                        LineageKey(scope: order.scope, lineage: lineage),
                        app: app,
                        now: clock()
                    )
                } catch {
                    guard !Task.isCancelled else { throw error }
                    log(ServiceLogEntry(kind: .error, message: "the order \(order.id) was not delivered: \(error)"))
                    failure = error
                }
            }
            guard open.count == 500 else { break }
            last = open.last
        }
        if let failure { throw failure }
    }
}
