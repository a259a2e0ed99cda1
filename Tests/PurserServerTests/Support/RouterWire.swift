// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import HTTPService
import Synchronization

/// Carries requests to routers in the process.
final class RouterWire: HTTPTransport {
    typealias Alteration = @Sendable (HTTPClientRequest, HTTPClientResponse) -> HTTPClientResponse

    private struct Server: Sendable {
        var client: InProcessClient
        var clock: (@Sendable () -> Date)?
    }

    private let alteration = Mutex<Alteration?>(nil)
    private let servers = Mutex<[String: Server]>([:])
    private let outside = Mutex<(any HTTPTransport)?>(nil)

    /// Serves a router; with a clock its answers are dated, as a server's behind a socket are.
    func serve(_ router: Router, at base: String, clock: (@Sendable () -> Date)? = nil) {
        servers.withLock { $0[base] = Server(client: InProcessClient(router), clock: clock) }
    }

    /// Serves no router any more: a router keeps its server, which keeps the wire.
    func disconnect() {
        servers.withLock { $0 = [:] }
        alteration.withLock { $0 = nil }
        outside.withLock { $0 = nil }
    }

    /// Lets what no router serves be reached over the network.
    func reachOutside(by transport: any HTTPTransport) {
        outside.withLock { $0 = transport }
    }

    /// Lets answers be changed on their way.
    func alter(_ alteration: @escaping Alteration) {
        self.alteration.withLock { $0 = alteration }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let found = servers.withLock { servers in servers.first { request.url.hasPrefix($0.key) } }
        guard let (base, server) = found else {
            if let transport = outside.withLock(\.self) { return try await transport.send(request) }
            throw HTTPClientError(code: .cannotConnect, message: "no one listens at \(request.url)")
        }
        var headers = HTTPHeaders()
        for header in request.headers { headers[header.name] = header.value }
        // Every client names the host that it asks; links to further pages are made of it.
        headers["Host"] = headers["Host"] ?? base.components(separatedBy: "://").last
        let answer = try await server.client.send(
            HTTPMethod(rawValue: request.method),
            String(request.url.dropFirst(base.count)),
            headers: headers,
            body: request.body ?? Data()
        )
        let date = server.clock.map { [(name: "Date", value: Self.field(of: $0()))] } ?? []
        let response = HTTPClientResponse(
            status: answer.status.rawValue,
            headers: answer.headers.fields.map { (name: $0.name, value: $0.value) } + date,
            body: answer.body
        )
        return alteration.withLock(\.self)?(request, response) ?? response
    }

    private static func field(of instant: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: instant)
    }
}
