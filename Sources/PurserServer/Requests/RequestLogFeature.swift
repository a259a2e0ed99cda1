// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The log of the API's requests, for whoever looks for one of them.
struct RequestLogFeature: Sendable {
    let apps: Apps
    let log: RequestLog
    let database: any Database

    var routes: [Route] { [listRequests] }

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "request log", interval: .seconds(1)) { [log] in try await log.flush() }]
    }

    private var listRequests: Route {
        Route(
            method: .get,
            path: "/v1/requests",
            name: "listRequests",
            summary: "Lists the logged requests of the app, newest first.",
            group: .monitoring,
            access: .backend,
            query: [
                .limit,
                .init(name: "before", schema: .integer, summary: "`nextCursor` of the previous page."),
                .init(
                    name: "request",
                    schema: .string(upTo: 200),
                    summary: "Only the request with this `X-Request-ID`."
                ),
                .init(
                    name: "route",
                    schema: .string(upTo: 200),
                    summary: "Only requests to this route, such as `/v1/orders/{order}`."
                ),
                .init(
                    name: "status",
                    schema: .string(upTo: 3),
                    summary: "Only responses with this status, such as `404` or `5xx`."
                ),
                .init(
                    name: "caller",
                    schema: .string(upTo: 200),
                    summary: "Only requests of this caller, such as `key key_1` or `app`."
                ),
                .init(
                    name: "trace",
                    schema: .string(upTo: 32),
                    summary: "Only requests of this trace, by its trace ID (W3C Trace Context)."
                ),
                .init(name: "since", schema: .instant, summary: "Only requests from this time on."),
                .init(name: "until", schema: .instant, summary: "Only requests before this time."),
            ],
            answers: [.json(RequestLogPage.self, "The requests.")]
        ) { [self] call in
            let text = call.text("status")
            let statuses = text.flatMap(Self.statuses)
            guard text == nil || statuses != nil else {
                throw ServiceProblem.invalid("status", "a status such as 404, or 2xx, 3xx, 4xx or 5xx")
            }
            let filter = RequestFilter(
                app: try call.app.bundleID,
                includesUnknown: includesUnknown(call.caller.isAdministrator),
                request: call.text("request"),
                route: call.text("route"),
                statuses: statuses,
                caller: call.text("caller"),
                trace: call.text("trace"),
                since: try call.instant("since"),
                until: try call.instant("until")
            )
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            // Whoever asks for a request a moment after it was answered finds it.
            try await log.flush()
            let found = try await database.read { try $0.loggedRequests(filter, before: before, limit: limit) }
            return try .json(
                RequestLogPage(
                    requests: found.map { RequestLogPage.Entry($0.request) },
                    next: found.count == limit ? found.last?.number : nil
                )
            )
        }
    }

    /// Whether a request without a valid key is shown: it belongs to no app, so only the team of all apps sees it.
    func includesUnknown(_ isAdministrator: Bool) -> Bool {
        isAdministrator || apps.configuration.apps.count == 1
    }

    /// The statuses that a text names: one, or a class such as `4xx`.
    static func statuses(_ text: String) -> ClosedRange<Int>? {
        if let status = Int(text), (100...599).contains(status) { return status...status }
        guard text.count == 3, text.hasSuffix("xx"), let first = text.first?.wholeNumberValue, (1...5).contains(first)
        else { return nil }
        return (first * 100)...(first * 100 + 99)
    }
}

/// A page of the request log.
struct RequestLogPage: Codable, Sendable, SchemaDescribed {
    struct Entry: Codable, Sendable {
        var request: String
        var at: Date
        var method: String
        var route: String
        var status: Int
        var milliseconds: Double
        var caller: String
        var customer: CustomerID?
        var address: String?
        var problem: String?
        var trace: String?
        /// How many requests the entry stands for, where it is several.
        var count: Int64?

        private enum CodingKeys: String, CodingKey {
            case method, route, status, milliseconds, caller, customer, address, problem
            case count = "requestCount"
            case request = "requestId"
            case at = "receivedAt"
            case trace = "traceId"
        }

        init(_ logged: LoggedRequest) {
            request = logged.request
            at = logged.instant
            method = logged.method
            route = logged.route
            status = logged.status
            milliseconds = Double(logged.microseconds) / 1000
            caller = logged.caller
            customer = logged.customer
            address = logged.address
            problem = logged.problem
            trace = logged.trace
            count = logged.count == 1 ? nil : logged.count
        }
    }

    var requests: [Entry]
    var next: Int64?

    private enum CodingKeys: String, CodingKey {
        case requests
        case next = "nextCursor"
    }

    static let schema = Schema.object(
        [
            "requests": .array(
                of: .object(
                    [
                        "requestId": .string.described("The `X-Request-ID` of the response."),
                        "receivedAt": .instant, "method": .string, "route": .string, "status": .integer,
                        "milliseconds": .decimal.described("The time until the response was ready."),
                        "caller": .string,
                    ],
                    optional: [
                        "customer": .string.described("The customer in the path or in the customer's token."),
                        "address": .string.described("The caller's network address."),
                        "problem": .string.described("The error code."),
                        "traceId": .string.described("The trace that the caller named in `traceparent`."),
                        "requestCount": .integer.described(
                            "The number of requests without a valid key that this entry counts, where it is more than one. Its route is `*`."
                        ),
                    ]
                )
            )
        ],
        optional: ["nextCursor": .integer.described("The cursor of the next page; absent on the last page.")]
    )
}
