// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient

/// Sends requests: waits for its turn, authenticates, tries again what may be tried again.
struct APIRequester: Sendable {
    let baseURL: String
    let token: (@Sendable (Date) throws -> String)?
    let resetToken: @Sendable () -> Void
    let transport: any HTTPTransport
    let runtime: APIEnvironment
    let retry: RetryPolicy
    let limiter: RateLimiter
    let timeout: Duration
    let maximumResponseBytes: Int

    /// A request before it is sent.
    struct Call: Sendable {
        var endpoint: APIEndpoint
        var method = "GET"
        var path: String
        var query: [(name: String, value: String)] = []
        var body: Data?
        var contentType = "application/json"
        var accept = "application/json"
    }

    /// Sends a call until it succeeds, may not be repeated, or time is over.
    ///
    /// - Throws: ``AppStoreAPIError`` of the last attempt.
    func send(
        _ call: Call,
        check: (HTTPClientResponse) throws -> Void = { _ in }
    ) async throws -> HTTPClientResponse {
        let deadline = runtime.now().addingTimeInterval(retry.deadline.seconds)
        var failures = 0
        var hasRenewedToken = false
        while true {
            try await waitForTurn(call.endpoint, before: deadline)
            do {
                return try await attempt(call, before: deadline, check: check)
            } catch let error as AppStoreAPIError {
                failures += 1
                if error.code == .unauthenticated, !hasRenewedToken, failures < retry.maximumAttempts {
                    // The token at hand may have been made by a clock that has since been set.
                    hasRenewedToken = true
                    resetToken()
                    continue
                }
                guard error.isRetryable, failures < retry.maximumAttempts else { throw error }
                let wait = delay(after: error, failures: failures)
                guard runtime.now().addingTimeInterval(wait.seconds) < deadline else { throw error }
                try await runtime.sleep(wait)
            }
        }
    }

    private func waitForTurn(_ endpoint: APIEndpoint, before deadline: Date) async throws {
        try Task.checkCancellation()
        let now = runtime.now()
        let left = max(0, deadline.timeIntervalSince(now))
        let wait = limiter.reserve(endpoint, asOf: now, longest: left)
        guard wait <= left else {
            throw AppStoreAPIError(
                code: .rateLimited,
                isRetryable: true,
                message: "Too many requests for \(endpoint.name) are waiting. Ask for less, or allow more time."
            )
        }
        if wait > 0 { try await runtime.sleep(.seconds(wait)) }
    }

    private func attempt(
        _ call: Call,
        before deadline: Date,
        check: (HTTPClientResponse) throws -> Void
    ) async throws -> HTTPClientResponse {
        let now = runtime.now()
        let request = try request(for: call, asOf: now, left: max(1, deadline.timeIntervalSince(now)))
        do {
            let response = try await transport.send(request)
            guard (200...299).contains(response.status) else {
                throw AppStoreAPIError(response, of: call.endpoint, asOf: runtime.now())
            }
            try check(response)
            return response
        } catch let error as HTTPClientError {
            throw AppStoreAPIError(error, of: call.endpoint)
        }
    }

    private func request(for call: Call, asOf now: Date, left: TimeInterval) throws -> HTTPClientRequest {
        var headers: [HTTPClientRequest.Header] = [("Accept", call.accept), ("User-Agent", "purser")]
        if let token {
            do {
                headers.append(("Authorization", "Bearer \(try token(now))"))
            } catch {
                throw AppStoreAPIError(
                    code: .noToken,
                    message: "No bearer token could be made for \(call.endpoint.name). Check the key: \(error)"
                )
            }
        }
        if call.body != nil { headers.append(("Content-Type", call.contentType)) }
        let query = call.query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
        var request = HTTPClientRequest(
            call.method,
            baseURL + call.path + (query.isEmpty ? "" : "?" + query),
            headers: headers,
            body: call.body,
            timeout: min(timeout, .seconds(left)),
            maximumResponseBytes: maximumResponseBytes
        )
        request.purpose = call.endpoint.name
        request.mayBeRepeated = call.endpoint.isIdempotent
        return request
    }

    /// Apple's own instant when it named one, or else a growing wait.
    private func delay(after error: AppStoreAPIError, failures: Int) -> Duration {
        let growing = retry.delay(afterFailures: failures, chance: runtime.random())
        guard let instant = error.retryAfter else { return growing }
        // Up to a second of chance, so that not everyone returns at the same instant.
        return .seconds(max(0, instant.timeIntervalSince(runtime.now())) + runtime.random())
    }

    /// Percent-encodes everything but unreserved characters.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.append(byte)
            default:
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// A path of fixed and given parts; a given part can never name another endpoint.
    static func path(_ parts: PathPart...) throws -> String {
        try parts.map { part in
            switch part {
            case .fixed(let text): return text
            case .given(let text):
                guard !text.isEmpty, text != ".", text != "..", text.utf8.count <= 512 else {
                    throw AppStoreAPIError(
                        code: .invalidRequest,
                        message: "An identifier in the request is empty or no identifier. Pass the one that Apple gave."
                    )
                }
                return escaped(text)
            }
        }
        .joined(separator: "/")
    }

    /// A part of a path.
    enum PathPart {
        /// Text of the endpoint.
        case fixed(String)

        /// An identifier.
        case given(String)
    }
}

extension Duration {
    /// The length in seconds.
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}
