// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import HTTPService
import Synchronization

/// Carries requests between the parts of one process without a socket, and can lose them.
final class InProcessTransport: HTTPTransport {
    /// What happens to a request on its way.
    enum DeliveryFault: Sendable {
        /// It arrives, and its answer too.
        case delivered

        /// It never arrives: no one listens.
        case lost

        /// It never arrives, but the sender is notified that it did.
        case acknowledgedAndLost
    }

    private struct State {
        var servers: [String: InProcessClient] = [:]
        var fate: @Sendable (HTTPClientRequest) -> DeliveryFault = { _ in .delivered }
    }

    private let state = Mutex(State())

    /// Lets a router answer under a base address such as `http://server`.
    func respond(_ router: Router, at base: String) {
        state.withLock { $0.servers[base] = InProcessClient(router) }
    }

    /// Decides what happens to requests from now on.
    func decide(_ fate: @escaping @Sendable (HTTPClientRequest) -> DeliveryFault) {
        state.withLock { $0.fate = fate }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let (servers, fate) = state.withLock { ($0.servers, $0.fate) }
        switch fate(request) {
        case .delivered: break
        case .lost: throw HTTPClientError(code: .cannotConnect, message: "no one listens at \(request.url)")
        case .acknowledgedAndLost: return HTTPClientResponse(status: 200)
        }
        guard let (base, client) = servers.first(where: { request.url.hasPrefix($0.key) }) else {
            throw HTTPClientError(code: .cannotConnect, message: "no one listens at \(request.url)")
        }
        var headers = HTTPHeaders()
        for header in request.headers { headers[header.name] = header.value }
        let answer = try await client.send(
            HTTPMethod(rawValue: request.method),
            String(request.url.dropFirst(base.count)),
            headers: headers,
            body: request.body ?? Data()
        )
        return HTTPClientResponse(
            status: answer.status.rawValue,
            headers: answer.headers.fields.map { (name: $0.name, value: $0.value) },
            body: answer.body
        )
    }
}
