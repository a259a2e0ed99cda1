// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPService
import Synchronization

/// A team's server that keeps the requests it receives.
final class RequestRecorder: Sendable {
    private let recorded: RecordedRequests
    private let server: HTTPServer

    private final class RecordedRequests: Sendable {
        let requests = Mutex<[HTTPRequest]>([])
    }

    /// Listens on a free port and answers every request with a status.
    init(status: HTTPStatus = .ok) throws {
        let recorded = RecordedRequests()
        self.recorded = recorded
        server = HTTPServer(
            configuration: HTTPServerConfiguration(),
            respond: { request in
                recorded.requests.withLock { $0.append(request) }
                return .text("received", status: status)
            }
        )
        try server.start()
    }

    /// Where it listens.
    var url: String { "http://127.0.0.1:\(server.port ?? 0)/apple" }

    /// What came, in order.
    var requests: [HTTPRequest] { recorded.requests.withLock(\.self) }

    /// The bodies as text.
    var bodies: [String] { requests.map { String(decoding: $0.body, as: UTF8.self) } }

    func stop() async {
        await server.shutdown(within: .zero)
    }
}
