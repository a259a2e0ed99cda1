// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// The delivery of one event to one endpoint.
package struct StoredWebhookDelivery: Hashable, Sendable {
    /// The lane of its delivery.
    package var lane: DeliveryLane
    /// The event, as the store keeps it.
    package var event: StoredEvent
    /// Where it stands.
    package var state: DeliveryState
    /// How often it was tried.
    package var attempts: Int
    /// When it was tried last.
    package var lastAttemptDate: Date?
    /// What the endpoint answered last.
    package var lastResponse: String?
}

extension StoredWebhookDelivery: LaneDelivery {
    /// The event's number.
    package var number: Int64 { event.number }
}
