// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How the App Store decides about the refunds that customers ask for.
public struct RefundPolicy: Hashable, Sendable, Codable {
    /// How many hours of real time pass before the decision.
    public var decisionHours: Int

    /// How many days after the purchase a customer may ask.
    public var windowDays: Int

    /// The reasons that are declined when the app's server says nothing.
    public var declinedReasons: [ConsumptionRequestReason]

    /// Makes a policy; by default a decision after 48 hours, within 90 days, all reasons granted but the vague one.
    public init(
        decisionHours: Int = 48,
        windowDays: Int = 90,
        declinedReasons: [ConsumptionRequestReason] = [.other]
    ) {
        self.decisionHours = decisionHours
        self.windowDays = windowDays
        self.declinedReasons = declinedReasons
    }
}
