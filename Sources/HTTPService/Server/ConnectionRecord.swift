// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open connection: who is at its other end, and until when what it does now may take.
final class ConnectionRecord: Sendable {
    /// What a connection is doing.
    enum Phase: UInt8 {
        /// Between requests, or before the first.
        case idle
        case readingHeader
        case readingBody
        /// A handler works, or the answer is being sent; the handler's limit is kept by the exchange.
        case answering
    }

    let descriptor: Int32
    let remoteAddress: String?
    /// The network that the connection counts for; `nil` when it counts for none.
    let network: ClientNetwork?
    private let phase = Atomic<UInt8>(Phase.idle.rawValue)
    private let deadline: Atomic<UInt64>

    init(descriptor: Int32, remoteAddress: String?, network: ClientNetwork?, deadline: UInt64) {
        self.descriptor = descriptor
        self.remoteAddress = remoteAddress
        self.network = network
        self.deadline = Atomic(deadline)
    }

    /// Enters a phase that may last until an instant.
    func enter(_ next: Phase, until instant: UInt64) {
        deadline.store(instant, ordering: .relaxed)
        phase.store(next.rawValue, ordering: .releasing)
    }

    /// Cuts the connection when its phase has lasted too long; the peer of a request in progress is notified first.
    ///
    /// Only a plain connection can be notified: inside TLS the bytes belong to the library.
    func enforce(at now: UInt64, isSecure: Bool) {
        guard deadline.load(ordering: .relaxed) < now else { return }
        let current = Phase(rawValue: phase.load(ordering: .acquiring))
        guard current != .answering else { return }
        let problem = Problem(
            .requestTimeout,
            code: "request-timeout",
            detail: "The request did not arrive in time. Send it again."
        )
        refuse(current == .idle || isSecure ? nil : problem)
        deadline.store(.max, ordering: .relaxed)
    }

    /// Cuts the connection in the middle of a request.
    ///
    /// - Parameter problem: The answer that a plain connection gets first.
    func refuse(_ problem: Problem?) {
        if let problem { notify(problem) }
        cut()
    }

    /// Ends the connection in both directions; the library sees it and closes.
    func cut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func notify(_ problem: Problem) {
        let fields = problem.headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        var bytes = Array(
            """
            HTTP/1.1 \(problem.status)\r
            \(fields)Content-Type: application/problem+json\r
            Connection: close\r
            Content-Length: \(problem.json.count)\r
            \r\n
            """.utf8
        )
        bytes += problem.json
        _ = unsafe bytes.withUnsafeBytes { buffer in
            #if canImport(Darwin)
            unsafe send(descriptor, buffer.baseAddress, buffer.count, MSG_DONTWAIT)
            #else
            unsafe send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            #endif
        }
    }
}
