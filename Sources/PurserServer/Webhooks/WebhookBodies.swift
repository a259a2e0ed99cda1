// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a backend says to make or change an endpoint.
struct WebhookEndpointRequest: Decodable, Sendable, SchemaDescribed {
    var url: String?
    var payloadFormat: String?
    var types: [String]?
    var environments: [String]?
    var authorization: String?
    var isEnabled: Bool?

    static let schema = Schema.object(
        [:],
        optional: [
            "url": .string(upTo: 2000).described("The URL of the deliveries."),
            "payloadFormat": .oneOf(WebhookEndpoint.PayloadFormat.allCases.map(\.rawValue)),
            "types": .array(of: .string(upTo: 200), upTo: 500).described("The event types to deliver (empty: all)."),
            "environments": .array(of: .string(upTo: 200), upTo: 10).described(
                "The environments to deliver (empty: all)."
            ),
            "authorization": .string(upTo: 2000).secret.described("A fixed Authorization header for each delivery."),
            "isEnabled": .boolean,
        ]
    )
}

/// An endpoint as it is answered; its secret only when it is new.
struct WebhookEndpointBody: Codable, Sendable, SchemaDescribed {
    var id: String
    var url: String
    var payloadFormat: String
    var types: [EventType]
    var environments: [Environment]
    var isEnabled: Bool
    var created: Date
    var secret: String?

    private enum CodingKeys: String, CodingKey {
        case id, url, payloadFormat, types, environments, isEnabled, secret
        case created = "createdAt"
    }

    static let schemaName = "WebhookEndpoint"
    static let schema = Schema.object(
        [
            "id": .string, "url": .string, "payloadFormat": .string, "types": .array(of: .string),
            "environments": .array(of: .string), "isEnabled": .boolean, "createdAt": .instant,
        ],
        optional: [
            "secret": .string.described("The secret that signs deliveries. It is shown only once, when it is created.")
        ]
    )

    init(_ endpoint: WebhookEndpoint, secret: String? = nil) {
        id = endpoint.id
        url = endpoint.url
        payloadFormat = endpoint.payloadFormat.rawValue
        types = endpoint.types
        environments = endpoint.environments
        isEnabled = endpoint.isEnabled
        created = endpoint.created
        self.secret = secret
    }
}

struct WebhookEndpointList: Codable, Sendable, SchemaDescribed {
    var endpoints: [WebhookEndpointBody]

