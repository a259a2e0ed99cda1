// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A request to another server.
public struct HTTPClientRequest: Sendable {
    /// One header field.
    public typealias Header = (name: String, value: String)

    /// The method.
    public var method: String

    /// The absolute URL; only `http` and `https` are followed.
    public var url: String

    /// The numeric address to connect to instead of what the URL's host means; TLS still checks the host's name.
    ///
    /// Whoever has looked at the address of a name that is not to be trusted connects to that address, and a name that
    /// means something else a moment later gains nothing.
    public var address: String?

    /// The header fields.
    public var headers: [Header]

    /// The body; nil sends none.
    public var body: Data?

    /// How long the whole exchange may take.
    public var timeout: Duration

    /// The largest body that is accepted in the response.
    public var maximumResponseBytes: Int

    /// How many redirects are followed; none unless asked.
    public var maximumRedirects: Int

    /// Whether it does no harm when it comes twice: sent again automatically when a connection that was kept ends without an answer.
    ///
    /// One that may not be goes over a connection of its own.
    public var mayBeRepeated = true

    /// What it is for, in a word or two for measurements; it is not sent.
    public var purpose: String?

    /// Makes a request.
    public init(
        _ method: String = "GET",
        _ url: String,
        headers: [Header] = [],
        body: Data? = nil,
        timeout: Duration = .seconds(30),
        maximumResponseBytes: Int = 8 << 20,
        maximumRedirects: Int = 0
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumResponseBytes = maximumResponseBytes
        self.maximumRedirects = maximumRedirects
    }
}
