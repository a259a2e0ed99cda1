// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CMicroHTTPD
import FoundationEssentials
import Synchronization

/// One request with its answer, shared by the library's thread and the task that works on it.
///
/// The library calls with the connection only on the connection's own thread. The task never touches the connection
/// but to resume it, and only when it is suspended; a suspended connection stays until it is resumed.
@safe
final class Exchange: @unchecked Sendable {
    private enum Phase {
        /// A task works on the thread that called it, or the connection is about to be suspended.
        case working
        case suspended
        case answered
    }

    private struct State {
        var phase = Phase.working
        var response: HTTPResponse?
        var task: Task<Void, Never>?
    }

    // Written on the connection's thread before the task begins, and read by the task after it.
    let target: String
    let record: ConnectionRecord
    let began: UInt64
    var hasBegun = false
    var isReady = false
    /// How the request is refused once its body has been thrown away.
    var refusal: Problem?
    /// Whether it counts among the half-sent requests of its network.
    var isHalfSent = false
    /// Whether the connection was cut because its network has too many half-sent requests.
    var isOverQuota = false
    var body = Data()
    var discarded = 0
    var bytesReceived = 0
    var request: HTTPRequest?
    var status: HTTPStatus = 0
    var stream: ResponseStream?
    /// Whether it no longer counts among the requests in progress.
    var isSetAside = false
    /// Set before the task begins; compared by the watch.
    let deadline = Atomic<UInt64>(.max)

    private let connection: OpaquePointer
    private let state = Mutex(State())

    init(target: String, connection: OpaquePointer, record: ConnectionRecord, began: UInt64) {
        self.target = target
        unsafe self.connection = unsafe connection
        self.record = record
        self.began = began
    }

    /// Keeps the task so that it can be canceled.
    func retain(_ task: Task<Void, Never>) {
        state.withLock { state in
            if state.phase != .answered { state.task = task }
        }
    }

    /// Hands in the answer; the first one counts.
    ///
    /// The connection is resumed under the lock: whoever finds an answered exchange, and stops the daemon, finds no
    /// connection that is still suspended, for which the library would end the process.
    func deliver(_ response: HTTPResponse) {
        state.withLock { state in
            guard state.phase != .answered else { return }
            let wasSuspended = state.phase == .suspended
            state.response = response
            state.phase = .answered
            state.task = nil
            if wasSuspended { unsafe MHD_resume_connection(connection) }
        }
    }

    /// Answers in the task's place and cancels it.
    func abandon(with response: HTTPResponse) {
        let task = state.withLock { $0.task }
        deliver(response)
        task?.cancel()
    }

    /// Suspends the connection unless the answer is there already.
    ///
    /// - Returns: Whether the answer is there.
    func suspendUnlessAnswered() -> Bool {
        if state.withLock({ $0.phase == .answered }) { return true }
        unsafe MHD_suspend_connection(connection)
        let isAnswered = state.withLock { state in
            if state.phase == .answered { return true }
            state.phase = .suspended
            return false
        }
        // The answer came in between: the library is instructed to call again.
        if isAnswered { unsafe MHD_resume_connection(connection) }
        return false
    }

    /// Takes the answer out.
    func removeResponse() -> HTTPResponse? {
        state.withLock { state in
            defer { state.response = nil }
            return state.response
        }
    }

    /// Called when the request has ended in whichever way.
    func finish() {
        let task = state.withLock { state in
            defer { state.task = nil }
            state.phase = .answered
            return state.task
        }
        task?.cancel()
        stream?.cancel()
    }
}
