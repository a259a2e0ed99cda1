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

/// A notification as its row holds it.
///
/// Its body is packed before the transaction, in which every caller waits for it, and unpacked only to be sent.
package struct PackedForward: Hashable, Sendable {
    /// The identifier, the same each time the App Store sends the notification.
    package var id: String
    /// The type and subtype, for people.
    package var label: String
    /// When it was received.
    package var received: Date
    /// The request's media type.
    package var mediaType: String
    /// The packed body.
    var packedBody: Data

    /// Packs a notification.
    ///
    /// - Throws: `DatabaseError` when its body cannot be packed.
    package init(_ notification: ForwardedNotification) throws {
        self.init(
            id: notification.id,
            label: notification.label,
            received: notification.received,
            mediaType: notification.mediaType,
            packedBody: Data(try CompressedBytes.pack(Array(notification.body), isKeptShortly: true))
        )
    }

    init(id: String, label: String, received: Date, mediaType: String, packedBody: Data) {
        self.id = id
        self.label = label
        self.received = received
        self.mediaType = mediaType
        self.packedBody = packedBody
    }

    /// The request's body, byte for byte.
    ///
    /// - Returns: The body.
    /// - Throws: `DatabaseError` when the row is damaged.
    package func body() throws -> Data { Data(try CompressedBytes.unpack(Array(packedBody))) }
}

/// The delivery of one notification to one target.
package struct ForwardDelivery: Hashable, Sendable, LaneDelivery {
    /// The target, and the purchase whose notifications are delivered in order.
    package var lane: DeliveryLane
    /// The notification's number.
    package var number: Int64
    /// The notification.
    package var notification: PackedForward
    /// `pending`, `delivered` or `failed`, as for webhooks.
    package var state: DeliveryState
    /// How many attempts were made.
    package var attempts: Int
    /// When the last attempt was made.
    package var lastAttemptDate: Date?
    /// The status of the last response, or the reason for none.
    package var lastResponse: String?
}
