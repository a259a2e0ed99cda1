// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// One request on its way to a handler: who asks, for which app, and at what instant.
struct RequestContext: Sendable {
    let request: HTTPRequest
    let caller: Caller
    let now: Date
    /// How old the answer may be, where the route can be answered by a replica: as old as the caller says.
    let tolerance: ReadStaleness
    /// The trace that the request is part of, and the span that is the parent of what follows from it.
    let traceParent: TraceParent?
    /// Finds out again who asks, for a response that lasts: keys and tokens end meanwhile.
    let authenticate: @Sendable (_ now: Date) async throws -> Caller

    init(
        request: HTTPRequest,
        caller: Caller,
        now: Date,
        acceptsCacheControl: Bool = false,
        traceParent: TraceParent? = nil,
        authenticate: (@Sendable (_ now: Date) async throws -> Caller)? = nil
    ) {
        self.request = request
        self.caller = caller
        self.now = now
        self.traceParent = traceParent ?? request.traceParent
        self.authenticate = authenticate ?? { _ in caller }
        let age = acceptsCacheControl ? request.headers["cache-control"].map(CacheControl.accepted) ?? 0 : 0
        tolerance = ReadStaleness(.seconds(age))
    }

    /// The app that the caller's key belongs to.
    var app: AppConfiguration {
        get throws(ServiceProblem) {
            guard let app = caller.app else {
                throw ServiceProblem(.unauthenticated, "Send a key of the app in the Authorization header.")
            }
            return app
        }
    }

    /// Decodes the JSON body; the problem names the field and never repeats what was sent.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) throws(ServiceProblem) -> Body {
        do {
            return try ServiceJSON.decodeRequest(type, from: request.body)
        } catch let error as DecodingError {
            throw ServiceProblem(.malformedBody, error.explanation)
        } catch let problem as ServiceProblem {
            throw problem
        } catch {
            throw ServiceProblem(.malformedBody, "The body is not the JSON that this route expects.")
        }
    }

    /// Decodes the JSON body when there is one.
    func optionalBody<Body: Decodable>(_ type: Body.Type = Body.self) throws(ServiceProblem) -> Body? {
        request.body.isEmpty ? nil : try body(type)
    }

    /// A name from the path.
    func path(_ name: String) throws(ServiceProblem) -> String {
        guard let value = request.pathParameters[name], (1...200).contains(value.utf8.count) else {
            throw ServiceProblem.invalid(name, "1 to 200 bytes")
        }
        return value
    }

    /// A customer from the path, whom this caller may act for.
    func customer(_ name: String = "customer") throws(ServiceProblem) -> CustomerID {
        let customer = CustomerID(rawValue: try path(name))
        try caller.requireAccess(to: customer)
        return customer
    }

    func text(_ name: String) -> String? {
        request.query[name]
    }

    func instant(_ name: String) throws(ServiceProblem) -> Date? {
        try integer(name).map { Date(millisecondsSince1970: $0) }
    }

    /// The device that asks, where plans are counted by device.
    var device: DeviceID? { text("device").map(DeviceID.init(rawValue:)) }

    func integer(
        _ name: String,
        in range: ClosedRange<Int64> = ServiceJSON.instants
    ) throws(ServiceProblem) -> Int64? {
        guard let text = text(name) else { return nil }
        guard let value = Int64(text), range.contains(value) else {
            throw ServiceProblem.invalid(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func flag(_ name: String) throws(ServiceProblem) -> Bool? {
        switch text(name) {
        case nil: nil
        case "true": true
        case "false": false
        default: throw ServiceProblem.invalid(name, "true or false")
        }
    }

    /// Which environment's data is meant; production unless the caller says otherwise.
    func scope() throws -> AppScope {
        let name = text("environment")
        let environment = Environment(rawValue: name ?? Environment.production.rawValue)
        guard [.production, .sandbox, .xcode, .localTesting].contains(environment) else {
            throw ServiceProblem.invalid("environment", "Production, Sandbox, Xcode or LocalTesting")
        }
        return AppScope(bundleID: try app.bundleID, environment: environment)
    }
}

extension Route.Parameter {
    static let cacheControl = Route.Parameter(
        name: "Cache-Control",
        schema: .string(upTo: 200),
        summary: "`max-age=5` accepts a response up to five seconds old, from a replica (default: 0)."
    )

    static let traceParent = Route.Parameter(
        name: "traceparent",
        schema: .pattern("^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"),
        summary: "The trace of the request (W3C Trace Context). The events of the order and their webhooks have it."
    )

    static let environment = Route.Parameter(
        name: "environment",
        schema: .oneOf(["Production", "Sandbox", "Xcode", "LocalTesting"]),
        summary: "The environment (default: Production). Environments never mix."
    )

    static let device = Route.Parameter(
        name: "device",
        schema: .identifier,
        summary: "Only what serves this registered device (default: all devices)."
    )

    static let limit = Route.Parameter(
        name: "limit",
        schema: .integer(from: 1, to: 500),
        summary: "The maximum number of elements (default: 100)."
    )
}

extension HTTPRequest {
    /// The trace that the caller names; nothing where the header is invalid or comes twice.
    var traceParent: TraceParent? {
        let values = headers.values("traceparent")
        return values.count == 1 ? TraceParent(header: values[0]) : nil
    }
}

extension DecodingError {
    /// What is wrong and where, without the value that was sent.
    var explanation: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context.codingPath + [key])) is missing."
        case .typeMismatch(_, let context): "\(Self.place(context.codingPath)) has the wrong type."
        case .valueNotFound(_, let context): "\(Self.place(context.codingPath)) must not be null."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(Self.place(context.codingPath)) has a value that cannot be."
        default: "The body is not JSON."
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "The body" : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
}
