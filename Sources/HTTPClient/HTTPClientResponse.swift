// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What another server answered.
public struct HTTPClientResponse: Sendable {
    /// The status code.
    public var status: Int

    /// The header fields of the last answer, in order.
    public var headers: [HTTPClientRequest.Header]

    /// The body.
    public var body: Data

    /// Makes a response, for transports of tests.
    public init(status: Int, headers: [HTTPClientRequest.Header] = [], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header field; names compare without regard to case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
}
