// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import HTTPService

/// The streamable HTTP transport of ``AssistantServer``: each client shows a secret key of its own.
struct AssistantHTTP: Sendable {
    let base: String
    let transport: any HTTPTransport

    /// Answers a request to `/mcp`.
    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard request.path == "/mcp" else { return HTTPResponse(status: 404) }
        // A page in a browser must not reach a server of this machine under another name.
        if let origin = request.headers["Origin"], !Self.isLocal(origin) { return HTTPResponse(status: 403) }
        guard request.method == .post else {
            return HTTPResponse(status: 405, headers: ["Allow": "POST"])
        }
        guard let key = request.bearerToken, !key.isEmpty else {
            return HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"])
        }
        let server = AssistantServer(client: ServerClient(base: base, key: key, transport: transport))
        guard let answer = await server.respond(to: request.body) else { return HTTPResponse(status: 202) }
        return .json(bytes: answer)
    }

    private static func isLocal(_ origin: String) -> Bool {
        let host = URL(string: origin)?.host() ?? ""
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}
