// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient
import HTTPService

/// Runs a server on a free port of the loopback for the time of a closure.
func withServer<Result>(
    configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    _ build: (inout Router) -> Void,
    _ body: (_ client: LiveClient, _ server: HTTPServer) async throws -> Result
) async throws -> Result {
    let server = HTTPServer(configuration: configuration, router: Router(build))
    try server.start()
    let client = LiveClient(transport: try CurlTransport(), base: "http://127.0.0.1:\(server.port ?? 0)")
    do {
        let result = try await body(client, server)
        await server.shutdown(within: .seconds(5))
        return result
    } catch {
        await server.shutdown(within: .zero)
        throw error
    }
}

/// Asks one server over a socket.
struct LiveClient: Sendable {
    let transport: CurlTransport
    let base: String

    func send(
        _ method: String = "GET",
        _ target: String,
        headers: [HTTPClientRequest.Header] = [],
        body: Data? = nil
    ) async throws -> HTTPClientResponse {
        try await transport.send(HTTPClientRequest(method, base + target, headers: headers, body: body))
    }
}
