// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPClient
import Synchronization

/// A network in the process: answers what a test says, and remembers what was asked.
final class RecordingTransport: HTTPTransport {
    typealias Answer = @Sendable (HTTPClientRequest) async throws -> HTTPClientResponse

    private struct State: Sendable {
        var requests: [HTTPClientRequest] = []
        var answer: Answer
    }

    private let state: Mutex<State>

    init(_ answer: @escaping Answer = { _ in HTTPClientResponse(status: 200) }) {
        state = Mutex(State(answer: answer))
    }

    var requests: [HTTPClientRequest] { state.withLock(\.requests) }

    func answer(_ answer: @escaping Answer) {
        state.withLock { $0.answer = answer }
    }

    func forget() {
        state.withLock { $0.requests = [] }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let answer = state.withLock { state in
            state.requests.append(request)
            return state.answer
        }
        return try await answer(request)
    }
}
