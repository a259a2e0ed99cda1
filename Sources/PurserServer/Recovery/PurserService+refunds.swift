// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
    /// Asks Apple what became of refunds, some purchases a round, all of them in turn.
    func pollRefunds(
        _ scope: AppScope,
        app: AppConfiguration,
        limit: Int = 200,
        _ report: inout RecoveryReport
    ) async throws {
        let cursor = try await roundCursor("refund-cursor", scope)
        let after = cursor.map(OriginalTransactionID.init(rawValue:))
        let (lineages, last) = try await askable(in: scope, after: after, limit: limit)
        var outages = OutageCount()
        var failed: OriginalTransactionID?
        do {
            for lineage in lineages {
                try await attempt(lineage.rawValue, &report, &outages) { report in
                    try await takeRefunds(of: lineage, scope, app: app, &report)
                }
                failed = outages.inARow > 0 ? failed ?? lineage : nil
            }
        } catch {
            // The next round goes on behind what was asked, and not before the same purchases again.
            let place = lineages.prefix { $0 != failed }.last ?? lineages.first
            try await setRoundCursor("refund-cursor", scope, place?.rawValue)
            throw error
        }
        try await setRoundCursor("refund-cursor", scope, last?.rawValue)
        try outages.rethrow()
    }

    /// Asks Apple which purchases of a customer it took back, and takes the answer in.
    func takeRefunds(
        of lineage: OriginalTransactionID,
        _ scope: AppScope,
        app: AppConfiguration,
        _ report: inout RecoveryReport
    ) async throws {
        let api = try link(app)[scope.environment]
        try await ask {
            do {
                for try await page in api.refundHistory(for: lineage) {
                    for document in page.body.signedTransactions {
                        try await take(document, app: app, source: .refunds, &report)
                    }
                }
            } catch let error as AppStoreAPIError where error.isAboutNoPurchase {
                guard try await settleUnknown(lineage, scope, &report) else { throw error }
            }
        }
    }

    /// Where the last round of work that goes through everything in turn ended; nothing at the beginning.
    func roundCursor(_ name: String, _ scope: AppScope) async throws -> String? {
        let body = try await store.read { try $0.record(.settings, name: "\(name) \(scope)")?.body }
        guard let body, !body.isEmpty else { return nil }
        return String(decoding: body, as: UTF8.self)
    }

    func setRoundCursor(_ name: String, _ scope: AppScope, _ cursor: String?) async throws {
        let now = clock()
        try await store.write { writer in
            try writer.put(
                StoredRecord(
                    collection: .settings,
                    name: "\(name) \(scope)",
                    updatedDate: now,
                    body: Data((cursor ?? "").utf8)
                )
            )
        }
    }
}
