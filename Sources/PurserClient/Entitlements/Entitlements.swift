// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What a customer may use.
public struct Entitlements: Hashable, Sendable {
    /// Where the answer is from.
    public enum Source: Hashable, Sendable {
        /// No one was asked yet, or no one is signed in.
        case nobody

        /// The server, just now.
        case server

        /// What the server signed earlier.
        case snapshot

        /// The store's verified transactions on this device.
        case device
    }

    /// Whose entitlements they are; nothing when no one is signed in.
    public var customer: String?

    /// The entitlements that are open.
    public var active: [Entitlement]

    /// Where the answer is from.
    public var source: Source

    init(customer: String? = nil, active: [Entitlement] = [], source: Source = .nobody) {
        self.customer = customer
        self.active = active.sorted { $0.id < $1.id }
        self.source = source
    }

    /// The names of the entitlements that are open.
    public var names: Set<String> { Set(self.active.map(\.id)) }

    /// A right that is open.
    ///
    /// - Parameter id: The right's name.
    /// - Returns: The right; nothing when it is not open.
    public subscript(id: String) -> Entitlement? { self.active.first { $0.id == id } }
}

/// One right.
public struct Entitlement: Hashable, Sendable, Identifiable {
    /// The right's name.
    public var id: String

    /// Until when, as far as is known; permanently when absent.
    public var expirationDate: Date?

    /// Whether a subscription will renew it.
    public var willRenew: Bool

    /// The product that gives it, when that is known.
    public var product: String?

    /// The other store that sold the purchase, such as `google-play`, as the team's backend stated.
    ///
    /// Nothing when the App Store sold it, and while the server is not reached. Such a subscription is managed in its store,
    /// and not in the App Store.
    public var store: String?
}

/// A change of what a customer may use.
public struct EntitlementChange: Hashable, Sendable {
    /// What the customer may use now.
    public let current: Entitlements

    /// The entitlements that were opened.
    public let added: Set<String>

    /// The entitlements that were closed.
    public let removed: Set<String>
}

/// What is known of one entitlement at this moment.
public enum EntitlementStatus: Hashable, Sendable {
    /// It is open.
    case active

    /// It is closed.
    case inactive

    /// No one could be asked for too long; the app decides.
    case stale

    /// The device's clock was set back behind what is known to have passed.
    case clockSetBack
}
