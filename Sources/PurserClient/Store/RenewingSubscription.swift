// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A subscription that will be charged again.
public struct RenewingSubscription: Hashable, Sendable {
    /// The product that renews.
    public let product: String

    /// The first transaction of the subscription.
    public let originalTransaction: String

    /// When it is charged next, when that is known.
    public let nextDate: Date?
}

/// What a look at the device says about buying on it.
public enum DeviceRisk: Hashable, Sendable {
    /// Nothing is unusual.
    case none

    /// No purchase is to start here, and why; the reason goes into events, not to the customer.
    case refused(String)
}

/// What a customer would pay for twice.
public struct ConflictWarning: Hashable, Sendable {
    /// Why: `lifetime-and-subscription`, `two-subscriptions`, `own-and-family`; an open set.
    public let kind: String

    /// The right that would be there twice.
    public let entitlement: String

    /// The product that the customer has.
    public let owned: String?

    /// The product that the customer wants to buy.
    public let wanted: String

    /// When the one that is there is charged next.
    public let nextCharge: Date?

    /// Whether what the customer wants is the one for life, and what is there a subscription.
    let wantsForLife: Bool

    /// Whether the subscription that is there is known not to renew.
    let endsByItself: Bool

    /// The text to show.
    ///
    /// - Parameter language: The language; the system's when absent.
    /// - Returns: The text.
    public func text(in language: PurserLanguage = .system) -> String {
        switch kind {
        case "lifetime-and-subscription" where wantsForLife && endsByItself:
            language.choose(
                "Your subscription ends on its own; there is no renewal to turn off. Until then you have this already.",
                "您的订阅到期后会自动结束，无需关闭续期。到期之前，您已拥有此权益。"
            )
        case "lifetime-and-subscription" where wantsForLife:
            language.choose(
                "You have a subscription that renews. Turn its renewal off after buying this for life.",
                "您有正在自动续期的订阅。购买永久版后，请关闭订阅的自动续期。"
            )
        case "lifetime-and-subscription":
            language.choose(
                "You already have this for life. A subscription would give you nothing more.",
                "您已拥有永久权益，无需再订阅。"
            )
        case "own-and-family":
            language.choose(
                "Your family already shares this with you.",
                "您的家人已与您共享此权益。"
            )
        default: PurserError.Code.conflict.text(in: language)
        }
    }
}
