// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A queue of deliveries to receivers outside of the server, in lanes.
///
/// While a delivery of a lane waits for another attempt, the ones behind it wait too; other lanes continue.
package struct LaneQueue: Hashable, Sendable {
    /// The table of lanes, and the table of deliveries.
    let lanes: Query
    let deliveries: Query
    /// The columns of the receiver, and of the number of what is delivered.
    let receiver: Query
    let item: Query

    /// Events to webhook endpoints; a lane has the events about one customer.
    package static let webhooks = LaneQueue(
        lanes: "webhook_lanes",
        deliveries: "webhook_deliveries",
        receiver: "endpoint",
        item: "event"
    )

    /// Notifications to the URLs to which they are forwarded; a lane has the notifications about one purchase.
    package static let forwards = LaneQueue(
        lanes: "forward_lanes",
        deliveries: "forward_deliveries",
        receiver: "target",
        item: "notification"
    )
}

/// Deliveries to one receiver that are made one after another.
package struct DeliveryLane: Hashable, Sendable {
    /// The queue.
    package var queue: LaneQueue
    /// The receiver's identifier.
    package var receiver: String
    /// What the deliveries are about, such as a customer; empty for those about nothing in particular.
    package var name: String

    /// Makes a lane.
    package init(_ queue: LaneQueue, receiver: String, name: String) {
        self.queue = queue
        self.receiver = receiver
        self.name = name
    }
}

/// A delivery that waits in a lane, or was made or abandoned.
package protocol LaneDelivery: Sendable {
    /// The lane.
    var lane: DeliveryLane { get }
    /// The number of what is delivered; a lane's deliveries are made in its order.
    var number: Int64 { get }
    /// How many attempts were made.
    var attempts: Int { get }
}

/// The state of a delivery.
package struct DeliveryState: RawRepresentable, Hashable, Sendable {
    /// The name as it is stored.
    package let rawValue: String

    /// Makes a state from its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// It waits for an attempt.
    package static let pending = DeliveryState(rawValue: "pending")
    /// The receiver accepted it.
    package static let delivered = DeliveryState(rawValue: "delivered")
    /// It was abandoned.
    package static let failed = DeliveryState(rawValue: "failed")
}
