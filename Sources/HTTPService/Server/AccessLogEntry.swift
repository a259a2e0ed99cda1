// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What an access log may say of a request.
///
/// The query is left out: it may hold what does not belong in a log.
public struct AccessLogEntry: Hashable, Sendable {
    /// The request's id.
    public var requestID: String

    /// The method.
    public var method: HTTPMethod

    /// The path without the query.
    public var path: String

    /// The status of the answer.
    public var status: HTTPStatus

    /// The bytes of the request's body.
    public var bytesReceived: Int

    /// From the request line to the last byte of the answer.
    public var duration: Duration

    /// The peer's numeric address.
    public var remoteAddress: String?

    /// Whether the whole answer was sent.
    public var isComplete: Bool
}
