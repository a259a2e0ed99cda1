// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Asks Apple for the refunds of customers.
struct RefundRecovery: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let cursors: RoundCursors
    let history: AppleHistory
    let log: @Sendable (ServiceLogEntry) -> Void
    let database: any Database

    /// Asks Apple for the result of refunds, some purchases a round, all of them in turn.
    func pollRefunds(
        _ scope: AppScope,
        app: AppConfiguration,
        limit: Int = 200,
        _ report: inout RecoveryReport
    ) async throws {
        let cursor = try await cursors.roundCursor("refund-cursor", scope)
        let after = cursor.map(OriginalTransactionID.init(rawValue:))
        let (lineages, last) = try await recoverable(in: scope, after: after, limit: limit)
        var outages = OutageCount()
        var failed: OriginalTransactionID?
        do {
            for lineage in lineages {
                try await RecoveryReport.attempt(lineage.rawValue, &report, &outages) { report in
                    try await processRefunds(of: lineage, scope, app: app, &report)
                }
                failed = outages.inARow > 0 ? failed ?? lineage : nil
            }
        } catch {
            // The next round continues behind what was asked, and not before the same purchases again.
            let place = lineages.prefix { $0 != failed }.last ?? lineages.first
            try await cursors.setRoundCursor("refund-cursor", scope, place?.rawValue)
            throw error
        }
        try await cursors.setRoundCursor("refund-cursor", scope, last?.rawValue)
        try outages.rethrow()
    }

    /// Asks Apple which purchases of a customer it revoked, and processes the answer.
    func processRefunds(
        of lineage: OriginalTransactionID,
        _ scope: AppScope,
        app: AppConfiguration,
        _ report: inout RecoveryReport
    ) async throws {
        let api = try apps.link(app)[scope.environment]
        try await AppStoreClients.ask {
            do {
                for try await page in api.refundHistory(for: lineage) {
                    for document in page.body.signedTransactions {
                        try await history.take(document, app: app, source: .refunds, &report)
                    }
                }
            } catch let error as AppStoreAPIError where error.isAboutNoPurchase {
                guard try await resolveUnknown(lineage, scope, &report) else { throw error }
            }
        }
    }
}
