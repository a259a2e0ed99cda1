// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// The delivery of one event to one endpoint.
package struct StoredWebhookDelivery: Hashable, Sendable {
    /// Where it stands.
    package struct State: RawRepresentable, Hashable, Sendable {
        /// The name as it is stored.
        package let rawValue: String

        /// Makes a state from its name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// It is waiting for its delivery.
        package static let pending = State(rawValue: "pending")
        /// The endpoint took it.
        package static let delivered = State(rawValue: "delivered")
        /// It was abandoned.
        package static let failed = State(rawValue: "failed")
    }

    /// The lane of its delivery.
    package var lane: WebhookLane
    /// The event, as the store keeps it.
    package var event: StoredEvent
    /// Where it stands.
    package var state: State
    /// How often it was tried.
    package var attempts: Int
    /// When it was tried last.
    package var lastAttemptDate: Date?
    /// What the endpoint answered last.
    package var lastResponse: String?
}

/// One endpoint's events of one customer, told one after another.
package struct WebhookLane: Hashable, Sendable {
    /// The endpoint.
    package var endpoint: String
    /// The customer; empty for events that are about none.
    package var customer: String

    /// Makes a lane.
    package init(endpoint: String, customer: String) {
        self.endpoint = endpoint
        self.customer = customer
    }
}
