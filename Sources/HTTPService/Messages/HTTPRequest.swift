// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A request, whole: its body has been read.
public struct HTTPRequest: Sendable {
    /// The request's id: the client's own `X-Request-ID` when it is short and plain, otherwise one of ours.
    public var id: String

    /// The method.
    public var method: HTTPMethod

    /// The path as it came, percent-encoded, without the query.
    public var path: String

    /// The query.
    public var query: HTTPQuery

    /// The header fields.
    public var headers: HTTPHeaders

    /// The body.
    public var body: Data

    /// The numeric address of the peer, or nil when the request did not come through a socket.
    public var remoteAddress: String?

    /// Whether the request came over TLS.
    public var isSecure: Bool

    /// What the route's parameters matched, percent-decoded.
    public var pathParameters: [String: String] = [:]

    /// Makes a request; the target is a path with or without a query.
    public init(
        id: String = RequestIdentifiers.shared.next(),
        method: HTTPMethod = .get,
        target: String,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        remoteAddress: String? = nil,
        isSecure: Bool = false
    ) {
        let (path, query) = Self.split(target)
        self.id = id
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
        self.isSecure = isSecure
    }

    /// The host that the client named, without its port and in lower case.
    public var host: String? {
        guard let field = headers["host"] else { return nil }
        if field.hasPrefix("["), let end = field.firstIndex(of: "]") {
            return String(field[...end]).lowercased()
        }
        return field.prefix { $0 != ":" }.lowercased()
    }

    /// The media type of the body without its parameters, in lower case.
    public var mediaType: String? {
        headers["content-type"].map { field in
            field.prefix { $0 != ";" && $0 != " " }.lowercased()
        }
    }

    /// The token of an `Authorization: Bearer` field.
    public var bearerToken: String? {
        guard let field = headers["authorization"], field.prefix(7).lowercased() == "bearer " else { return nil }
        let token = field.dropFirst(7)
        return token.isEmpty ? nil : String(token)
    }

    /// A path parameter that the route's pattern names.
    ///
    /// - Throws: A ``Problem`` of status 500 when the pattern has no such parameter, which is the server's mistake.
    public func parameter(_ name: String) throws -> String {
        guard let value = pathParameters[name] else {
            throw Problem(.internalServerError, detail: "The route has no parameter \(name).")
        }
        return value
    }

    private static func split(_ target: String) -> (String, HTTPQuery) {
        guard let mark = target.utf8.firstIndex(of: 0x3f) else { return (target, HTTPQuery()) }
        let query = String(target[target.utf8.index(after: mark)...].prefix { $0 != "#" })
        return (String(target[..<mark]), HTTPQuery(rawValue: query))
    }
}
