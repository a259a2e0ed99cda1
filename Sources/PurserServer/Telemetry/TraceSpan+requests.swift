// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService

extension HTTPClientRequest {
    /// The first value of a header field.
    func field(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension TraceSpan {
    /// A request of the API: what it was and how it ended, and nothing about a customer.
    ///
    /// <https://opentelemetry.io/docs/specs/semconv/http/http-spans/>
    static func request(
        to route: Route,
        _ request: HTTPRequest,
        _ context: TraceParent,
        from start: Date,
        seconds: Double,
        status: Int,
        _ problem: String?
    ) -> TraceSpan {
        var attributes: [String: Value] = [
            "http.request.method": .text(route.method.rawValue), "http.route": .text(route.path),
            "http.response.status_code": .number(Int64(status)), "purser.request.id": .text(request.id),
        ]
        if let problem { attributes["error.type"] = .text(problem) }
        return TraceSpan(
            name: "\(route.method.rawValue) \(route.path)",
            kind: .server,
            context: context,
            parent: request.traceParent?.span,
            start: start,
            seconds: seconds,
            attributes: attributes,
            isError: status >= 500
        )
    }

    /// An attempt to deliver an event; without a status there was no response.
    static func delivery(
        _ request: HTTPClientRequest,
        _ context: TraceParent,
        below parent: TraceParent,
        from start: Date,
        seconds: Double,
        status: Int?
    ) -> TraceSpan {
        var attributes: [String: Value] = ["http.request.method": .text(request.method)]
        if let host = URL(string: request.url)?.host() { attributes["server.address"] = .text(host) }
        if let event = request.field("Purser-Event") { attributes["purser.event.id"] = .text(event) }
        if let status { attributes["http.response.status_code"] = .number(Int64(status)) }
        return TraceSpan(
            name: "deliver webhook",
            kind: .client,
            context: context,
            parent: parent.span,
            start: start,
            seconds: seconds,
            attributes: attributes,
            isError: status.map { $0 >= 400 } ?? true
        )
    }
}
