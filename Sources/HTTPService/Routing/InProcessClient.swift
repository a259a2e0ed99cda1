// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Sends requests to a handler without a socket: what tests use.
public struct InProcessClient: Sendable {
    /// A response whose body has been read whole.
    public struct Response: Sendable {
        /// The status.
        public var status: HTTPStatus

        /// The header fields.
        public var headers: HTTPHeaders

        /// The body.
        public var body: Data

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }

        /// Decodes the body from JSON; instants are milliseconds since 1970.
        ///
        /// - Throws: A `DecodingError` that names the field.
        public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .millisecondsSince1970
            return try decoder.decode(type, from: body)
        }
    }

    private let respond: @Sendable (HTTPRequest) async -> HTTPResponse

    /// Makes a client of a handler.
    public init(_ respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
        self.respond = respond
    }

    /// Makes a client of a router.
    public init(_ router: Router) {
        self.init { await router.respond(to: $0) }
    }

    /// Sends a request and reads the answer whole, or so many writes of a stream.
    ///
    /// - Throws: What a stream's closure throws, or an error about a file that cannot be read.
    public func send(
        _ method: HTTPMethod = .get,
        _ target: String,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        writes limit: Int = .max
    ) async throws -> Response {
        let response = await open(method, target, headers: headers, body: body)
        let bytes = method == .head ? Data() : try await Self.read(response.body, writes: limit)
        return Response(status: response.status, headers: response.headers, body: bytes)
    }

    /// Sends a request and leaves the answer's body unread.
    public func open(
        _ method: HTTPMethod = .get,
        _ target: String,
        headers: HTTPHeaders = [:],
        body: Data = Data()
    ) async -> HTTPResponse {
        await respond(HTTPRequest(method: method, target: target, headers: headers, body: body))
    }

    /// Sends a value as JSON and reads the answer whole.
    ///
    /// - Throws: An `EncodingError`, or what ``send(_:_:headers:body:)`` throws.
    public func send(
        _ method: HTTPMethod,
        _ target: String,
        headers: HTTPHeaders = [:],
        json value: some Encodable
    ) async throws -> Response {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return try await send(method, target, headers: headers, body: try HTTPResponse.encode(value))
    }

    private static func read(_ body: HTTPBody, writes limit: Int) async throws -> Data {
        switch body {
        case .bytes(let bytes):
            return bytes
        case .file(let path, _):
            return try Data(contentsOf: URL(filePath: path))
        case .stream(let write):
            let collected = Collected(limit: limit)
            do {
                try await write(HTTPBodyWriter { try await collected.append($0) })
            } catch is Enough {
                // The peer has gone, with what it wanted.
            }
            return await collected.bytes
        }
    }

    private struct Enough: Error {}

    private actor Collected {
        var bytes = Data()
        private var rest: Int

        init(limit: Int) {
            rest = limit
        }

        func append(_ more: Data) throws {
            bytes += more
            rest -= 1
            if rest == 0 { throw Enough() }
        }
    }
}
