// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import HTTPClient
import Synchronization

/// Stands in for an app's server that takes its time: what it is asked stays open until the test lets it go.
final class SlowInbox: HTTPTransport {
    private struct State {
        /// What is answered at once; nothing while answers are held back.
        var status: Int?
        var count = 0
        var open: [CheckedContinuation<Int, Never>] = []
        var expectations: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    /// Makes a server that answers at once, or holds its answers back when no status is given.
    init(answering status: Int? = nil) {
        state = Mutex(State(status: status))
    }

    /// How many requests came so far.
    var count: Int { state.withLock { $0.count } }

    /// Holds back the answers to the requests that come from now on.
    func hold() {
        state.withLock { $0.status = nil }
    }

    /// Answers what is open, and what comes from now on, with a status.
    func release(_ status: Int) {
        let open = state.withLock { state in
            state.status = status
            defer { state.open = [] }
            return state.open
        }
        for continuation in open { continuation.resume(returning: status) }
    }

    /// Waits until so many requests came.
    func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.count < count { state.expectations.append((count, continuation)) }
                return state.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let status = await withCheckedContinuation { continuation in
            let (status, met) = state.withLock { state in
                state.count += 1
                if state.status == nil { state.open.append(continuation) }
                let met = state.expectations.filter { $0.count <= state.count }
                state.expectations.removeAll { $0.count <= state.count }
                return (state.status, met.map(\.continuation))
            }
            if let status { continuation.resume(returning: status) }
            for expectation in met { expectation.resume() }
        }
        return HTTPClientResponse(status: status)
    }
}
