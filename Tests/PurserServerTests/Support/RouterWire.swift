// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import HTTPService
import Synchronization

/// Carries requests to routers in the process.
final class RouterWire: HTTPTransport {
    typealias Alteration = @Sendable (HTTPClientRequest, HTTPClientResponse) -> HTTPClientResponse

    private let clients = Mutex<[String: InProcessClient]>([:])
    private let alteration = Mutex<Alteration?>(nil)

    func serve(_ router: Router, at base: String) {
        clients.withLock { $0[base] = InProcessClient(router) }
    }

    /// Lets answers be changed on their way.
    func alter(_ alteration: @escaping Alteration) {
        self.alteration.withLock { $0 = alteration }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let found = clients.withLock { clients in clients.first { request.url.hasPrefix($0.key) } }
        guard let (base, client) = found else {
            throw HTTPClientError(code: .cannotConnect, message: "nobody listens at \(request.url)")
        }
        var headers = HTTPHeaders()
        for header in request.headers { headers[header.name] = header.value }
        let answer = try await client.send(
            HTTPMethod(rawValue: request.method),
            String(request.url.dropFirst(base.count)),
            headers: headers,
            body: request.body ?? Data()
        )
        let response = HTTPClientResponse(
            status: answer.status.rawValue,
            headers: answer.headers.fields.map { (name: $0.name, value: $0.value) },
            body: answer.body
        )
        return alteration.withLock(\.self)?(request, response) ?? response
    }
}
