// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import FoundationEssentials
public import HTTPClient

/// Apple's App Store Server API in one environment.
///
/// Every endpoint is one method. What may be repeated is repeated under a deadline, requests are spaced below Apple's
/// limits, and nothing that comes back is trusted: signed documents are verified elsewhere.
///
/// <https://developer.apple.com/documentation/appstoreserverapi>
public struct AppStoreServerAPI: Sendable {
    /// The environment.
    public let environment: Environment

    let requester: APIRequester

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - environment: Production or sandbox; it decides the limits, and the address when none is given.
    ///   - baseURL: Where the API is, without a slash at the end; Apple's address of the environment when absent.
    ///   - tokens: Makes the bearer tokens.
    ///   - transport: Carries the requests.
    ///   - runtime: The time, waiting and chance.
    ///   - retry: How often and how long a request is tried again.
    public init(
        environment: Environment,
        baseURL: String? = nil,
        tokens: ServerAPITokenIssuer,
        transport: any HTTPTransport,
        runtime: APIEnvironment,
        retry: RetryPolicy = RetryPolicy()
    ) {
        self.init(
            environment: environment,
            baseURL: baseURL,
            token: { try tokens.token(asOf: $0) },
            resetToken: { tokens.reset() },
            transport: transport,
            runtime: runtime,
            retry: retry
        )
    }

    /// Makes a client whose tokens come from a closure.
    ///
    /// - Parameters:
    ///   - environment: Production or sandbox; it decides the limits, and the address when none is given.
    ///   - baseURL: Where the API is, without a slash at the end; Apple's address of the environment when absent.
    ///   - token: A bearer token that is valid at the instant.
    ///   - resetToken: Called when Apple does not accept a token, before another is asked for.
    ///   - transport: Carries the requests.
    ///   - runtime: The time, waiting and chance.
    ///   - retry: How often and how long a request is tried again.
    public init(
        environment: Environment,
        baseURL: String? = nil,
        token: @escaping @Sendable (Date) throws -> String,
        resetToken: @escaping @Sendable () -> Void = {},
        transport: any HTTPTransport,
        runtime: APIEnvironment,
        retry: RetryPolicy = RetryPolicy()
    ) {
        self.environment = environment
        self.requester = APIRequester(
            baseURL: baseURL ?? Self.baseURL(of: environment),
            token: token,
            resetToken: resetToken,
            transport: transport,
            runtime: runtime,
            retry: retry,
            limiter: RateLimiter(scale: environment == .production ? 1 : 0.1),
            timeout: .seconds(30),
            maximumResponseBytes: 4 << 20
        )
    }

    /// Apple's address of an environment; everything but production is the sandbox.
    public static func baseURL(of environment: Environment) -> String {
        environment == .production
            ? "https://api.storekit.apple.com" : "https://api.storekit-sandbox.apple.com"
    }

    func get(
        _ endpoint: APIEndpoint,
        _ path: String,
        query: [(name: String, value: String)] = []
    ) -> APIRequester.Call {
        APIRequester.Call(endpoint: endpoint, path: path, query: query)
    }

    func call(
        _ endpoint: APIEndpoint,
        _ method: String,
        _ path: String,
        body: some Encodable
    ) throws -> APIRequester.Call {
        APIRequester.Call(endpoint: endpoint, method: method, path: path, body: try AppStoreJSON.encode(body))
    }

    func call(_ endpoint: APIEndpoint, _ method: String, _ path: String) -> APIRequester.Call {
        APIRequester.Call(endpoint: endpoint, method: method, path: path)
    }
}
