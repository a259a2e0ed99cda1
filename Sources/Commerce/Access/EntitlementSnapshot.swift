// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// What an app may go by while it cannot reach the server, for a bounded time.
///
/// The server signs it; the app keeps it. It never opens an entitlement for longer than the server knew it to be open.
public struct EntitlementSnapshot: Hashable, Sendable, Codable {
    /// One right that was active.
    public struct Item: Hashable, Sendable, Codable {
        /// The right.
        public var entitlement: EntitlementID

        /// Until when it was known to be active; permanently when absent.
        public var endDate: Date?

        /// Whether a subscription was set to renew it.
        public var willRenew: Bool
    }

    /// What an app may conclude.
    public enum Verdict: String, Hashable, Sendable, Codable {
        /// The right is open.
        case active

        /// The right is closed.
        case inactive

        /// The snapshot is too old: ask the server.
        case stale

        /// The device's clock was set back behind the snapshot: ask the server.
        case clockSetBack = "clock-set-back"
    }

    /// How long a snapshot may live at most: 30 days.
    public static let maximumLifetimeMilliseconds: Int64 = 30 * 86_400_000

    /// The customer.
    public var customer: CustomerID

    /// When the server made it.
    public var issuedDate: Date

    /// Until when it may be used.
    public var expirationDate: Date

    /// The entitlements that were active.
    public var items: [Item]

    /// Makes a snapshot of answers.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - answers: What the customer may use, as of `issuedDate`.
    ///   - issuedDate: When the server made it.
    ///   - life: How long it may be used, in milliseconds; never longer than 30 days.
    public init(
        customer: CustomerID,
        answers: [EntitlementDecision],
        issuedDate: Date,
        lifeMilliseconds life: Int64 = 3 * 86_400_000
    ) {
        self.customer = customer
        self.issuedDate = issuedDate
        expirationDate = Date(
            millisecondsSince1970: issuedDate.millisecondsSince1970
                + min(max(0, life), Self.maximumLifetimeMilliseconds)
        )
        items = answers.filter(\.isActive).map {
            Item(entitlement: $0.entitlement, endDate: $0.endDate, willRenew: $0.willRenew)
        }
    }

    /// What an app may conclude about an entitlement.
    ///
    /// - Parameters:
    ///   - entitlement: The right.
    ///   - now: What the device's clock says.
    ///   - lastSeen: The latest instant that the app knows to have passed, such as the last time it was open.
    /// - Returns: The verdict.
    public func verdict(on entitlement: EntitlementID, asOf now: Date, lastSeen: Date? = nil) -> Verdict {
        if now < max(issuedDate, lastSeen ?? issuedDate) { return .clockSetBack }
        guard now < expirationDate else { return .stale }
        guard let item = items.first(where: { $0.entitlement == entitlement }) else { return .inactive }
        guard let end = item.endDate, end <= now else { return .active }
        // A renewal that the app cannot know of: the server knows.
        return item.willRenew ? .stale : .inactive
    }
}
