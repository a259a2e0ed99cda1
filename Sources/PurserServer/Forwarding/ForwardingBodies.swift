// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Persistence

/// A URL to which notifications are forwarded.
struct ForwardingTargetBody: Codable, Sendable, SchemaDescribed {
    var id: String
    var url: String
    var environments: [Environment]
    var pending: Int
    var oldestPending: Date?
    var failed: Int

    private enum CodingKeys: String, CodingKey {
        case id, url, environments, pending, failed
        case oldestPending = "oldestPendingAt"
    }

    static let schemaName = "ForwardingTarget"
    static let schema = Schema.object(
        [
            "id": .string, "url": .string,
            "environments": .array(of: .string).described("The environments to forward; all when empty."),
            "pending": .integer, "failed": .integer,
        ],
        optional: ["oldestPendingAt": .instant]
    )

    init(_ target: ForwardingTarget, pending: Backlog, failed: Int) {
        id = target.id
        url = target.forwarding.url
        environments = target.forwarding.environments ?? []
        self.pending = pending.count
        oldestPending = pending.oldest
        self.failed = failed
    }
}

struct ForwardingTargetList: Codable, Sendable, SchemaDescribed {
    var targets: [ForwardingTargetBody]

    static let schema = Schema.object(["targets": .array(of: .of(ForwardingTargetBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [ForwardingTargetBody.self]
}

/// The delivery of a notification to a URL.
struct ForwardingDeliveryBody: Codable, Sendable, SchemaDescribed {
    var notification: String
    var type: String
    var received: Date
    var state: String
    var attempts: Int
    var lastAttempt: Date?
    var lastResponse: String?
    var number: Int64

    private enum CodingKeys: String, CodingKey {
        case notification, type, state, attempts, lastResponse, number
        case received = "receivedAt"
        case lastAttempt = "lastAttemptAt"
    }

    static let schemaName = "ForwardingDelivery"
    static let schema = Schema.object(
        [
            "notification": .string.described("The identifier to resend the notification with."),
            "type": .string.described("The type and subtype, such as DID_RENEW.BILLING_RECOVERY."),
            "receivedAt": .instant, "state": .oneOf(["pending", "delivered", "failed"]), "attempts": .integer,
            "number": .integer.described("The value of `before` for the next page."),
        ],
        optional: [
            "lastAttemptAt": .instant,
            "lastResponse": .string.described("The status of the last response, or the reason for none."),
        ]
    )

    init(_ delivery: ForwardDelivery) {
        notification = delivery.notification.id
        type = delivery.notification.label
        received = delivery.notification.received
        state = delivery.state.rawValue
        attempts = delivery.attempts
        lastAttempt = delivery.lastAttemptDate
        lastResponse = delivery.lastResponse
        number = delivery.number
    }
}

struct ForwardingDeliveryList: Codable, Sendable, SchemaDescribed {
    var deliveries: [ForwardingDeliveryBody]

    static let schema = Schema.object(["deliveries": .array(of: .of(ForwardingDeliveryBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [ForwardingDeliveryBody.self]
}

/// The notifications to forward again.
struct ResendForwardsRequest: Decodable, Sendable, SchemaDescribed {
    var notifications: [String]?
    var failedOnly: Bool?

    static let maximumCount = 1000

    static let schema = Schema.object(
        [:],
        optional: [
            "notifications": .array(of: .string(upTo: 500), upTo: Int64(maximumCount)).described(
                "Identifiers as the list of deliveries has them, at most 1,000."
            ),
            "failedOnly": .boolean.described("All notifications whose attempts ran out."),
        ]
    )
}
