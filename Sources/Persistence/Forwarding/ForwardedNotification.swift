// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// Reads forwarded notifications.
package protocol ForwardingReader: QueryReader {}

/// Writes forwarded notifications.
package protocol ForwardingWriter: ForwardingReader, QueryWriter {}

/// An App Store notification to forward, with the bytes that the App Store sent.
package struct ForwardedNotification: Hashable, Sendable {
    /// The identifier, the same each time the App Store sends the notification.
    package var id: String
    /// The type and subtype, for people.
    package var label: String
    /// When it was received.
    package var received: Date
    /// The request's media type.
    package var mediaType: String
    /// The request's body.
    package var body: Data

    /// Makes a notification.
    package init(id: String, label: String, received: Date, mediaType: String, body: Data) {
        self.id = id
        self.label = label
        self.received = received
        self.mediaType = mediaType
        self.body = body
    }
}

/// A notification as its row holds it: made smaller before the transaction, in which every caller waits for it.
package struct PackedForward: Sendable {
    let notification: ForwardedNotification
    let body: Data

    /// Packs a notification.
    ///
    /// - Throws: `DatabaseError` when its body cannot be packed.
    package init(_ notification: ForwardedNotification) throws {
        self.notification = notification
        body = Data(try CompressedBytes.pack(Array(notification.body), isKeptShortly: true))
    }
}

/// The delivery of one notification to one target.
package struct ForwardDelivery: Hashable, Sendable, LaneDelivery {
    /// The target, and the purchase whose notifications are delivered in order.
    package var lane: DeliveryLane
    /// The notification's number.
    package var number: Int64
    /// The notification.
    package var notification: ForwardedNotification
    /// `pending`, `delivered` or `failed`, as for webhooks.
    package var state: DeliveryState
    /// How many attempts were made.
    package var attempts: Int
    /// When the last attempt was made.
    package var lastAttemptDate: Date?
    /// The status of the last response, or the reason for none.
    package var lastResponse: String?
}