    static let schema = Schema.object(["endpoints": .array(of: .of(WebhookEndpointBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [WebhookEndpointBody.self]
}

/// One event's way to one endpoint.
struct WebhookDeliveryBody: Codable, Sendable, SchemaDescribed {
    var event: EventID
    var state: String
    var attempts: Int
    var lastAttempt: Date?
    /// The status that the endpoint answered last, or the word for why there was no answer.
    var lastResponse: String?
    /// What to send as `before` for the next page.
    var number: Int64

    private enum CodingKeys: String, CodingKey {
        case event, state, attempts, lastResponse, number
        case lastAttempt = "lastAttemptAt"
    }

    static let schemaName = "Delivery"
    static let schema = Schema.object(
        [
            "event": .string, "state": .oneOf(["pending", "delivered", "failed"]), "attempts": .integer,
            "number": .integer,
        ],
        optional: ["lastAttemptAt": .instant, "lastResponse": .string]
    )
}

struct WebhookDeliveryList: Codable, Sendable, SchemaDescribed {
    var deliveries: [WebhookDeliveryBody]

    static let schema = Schema.object(["deliveries": .array(of: .of(WebhookDeliveryBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [WebhookDeliveryBody.self]
}

/// Which events are sent again.
struct ResendRequest: Decodable, Sendable, SchemaDescribed {
    var events: [EventID]?
    var from: Int64?
    var through: Int64?
    var failedOnly: Bool?
    var state: String?
    var types: [String]?
    var customer: CustomerID?
    var since: Date?
    var until: Date?
    var countOnly: Bool?

    private enum CodingKeys: String, CodingKey {
        case events, from, failedOnly, state, types, customer, since, until, countOnly
        case through = "to"
    }

    static let schema = Schema.object(
        [:],
        optional: [
            "events": .array(of: .string(upTo: 200), upTo: 10_000).described(
                "Event IDs, at most 10,000."
            ),
            "from": .integer(from: 1, to: .max).described("The first position of a range."),
            "to": .integer(from: 1, to: .max).described("The last position of a range."),
            "failedOnly": .boolean.described("Only permanently failed deliveries. The same as the state failed."),
            "state": .oneOf(["pending", "delivered", "failed"]).described("Only deliveries in this state."),
            "types": .array(of: .string(upTo: 200), upTo: 100).described("Only events of these types (empty: all)."),
            "customer": .string(upTo: 200).described("Only events about this customer."),
            "since": .instant.described("Only events from this time on."),
            "until": .instant.described("Only events before this time."),
            "countOnly": .boolean.described("Count the events and resend none (default: false)."),
        ]
    )

    /// The deliveries that are meant; nothing where events or a range are named, or where it narrows nothing.
    var filter: WebhookDeliveryFilter? {
        guard events == nil, from == nil else { return nil }
        let filter = WebhookDeliveryFilter(
            state: state.map(DeliveryState.init(rawValue:)) ?? (failedOnly == true ? .failed : nil),
            types: types ?? [],
            customer: customer,
            since: since,
            until: until
        )
        return filter.isEmpty ? nil : filter
    }

    /// Refuses a range that is none, and what narrows events that are named already.
    func check() throws(ServiceProblem) {
        let narrows = state != nil || types != nil || customer != nil || since != nil || until != nil
        guard !narrows || events == nil && from == nil else {
            throw ServiceProblem.invalid("events and from", "absent beside state, types, customer, since and until")
        }
        guard (events ?? []).count <= 10_000 else { throw ServiceProblem.invalid("events", "at most 10000") }
        guard (from ?? 1) >= 1 else { throw ServiceProblem.invalid("from", "1 or more") }
        guard (through ?? .max) >= (from ?? 1) else {
            throw ServiceProblem.invalid("to", "not less than from, and not less than 1")
        }
    }
}

/// What became of a request to resend events.
struct ResendBody: Codable, Sendable, SchemaDescribed {
    var count: Int
    var resend: String?

    private enum CodingKeys: String, CodingKey {
        case count
        case resend = "resendId"
    }

    static let schemaName = "Resend"
    static let schema = Schema.object(
        ["count": .integer.described("The number of events.")],
        optional: ["resendId": .string.described("The job that resends them, where they are more than 1,000.")]
    )
}

/// How far a job that resends events has come.
struct ResendProgressBody: Codable, Sendable, SchemaDescribed {
    var state: String
    var done: Int
    var total: Int?

    static let schemaName = "ResendProgress"
    static let schema = Schema.object(
        [
            "state": .oneOf(["running", "completed", "failed", "interrupted"]),
            "done": .integer.described("The number of events that Purser delivers again."),
        ],
        optional: ["total": .integer.described("The number of events when the job started.")]
    )
}

struct CountBody: Codable, Sendable, SchemaDescribed {
    var count: Int

    static let schemaName = "Count"
    static let schema = Schema.object(["count": .integer])
}

/// A page of events.
struct EventPage: Codable, Sendable, SchemaDescribed {
    struct Item: Codable, Sendable {
        var position: Int64
        var event: ServerEvent
    }

    var events: [Item]
    /// What to send as `after` for the next page.
    var next: Int64
    var hasMore: Bool

    private enum CodingKeys: String, CodingKey {
        case events, hasMore
        case next = "nextCursor"
    }

    static let schema = Schema.object([
        "events": .array(of: .object(["position": .integer, "event": .of(ServerEvent.self)])),
        "nextCursor": .integer, "hasMore": .boolean,
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [ServerEvent.self]
}
