// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What changing from one product of a subscription group to another is, and when it happens.
///
/// <https://developer.apple.com/app-store/subscriptions/#ranking>
public enum PlanChange: String, Hashable, Sendable, Codable, CaseIterable {
    /// To a higher level: at once, and the rest of the old period is paid back.
    case upgrade

    /// To a lower level: at the next renewal.
    case downgrade

    /// To the same level and the same duration: at once.
    case crossgrade

    /// To the same level and another duration: at the next renewal.
    case crossgradeAtRenewal = "crossgrade-at-renewal"

    /// Tells the change from the levels; level 1 is the highest.
    public init(fromLevel: Int, toLevel: Int, hasSameDuration: Bool) {
        if toLevel < fromLevel {
            self = .upgrade
        } else if toLevel > fromLevel {
            self = .downgrade
        } else {
            self = hasSameDuration ? .crossgrade : .crossgradeAtRenewal
        }
    }

    /// Whether it happens at once.
    public var isImmediate: Bool { self == .upgrade || self == .crossgrade }
}
