// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Foundation

/// What is known of a customer's entitlements, and how far it may be relied on.
package struct CachedEntitlements: Hashable, Sendable {
    package struct Item: Hashable, Sendable, Codable {
        package var entitlement: String
        package var endDate: Date?
        package var willRenew: Bool
    }

    package var items: [Item]

    /// When the server said so, by its clock.
    package var issued: Date

    /// Until when it may be relied on, by the server's clock.
    package var expires: Date

    /// When it came, by the device's clock, which may be some hours off.
    package var received: Date

    /// What may be concluded about an entitlement.
    ///
    /// The server's clock is counted on from when the answer came, so a device whose clock is wrong is served too; one
    /// whose clock is set back is found out.
    ///
    /// - Parameters:
    ///   - entitlement: The right.
    ///   - now: What the device's clock says.
    ///   - lastSeen: The latest instant that the device's clock is known to have shown.
    /// - Returns: What may be concluded.
    package func status(of entitlement: String, asOf now: Date, lastSeen: Date?) -> EntitlementStatus {
        if now < max(received, lastSeen ?? received) { return .clockSetBack }
        let serverNow = issued.addingTimeInterval(now.timeIntervalSince(received))
        guard serverNow < expires else { return .stale }
        guard let item = items.first(where: { $0.entitlement == entitlement }) else { return .inactive }
        guard let end = item.endDate, end <= serverNow else { return .active }
        // A renewal that the app cannot know of: the server knows.
        return item.willRenew ? .stale : .inactive
    }

    /// Whether there is an entitlement of which it cannot be said whether it is open.
    func isUncertain(asOf now: Date, lastSeen: Date?) -> Bool {
        items.contains {
            let status = status(of: $0.entitlement, asOf: now, lastSeen: lastSeen)
            return status == .stale || status == .clockSetBack
        }
    }

    /// The entitlements that are open.
    func open(asOf now: Date, lastSeen: Date?) -> [Entitlement] {
        items.filter { status(of: $0.entitlement, asOf: now, lastSeen: lastSeen) == .active }.map {
            Entitlement(id: $0.entitlement, expirationDate: $0.endDate, willRenew: $0.willRenew)
        }
    }
}
