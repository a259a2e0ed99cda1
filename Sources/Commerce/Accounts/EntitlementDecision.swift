// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// Whether a customer may use something at an instant, and why.
public struct EntitlementDecision: Hashable, Sendable, Codable {
    /// What the question was about.
    public var entitlement: EntitlementID

    /// The instant.
    public var asOf: Date

    /// Whether the customer may use it.
    public var isActive: Bool

    /// Since when without a break, when the customer may; when it ended, or will begin, when not.
    public var startDate: Date?

    /// Until when as far as is known; permanently when absent and the customer may.
    public var endDate: Date?

    /// Whether a subscription that gives it is set to renew.
    public var willRenew: Bool

    /// Whether a renewal is to come any moment, so that no one is to be notified that it ended.
    public var isRenewalPending: Bool

    /// The deciding reason.
    public var reason: Reason

    /// Everything else that gives it at the instant.
    public var otherReasons: [Reason]

    /// Makes an answer.
    public init(
        entitlement: EntitlementID,
        asOf: Date,
        isActive: Bool,
        startDate: Date? = nil,
        endDate: Date? = nil,
        willRenew: Bool = false,
        isRenewalPending: Bool = false,
        reason: Reason,
        otherReasons: [Reason] = []
    ) {
        self.entitlement = entitlement
        self.asOf = asOf
        self.isActive = isActive
        self.startDate = startDate
        self.endDate = endDate
        self.willRenew = willRenew
        self.isRenewalPending = isRenewalPending
        self.reason = reason
        self.otherReasons = otherReasons
    }
}
