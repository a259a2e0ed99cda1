// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension RefundRecovery {
    /// Purchases that only a version 1 notification names and that Apple does not know.
    private static let unresolved = OwnedRecordStore<AppScope, OriginalTransactionID, Presence>("unresolved-purchases")

    /// How long Apple is not asked again about a purchase that it did not know.
    private static let unknownRest: TimeInterval = 30 * 86_400

    /// The next purchases of which Apple may know something, and the last one that was looked at.
    ///
    /// No one signs a version 1 notification, so it may name a purchase that never was. What Apple did not know is not
    /// asked about at every round, unless another document names it by now.
    func recoverable(
        in scope: AppScope,
        after cursor: OriginalTransactionID?,
        limit: Int
    ) async throws -> (lineages: [OriginalTransactionID], last: OriginalTransactionID?) {
        let rested = clock().addingTimeInterval(-Self.unknownRest)
        return try await database.read { reader in
            let lineages = try reader.lineages(in: scope, after: cursor, limit: limit)
            let unasked = try lineages.filter { lineage in
                guard lineage.isOfAppStore else { return false }
                guard let unknown = try reader.record(lineage, in: Self.unresolved[scope]) else { return true }
                return try unknown.updatedDate <= rested || reader.isProven(lineage, in: scope)
            }
            return (unasked, lineages.count == limit ? lineages.last : nil)
        }
    }

    /// Records that Apple does not know a purchase which only version 1 notifications name, and reports it once.
    ///
    /// - Returns: Whether that is all there is to it. What Apple has signed or answered once, it ought to know.
    func resolveUnknown(
        _ lineage: OriginalTransactionID,
        _ scope: AppScope,
        _ report: inout RecoveryReport
    ) async throws -> Bool {
        let now = clock()
        let isFirst: Bool? = try await database.write { writer in
            guard try !writer.isProven(lineage, in: scope) else { return nil }
            let before = try writer.record(lineage, in: Self.unresolved[scope])
            try writer.upsert(Presence(), as: lineage, in: Self.unresolved[scope], now: now)
            return before == nil
        }
        guard let isFirst else { return false }
        guard isFirst else { return true }
        report.unknown = (report.unknown ?? []) + [lineage]
        let message = """
            A version 1 notification named the purchase \(lineage) in \(scope), which Apple does not know: somebody who \
            knows the shared secret may have made it up. Nothing rests on it. Make a new secret if you see more of these.
            """
        log(ServiceLogEntry(kind: .warning, message: message))
        return true
    }
}

extension DatabaseReader {
    /// Whether more than unsigned notifications names a purchase.
    fileprivate func isProven(_ lineage: OriginalTransactionID, in scope: AppScope) throws -> Bool {
        try facts(of: lineage, in: scope).contains { $0.fact.order.rank > .reported }
    }
}
