// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import HTTPService

/// One operation of the API: what the router calls, and what the contract says of it, from one description.
struct Route: Sendable {
    typealias Handler = @Sendable (RequestContext) async throws -> HTTPResponse

    var method: HTTPMethod
    var path: String
    /// The operation's name in the contract, such as `createOrder`.
    var name: String
    var summary: String
    var group: RouteTag
    var access: AccessLevel
    /// The schemas of the names in the path; a name that is absent here is any identifier.
    var pathSchemas: [String: Schema] = [:]
    var query: [Parameter] = []
    var headers: [Parameter] = []
    var body: RequestBodyDescription?
    var answers: [ResponseDescription]
    /// Whether clients made by others call it: unknown members and parameters are ignored.
    var allowsUnknown = false
    /// Whether a caller may take an answer of some age, which a replica can give.
    var acceptsCacheControl = false
    /// What can go wrong besides what can go wrong with every route.
    var problems: [ProblemCode] = []
    var handler: Handler

    struct Parameter: Hashable, Sendable {
        var name: String
        var schema: Schema
        var summary: String
        var isRequired = false
    }

    /// What a request carries.
    struct RequestBodyDescription: Sendable {
        var types: [any SchemaDescribed.Type] = []
        var schema: Schema
        var mediaTypes = ["application/json"]
        var isRequired = true
        /// How much JSON it may hold; what callers of the route's access may usually send when absent.
        var limits: JSONLimits?

        /// Whether the body may be a gzip file.
        var mayBePacked: Bool { mediaTypes.contains { Self.packedTypes.contains($0) } }

        /// The names of a gzip file: Apple's reports come as the first, the second is the registered one.
        static let packedTypes = ["application/a-gzip", "application/gzip"]

        static func json(_ type: any SchemaDescribed.Type, limits: JSONLimits? = nil) -> RequestBodyDescription {
            RequestBodyDescription(types: [type], schema: .of(type), limits: limits)
        }

        static func optionalJSON(_ type: any SchemaDescribed.Type) -> RequestBodyDescription {
            RequestBodyDescription(types: [type], schema: .of(type), isRequired: false)
        }
    }

    /// What a good answer carries.
    struct ResponseDescription: Sendable {
        var status: Int
        var summary: String
        var types: [any SchemaDescribed.Type] = []
        var schema: Schema?
        var mediaType = "application/json"
        /// The types that a caller may choose besides; a text to the contract.
        var textTypes: [String] = []

        static func json(_ type: any SchemaDescribed.Type, _ summary: String, status: Int = 200) -> ResponseDescription
        {
            ResponseDescription(status: status, summary: summary, types: [type], schema: .of(type))
        }

        /// A table: JSON, comma-separated values, or one JSON object on each line.
        static func table(_ type: any SchemaDescribed.Type, _ summary: String) -> ResponseDescription {
            var answer = json(type, summary)
            answer.textTypes = ["text/csv", "application/jsonl"]
            return answer
        }

        static func empty(_ summary: String, status: Int = 204) -> ResponseDescription {
            ResponseDescription(status: status, summary: summary)
        }
    }

    /// Whether a request may hold what the contract does not name: Apple's own documents may, too.
    var isOpen: Bool { allowsUnknown || access == .appStore }

    /// Whether the response waits for what happens, and so never ends on its own while it does.
    var isStream: Bool { answers.contains { $0.mediaType == "text/event-stream" } }

    /// The names in braces in the path.
    var pathParameters: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") && $0.hasSuffix("}") }
            .map { String($0.dropFirst().dropLast()) }
    }
}

/// A chapter of the contract.
enum RouteTag: String, CaseIterable, Sendable {
    case service = "Service"
    case monitoring = "Monitoring"
    case catalog = "Catalog"
    case orders = "Orders"
    case purchases = "Purchases"
    case customers = "Customers"
    case notifications = "Notifications"
    case webhooks = "Events and webhooks"
    case apple = "Apple's operations"
    case recovery = "Recovery"
    case money = "Money"
    case administration = "Administration"
    case compatibility = "Compatibility"
}
