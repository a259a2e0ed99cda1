// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// One period of a subscription, from the transaction that bought it.
public struct ServicePeriod: Hashable, Sendable {
    /// Why a period ends when it does.
    public enum Ending: String, Hashable, Sendable, Codable {
        /// Its time is over.
        case expiration

        /// The customer moved to another plan.
        case upgrade

        /// The next period began before it was over.
        case succession

        /// It was refunded in part, or no longer shared.
        case revocation

        /// It was refunded: as if it had never been bought.
        case undone
    }

    /// What is known of the transaction.
    public var transaction: Transaction

    /// The document that told it last.
    public var evidence: Evidence

    /// When it begins.
    public var startDate: Date

    /// When it ends; its beginning when it is undone.
    public var endDate: Date

    /// Why it ends then.
    public var ending: Ending

    /// The expiration as it was first said, before any extension.
    public var firstExpirationDate: Date?

    /// What it was sold as.
    public var kind: PeriodKind { PeriodKind(transaction.offer) }

    /// The expiration as the documents say it now.
    public var expirationDate: Date { transaction.expirationDate ?? startDate }

    /// How much the renewal date was moved, in milliseconds; zero when it was not.
    public var extensionMilliseconds: Int64 {
        guard let first = firstExpirationDate else { return 0 }
        return max(0, expirationDate.milliseconds(since: first))
    }

    /// Whether it was undone.
    public var isUndone: Bool { ending == .undone }

    /// Whether it was refunded or is no longer shared.
    public var isWithdrawn: Bool { ending == .undone || ending == .revocation }

    /// When it is, or was, to renew: a refund alone does not turn the renewal off.
    var renewalDate: Date { isWithdrawn ? expirationDate : endDate }

    /// Whether it covers an instant; its first instant does, its last does not.
    public func covers(_ instant: Date) -> Bool {
        startDate <= instant && instant < endDate
    }
}
