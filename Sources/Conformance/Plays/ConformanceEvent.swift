// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSimulator
package import AppStoreTypes

/// A kind of event that a server reports to its team's other systems.
package enum ConformanceEventKind: String, CaseIterable, Hashable, Sendable, Codable {
    case started, resubscribed, renewed, recovered, upgraded, expired, purchased, refunded, refundReversed, revoked

    /// The kind that follows from a notification; `nil` when the kit expects no event.
    package init?(_ notification: NotificationEffect) {
        guard case .version2(let type, let subtype) = notification.name else { return nil }
        switch (type, subtype) {
        case (.subscribed, .resubscribe): self = .resubscribed
        case (.subscribed, _): self = .started
        case (.didRenew, .billingRecovery): self = .recovered
        case (.didRenew, _): self = .renewed
        case (.didChangeRenewalPref, .upgrade): self = .upgraded
        case (.expired, _): self = .expired
        case (.oneTimeCharge, _): self = .purchased
        case (.refund, nil): self = .refunded
        case (.refundReversed, _): self = .refundReversed
        case (.revoke, _): self = .revoked
        default: return nil
        }
    }
}

/// An event of one transaction.
package struct ConformanceEvent: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The kind.
    package var kind: ConformanceEventKind
    /// The transaction.
    package var transaction: TransactionID

    /// Makes an event.
    package init(_ kind: ConformanceEventKind, _ transaction: TransactionID) {
        self.kind = kind
        self.transaction = transaction
    }

    /// Orders events by kind and transaction.
    package static func < (left: ConformanceEvent, right: ConformanceEvent) -> Bool {
        (left.kind.rawValue, left.transaction) < (right.kind.rawValue, right.transaction)
    }

    /// The kind and the transaction.
    package var description: String { "\(kind.rawValue) of \(transaction)" }
}
