// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Persistence

/// What a round of recovery compared and mended.
struct RecoveryReport: Codable, Hashable, Sendable, Described {
    /// A piece that could not be taken in, and why.
    struct Failure: Codable, Hashable, Sendable {
        /// The transaction, or the place in what was sent.
        var item: String
        var code: String
        var message: String
    }

    /// A ``RecoveryKind``, or `backfill`.
    var kind: String
    var environment: Environment
    var from: Date?
    var until: Date
    /// How many documents were looked at.
    var checked = 0
    /// How many of them were not known here.
    var missing = 0
    /// How many of the missing could not be taken in.
    var failed = 0
    /// What failed, the first hundred.
    var failures: [Failure]?
    /// Purchases that only version 1 notifications name and that Apple does not know; each is named once.
    var unknown: [OriginalTransactionID]?
    /// Why the round ended before all was looked at; absent when it did not.
    var stopped: String?

    private static let mostFailures = 100

    static let schema = Schema.object(
        [
            "kind": .string, "environment": .string, "until": .instant,
            "checked": .integer.described("How many documents were looked at."),
            "missing": .integer.described("How many of them were not known here; 0 proves that nothing was missed."),
            "failed": .integer.described("How many of the missing could not be taken in."),
        ],
        optional: [
            "from": .instant,
            "failures": .array(of: .object(["item": .string, "code": .string, "message": .string])),
            "unknown": .array(of: .string)
                .described("Purchases that only unsigned notifications name and Apple does not know, each once."),
            "stopped": .string.described("Why the round ended before all was looked at."),
        ]
    )

    mutating func fail(_ item: String, _ problem: ServiceProblem) {
        failed += 1
        guard (failures?.count ?? 0) < Self.mostFailures else { return }
        failures = (failures ?? []) + [Failure(item: item, code: problem.code.rawValue, message: problem.message)]
    }
}

extension RecordCollection {
    /// The last report of each kind of recovery, by scope and kind.
    static let recoveryReports = RecordCollection(rawValue: "recovery-reports")
}

/// The kinds of recovery, each of which goes on by itself and may be forced by hand.
enum RecoveryKind: String, CaseIterable, Sendable {
    /// Apple's history of notifications is compared with what was stored.
    case notifications

    /// Payments of orders that stayed open are looked for in their customers' histories.
    case purchases

    /// Apple is asked what became of refunds, purchase by purchase.
    case refunds

    /// Apple is asked how subscriptions stand around the end of their period.
    case statuses

    /// Kept receipts of subscriptions are verified with Apple again.
    case receipts

    /// Purchases that apps reported as not verified are tried again.
    case reported
}
