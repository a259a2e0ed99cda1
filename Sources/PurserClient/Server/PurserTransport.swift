// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends a request to the team's server and brings its answer.
public protocol PurserTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer, whatever its status.
    /// - Throws: An error when there is no answer.
    func send(_ request: PurserRequest) async throws -> PurserResponse
}

/// A request to the team's server.
public struct PurserRequest: Hashable, Sendable {
    /// The method, such as GET.
    public var method: String

    /// Where it goes.
    public var url: URL

    /// Its header fields.
    public var headers: [String: String]

    /// Its body.
    public var body: Data?
}

/// The server's answer.
public struct PurserResponse: Hashable, Sendable {
    /// The status, such as 200.
    public var status: Int

    /// The header fields, their names in small letters.
    public var headers: [String: String]

    /// The body.
    public var body: Data

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields, their names in small letters.
    ///   - body: The body.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Sends requests by URLSession.
public struct SessionTransport: PurserTransport {
    private let session: URLSession

    /// Makes a transport that keeps no cookies and no cache.
    ///
    /// - Parameter timeout: How long an answer is waited for, in seconds.
    public init(timeout: TimeInterval = 30) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        session = URLSession(configuration: configuration)
    }

    /// Sends a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: `URLError` when there is none.
    public func send(_ request: PurserRequest) async throws -> PurserResponse {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method
        message.httpBody = request.body
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        let (body, response) = try await session.data(for: message)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            headers[name.lowercased()] = value
        }
        return PurserResponse(status: response.statusCode, headers: headers, body: body)
    }
}
