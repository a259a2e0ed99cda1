// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A response.
public struct HTTPResponse: Sendable {
    /// The status.
    public var status: HTTPStatus

    /// The header fields; `Date`, `Content-Length` and `Transfer-Encoding` are the server's to add.
    public var headers: HTTPHeaders

    /// The body.
    public var body: HTTPBody

    /// Whether the body waits for what may never happen: it then counts as a connection, not as a request in progress.
    public var isLongLived = false

    /// Makes a response.
    public init(status: HTTPStatus = .ok, headers: HTTPHeaders = [:], body: HTTPBody = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response with a plain text.
    public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Data(text.utf8))
        )
    }

    /// A response with a page.
    public static func html(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: ["Content-Type": "text/html; charset=utf-8"],
            body: .bytes(Data(text.utf8))
        )
    }

    /// A response with JSON that is already encoded.
    public static func json(bytes: Data, status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(bytes))
    }

    /// A response with a value as JSON: keys in alphabetical order, instants as milliseconds since 1970.
    ///
    /// - Throws: An `EncodingError` when the value cannot be JSON.
    public static func json(_ value: some Encodable, status: HTTPStatus = .ok) throws -> HTTPResponse {
        json(bytes: try encode(value), status: status)
    }

    /// A response that says what went wrong.
    public static func problem(_ problem: Problem) -> HTTPResponse {
        var headers = problem.headers
        headers["Content-Type"] = "application/problem+json"
        return HTTPResponse(status: problem.status, headers: headers, body: .bytes(problem.json))
    }

    /// A response that sends the client to another place.
    public static func redirect(to location: String, status: HTTPStatus = .seeOther) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Location": location])
    }

    /// A response of server-sent events.
    public static func events(
        _ events: @escaping @Sendable (_ writer: HTTPBodyWriter) async throws -> Void
    ) -> HTTPResponse {
        var response = HTTPResponse(
            headers: [
                "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
            ],
            body: .stream(events)
        )
        response.isLongLived = true
        return response
    }

    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
            // An instant beyond what can be counted must not end the process that answers about it.
            try container.encode(Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
        }
        return try encoder.encode(value)
    }
}
