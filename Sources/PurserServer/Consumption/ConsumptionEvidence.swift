// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What the server truly knows about a purchase whose refund is asked for.
///
/// Nothing here is a guess: what is not known stays absent and is answered as undeclared.
struct ConsumptionEvidence: Hashable, Sendable, Codable {
    /// Whether the customer agreed that Apple is notified; otherwise nothing is sent.
    var hasConsent: Bool
    /// Whether what was bought was delivered.
    var isDelivered: Bool
    /// The product's type.
    var productType: ProductType?
    /// How much was used, in thousandths of a per cent, as apps and backends reported it.
    var usedPercentage: Int?
    /// The subscription's period, of which the part that has passed counts as used.
    var period: ClosedRange<Date>?
    /// When the customer's account was made.
    var accountCreated: Date?
    /// How long the customer used the app, in seconds, as the app reported it.
    var playTime: TimeInterval?
    /// What the customer spent in thousandths of a US dollar, when all of it was in that currency.
    var spentMilliDollars: Int64?
    /// What the customer was refunded in thousandths of a US dollar, likewise.
    var refundedMilliDollars: Int64?
    /// The state of the customer's account, when the team reported one: active, suspended, terminated or limited.
    var accountState: String?
    /// The token of the purchase.
    var appAccountToken: AppAccountToken?

    /// How much is used at an instant, in thousandths of a per cent; nothing when that is not known.
    func usedPercentage(at now: Date) -> Int? {
        if let usedPercentage { return min(max(usedPercentage, 0), 100_000) }
        guard isDelivered else { return 0 }
        guard productType == .autoRenewableSubscription, let period else { return nil }
        let whole = period.upperBound.milliseconds(since: period.lowerBound)
        guard whole > 0 else { return nil }
        let passed = now.milliseconds(since: period.lowerBound)
        return Ratio(min(max(passed, 0), whole), over: whole)?.applied(to: 100_000, rounding: .down).map { Int($0) }
    }
}
