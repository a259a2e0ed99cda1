// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How far a balance may fall.
///
/// A customer cannot spend what is not there. A refund may withdraw what was already spent: then the balance goes below zero
/// as far as the policy lets it, and the rest is written off.
public struct BalancePolicy: Hashable, Sendable, Codable {
    /// The lowest balance that a refund may leave; zero or below.
    public var floorAfterRefund: Int64

    /// Makes a policy; what is above zero counts as zero.
    public init(floorAfterRefund: Int64) {
        self.floorAfterRefund = min(0, floorAfterRefund)
    }

    /// Refunds never leave a debt.
    public static let capped = BalancePolicy(floorAfterRefund: 0)

    /// Refunds leave whatever debt they make.
    public static let negativeAllowed = BalancePolicy(floorAfterRefund: Int64.min + 1)

    /// How much of an amount may be taken of a balance.
    ///
    /// - Parameters:
    ///   - amount: What is to be taken, above zero.
    ///   - balance: What is there.
    ///   - reason: Why it is taken.
    /// - Returns: The amount, less of it for a refund that the policy caps, or nothing when it must be refused.
    public func takeable(_ amount: Int64, of balance: Int64, for reason: LedgerReason) -> Int64? {
        guard reason == .refund else { return balance >= amount ? amount : nil }
        let (room, overflow) = balance.subtractingReportingOverflow(floorAfterRefund)
        return overflow ? amount : max(0, min(amount, room))
    }
}
