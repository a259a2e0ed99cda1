// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import HTTPService
import Synchronization

/// A network in the process between the App Store, the server and a backend, which loses things as networks do.
final class TownNetwork: HTTPTransport {
    private struct State: Sendable {
        var servers: [String: InProcessClient] = [:]
        var dice: Dice
        var lostPerMille = 0
        var lostAnswersPerMille = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(dice: Dice(seed: seed)))
    }

    /// Lets a router answer under a base address such as http://server.
    func serve(_ router: Router, at base: String) {
        state.withLock { $0.servers[base] = InProcessClient(router) }
    }

    /// How many requests in a thousand never arrive, and how many answers are lost on their way back.
    func lose(requests: Int, answers: Int) {
        state.withLock { ($0.lostPerMille, $0.lostAnswersPerMille) = (requests, answers) }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let (server, isLost, isAnswerLost) = state.withLock { state in
            (
                state.servers.first { request.url.hasPrefix($0.key) },
                Int.random(in: 0..<1000, using: &state.dice) < state.lostPerMille,
                Int.random(in: 0..<1000, using: &state.dice) < state.lostAnswersPerMille
            )
        }
        guard let (base, client) = server, !isLost else {
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
        if isAnswerLost { throw HTTPClientError(code: .timedOut, message: "no answer came from \(request.url)") }
        return HTTPClientResponse(
            status: answer.status.rawValue,
            headers: answer.headers.fields.map { (name: $0.name, value: $0.value) },
            body: answer.body
        )
    }
}
