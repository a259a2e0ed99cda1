// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

extension Transaction {
    /// How Apple took the purchase back, or nothing.
    ///
    /// Old documents date the end of a plan like a refund when a better one replaced it, and name no type of revocation: that
    /// is not a withdrawal.
    public var withdrawal: Revocation? {
        guard let revocation else { return nil }
        return isUpgraded && revocation.type == nil ? nil : revocation
    }

    /// How much of the price went back to who paid it; nothing when no money did, or no price is known.
    ///
    /// Of single seats, the price of the cheapest ones.
    public var refundedAmount: Money? {
        guard let withdrawal, withdrawal.type != .familyRevoke, isSale, let charge else {
            return isSale && withdrawal == nil && revokedSeats > 0 ? self.charge(ofRevokedSeats: revokedSeats) : nil
        }
        guard withdrawal.share < 100_000 else { return charge }
        let part = Ratio(thousandthsOfPercent: Int64(withdrawal.share)).applied(
            to: charge.milliunits,
            rounding: .nearest
        )
        return Money(milliunits: part ?? charge.milliunits, currency: charge.currency)
    }
}

extension Revocation {
    /// How much was revoked, in thousandths of a per cent, from 0 to 100000; all of it when no part is named.
    public var share: Int {
        guard let percentage, (0..<100_000).contains(percentage) else { return 100_000 }
        return percentage
    }
}
