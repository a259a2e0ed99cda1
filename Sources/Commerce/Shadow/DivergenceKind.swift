// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The class of a difference between Purser and another provider.
public struct DivergenceKind: WireString {
    /// The class's name, as answers carry it.
    public let rawValue: String

    /// Makes a class from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The provider lacks a change that Purser processed within the last day.
    public static let lateAtProvider: DivergenceKind = "late-at-provider"

    /// Purser lacks a purchase or renewal that the provider processed within the last day.
    public static let lateAtPurser: DivergenceKind = "late-at-purser"

    /// The provider lacks a renewal.
    public static let missedRenewal: DivergenceKind = "missed-renewal"

    /// The provider lacks a purchase.
    public static let missedPurchase: DivergenceKind = "missed-purchase"

    /// The provider lacks a refund.
    public static let missedRefund: DivergenceKind = "missed-refund"

    /// The provider lacks the reversal of a refund.
    public static let missedRefundReversal: DivergenceKind = "missed-refund-reversal"

    /// The provider keeps access open after the end.
    public static let missedExpiration: DivergenceKind = "missed-expiration"

    /// The provider ends access when the customer turns renewal off, before the paid period ends.
    public static let endedAtCancellation: DivergenceKind = "ended-at-cancellation"

    /// The two treat a grace period differently.
    public static let gracePeriod: DivergenceKind = "grace-period"

    /// The provider keeps access open while Apple retries a payment without a grace period.
    public static let billingRetry: DivergenceKind = "billing-retry"

    /// The two treat Family Sharing differently.
    public static let familySharing: DivergenceKind = "family-sharing"

    /// The provider treats another customer's purchase as this customer's.
    public static let alias: DivergenceKind = "alias"

    /// The purchase moved to another customer, and the provider has the previous owner.
    public static let transfer: DivergenceKind = "transfer"

    /// The provider counts a sandbox purchase in production.
    public static let sandbox: DivergenceKind = "sandbox"

    /// The two have different products after a change of plans.
    public static let planChange: DivergenceKind = "plan-change"

    /// The two have different ends after an extension of the renewal date.
    public static let extendedRenewal: DivergenceKind = "extended-renewal"

    /// Access is permanent by one and ends, or is missing, by the other.
    public static let lifetime: DivergenceKind = "lifetime"

    /// One of the two granted access without a purchase.
    public static let grant: DivergenceKind = "grant"

    /// Access comes from a seat of a group subscription.
    public static let groupSeat: DivergenceKind = "group-seat"

    /// Access comes from, or ended with, a conversion of another plan.
    public static let conversion: DivergenceKind = "conversion"

    /// Purser keeps access open while it waits for a renewal.
    public static let renewalLeeway: DivergenceKind = "renewal-leeway"

    /// The provider has a purchase that Purser lacks.
    public static let unknownPurchase: DivergenceKind = "unknown-purchase"

    /// The catalog lacks the entitlement, or no product gives it.
    public static let unknownEntitlement: DivergenceKind = "unknown-entitlement"

    /// The two have different ends, and no document explains the provider's.
    public static let endDate: DivergenceKind = "end-date"

    /// No rule explains the difference.
    public static let unexplained: DivergenceKind = "unexplained"
}

extension DivergenceKind {
    /// The party that must act before a team switches.
    public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        /// The documents contradict the provider; switching fixes it.
        case provider

        /// Purser lacks something; fix it before switching.
        case purser

        /// Both can be meant; the team decides.
        case policy

        /// No rule explains it; look at it before switching.
        case unknown
    }

    /// Every class that Purser assigns, in the order of a report.
    public static let all: [DivergenceKind] = texts.map(\.kind)

    /// The party that must act; unknown for a class that is not one of these.
    public var cause: Cause { Self.entries[self]?.cause ?? .unknown }

    /// The class in a few words.
    ///
    /// - Parameter language: Such as `en` or `zh-Hans`; English replaces others.
    /// - Returns: The title, or the class's name when it is not one of these.
    public func title(in language: String) -> String {
        guard let entry = Self.entries[self] else { return rawValue }
        return Self.isChinese(language) ? entry.chineseTitle : entry.title
    }

    /// What the class means and what to do, in a sentence or two.
    ///
    /// - Parameter language: Such as `en` or `zh-Hans`; English replaces others.
    /// - Returns: The text, or the class's name when it is not one of these.
    public func text(in language: String) -> String {
        guard let entry = Self.entries[self] else { return rawValue }
        return Self.isChinese(language) ? entry.chinese : entry.english
    }

    static func isChinese(_ language: String) -> Bool { language.lowercased().hasPrefix("zh") }

    private static let entries = Dictionary(uniqueKeysWithValues: texts.map { ($0.kind, $0) })
}
