// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// How generous reconciliation is with explanations.
public struct ReconciliationPolicy: Hashable, Sendable {
    /// What a report sums up.
    public enum Period: String, Hashable, Sendable, Codable {
        /// A Pacific day, as sales reports do.
        case day

        /// A month of Apple's fiscal year, as financial reports do.
        case fiscalMonth = "fiscal-month"
    }

    /// What the reports sum up.
    public var period: Period

    /// How close to Pacific midnight a sale must be to be reported on the other day.
    public var dayEdge: TimeInterval

    /// Within how many days a refund may be reported.
    public var refundDays: Int

    /// Until how many days after a refund a report that has not come may still hold it.
    public var lateRefundDays: Int

    /// By how much a unit's price may differ and still be rounding, in milliunits.
    public var rounding: Int64

    /// Makes a policy; by default two hours, 35 days, a week and less than a hundredth.
    public init(
        period: Period = .day,
        dayEdge: TimeInterval = 2 * 3600,
        refundDays: Int = 35,
        lateRefundDays: Int = 7,
        rounding: Int64 = 9
    ) {
        self.period = period
        self.dayEdge = dayEdge
        self.refundDays = refundDays
        self.lateRefundDays = lateRefundDays
        self.rounding = rounding
    }
}
