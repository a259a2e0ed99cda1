// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What one document said about a transaction; shared by all copies of a history, so that these stay small.
package final class TransactionStatement: Hashable, Sendable {
    /// What was said.
    package let transaction: Transaction

    /// The fact that said it.
    package let evidence: Evidence

    /// Creates a statement.
    package init(_ transaction: Transaction, _ evidence: Evidence) {
        self.transaction = transaction
        self.evidence = evidence
    }

    /// Whether it is a later word than another.
    ///
    /// Of two documents signed in one millisecond the one with a revocation at that very instant is the later: the other
    /// was signed on the way to it. So is the one with an upgrade, and the one with the later end, because Apple takes
    /// neither an upgrade nor an extension back without a revocation. Everything else is the order of all facts.
    func follows(_ other: TransactionStatement) -> Bool {
        let (own, theirs) = (evidence.order, other.evidence.order)
        guard own.milliseconds == theirs.milliseconds, own.rank == theirs.rank else { return own > theirs }
        if hasNewInformation != other.hasNewInformation { return hasNewInformation }
        if transaction.isUpgraded != other.transaction.isUpgraded { return transaction.isUpgraded }
        let (end, theirEnd) = (transaction.expirationDate, other.transaction.expirationDate)
        guard end != theirEnd else { return own > theirs }
        return (end ?? .distantPast) > (theirEnd ?? .distantPast)
    }

    private var hasNewInformation: Bool {
        guard let date = transaction.revocation?.date else { return false }
        return date.millisecondsSince1970 >= evidence.order.milliseconds
    }

    /// Whether two say the same and rest on the same fact.
    package static func == (left: TransactionStatement, right: TransactionStatement) -> Bool {
        left === right || left.evidence == right.evidence && left.transaction == right.transaction
    }

    /// Hashes the fact, which tells statements apart.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(evidence)
    }
}
