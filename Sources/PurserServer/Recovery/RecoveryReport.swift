// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a round of recovery compared and fixed.
struct RecoveryReport: Codable, Hashable, Sendable, SchemaDescribed {
    /// A piece that could not be processed, and why.
    struct Failure: Codable, Hashable, Sendable {
        /// The transaction, or the place in what was sent.
        var item: String
        var code: String
        var message: String
    }

    /// Whose a purchase is after a backfill.
    struct Owner: Codable, Hashable, Sendable {
        /// What the backfill did about its owner.
        enum Outcome: String, Codable, CaseIterable, Sendable {
            /// It had no owner, and has the customer now.
            case assigned
            /// It was another customer's.
            case moved
            /// It stays with another customer than the one that was asked for.
            case ownerRetained = "kept"
            /// It was the customer's before, or no customer was named.
            case unchanged
            /// It has no owner.
            case unclaimed
        }

        var purchase: OriginalTransactionID
        var outcome: Outcome
        var customer: CustomerID?
        var previousCustomer: CustomerID?
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
    /// How many of the missing could not be processed.
    var failed = 0
    /// What failed, the first hundred.
    var failures: [Failure]?
    /// Purchases that only version 1 notifications name and that Apple does not know; each is named once.
    var unknown: [OriginalTransactionID]?
    /// Why the round ended before all was looked at; absent when it did not.
    var stopped: String?
    /// For a backfill: whose each purchase is and was, the first ten thousand purchases.
    var owners: [Owner]?
    /// The owner of each purchase, during a backfill.
    var ownersByPurchase: [OriginalTransactionID: Owner]?

    private enum CodingKeys: String, CodingKey {
        case kind, environment, from, until, checked, missing, failed, failures, owners
        case unknown = "unresolved"
        case stopped = "interruptionReason"
    }

    private static let maximumFailures = 100
    private static let maximumOwners = 10_000

    static let schema = Schema.object(
        [
            "kind": .string, "environment": .string, "until": .instant,
            "checked": .integer.described("The number of checked documents."),
            "missing": .integer.described(
                "The number of unknown documents among them; 0 proves that nothing was missed."
            ),
            "failed": .integer.described("The number of missing documents that could not be processed."),
        ],
        optional: [
            "from": .instant,
            "failures": .array(of: .object(["item": .string, "code": .string, "message": .string])),
            "unresolved": .array(of: .string)
                .described("Purchases that only unsigned notifications name and that Apple does not know."),
            "interruptionReason": .string.described("Why the run ended early."),
            "owners": .array(
                of: .object(
                    ["purchase": .string, "outcome": .oneOf(Owner.Outcome.allCases.map(\.rawValue))],
                    optional: ["customer": .string, "previousCustomer": .string]
                )
            )
            .described("For a backfill: the owner of each purchase, and the earlier owner if it moved."),
        ]
    )

    /// Adds whose the purchases of a document are; what was found first about a purchase's earlier owner stays.
    mutating func record(_ ownerships: [OriginalTransactionID: OwnershipChange], claimant: CustomerID?) {
        guard var owners = ownersByPurchase else { return }
        for (purchase, change) in ownerships.sorted(by: { $0.key < $1.key }) {
            var entry = Owner(purchase: purchase, outcome: .unchanged, customer: change.owner)
            let previous = change.previousOwners.first
            if change.owner == nil {
                entry.outcome = .unclaimed
            } else if let claimant, !change.owners.contains(claimant) {
                entry.outcome = .ownerRetained
            } else if change.isNew {
                entry.outcome = previous == nil ? .assigned : .moved
                entry.previousCustomer = previous
            }
            if owners[purchase] == nil ? owners.count < Self.maximumOwners : entry.outcome != .unchanged {
                owners[purchase] = entry
            }
        }
        ownersByPurchase = owners
    }

    mutating func fail(_ item: String, _ problem: ServiceProblem) {
        failed += 1
        guard (failures?.count ?? 0) < Self.maximumFailures else { return }
        failures = (failures ?? []) + [Failure(item: item, code: problem.code.rawValue, message: problem.message)]
    }
}

extension RecoveryReport {
    /// The last report of each kind of recovery.
    static let records = OwnedRecordStore<AppScope, String, RecoveryReport>("recovery-reports")
}

/// The kinds of recovery, each of which continues automatically and may be forced manually.
enum RecoveryKind: String, CaseIterable, Sendable {
    /// Apple's history of notifications is compared with what was stored.
    case notifications

    /// Payments of orders that stayed open are looked for in their customers' histories.
    case purchases

    /// Apple is asked for the result of refunds, purchase by purchase.
    case refunds

    /// Apple is asked for the status of subscriptions around the end of their period.
    case statuses

    /// Kept receipts of subscriptions are verified with Apple again.
    case receipts

    /// Purchases that apps reported as not verified are tried again.
    case reported
}
