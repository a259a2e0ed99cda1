// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// How generous reconciliation is with explanations.
public struct ReconciliationPolicy: Hashable, Sendable {
    /// How close to Pacific midnight a sale must be to be reported on the other day.
    public var dayEdge: TimeInterval

    /// Within how many days a refund may be reported.
    public var refundDays: Int

    /// By how much a unit's price may differ and still be rounding, in milliunits.
    public var rounding: Int64

    /// Makes a policy; by default two hours, 35 days and less than a hundredth.
    public init(dayEdge: TimeInterval = 2 * 3600, refundDays: Int = 35, rounding: Int64 = 9) {
        self.dayEdge = dayEdge
        self.refundDays = refundDays
        self.rounding = rounding
    }
}
