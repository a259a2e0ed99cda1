// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CCurl
import Dispatch
import Synchronization

/// The thread that runs every transfer of a transport.
///
/// The multi handle and the transfers on it belong to the thread; everyone else leaves work in the inbox and wakes it.
final class CurlLoop: Sendable {
    typealias Continuation = CheckedContinuation<HTTPClientResponse, any Error>

    private enum Work {
        case start(CurlTransfer, Continuation)
        case cancel(CurlTransfer)
    }

    private struct Inbox {
        var work: [Work] = []
        var isStopping = false
        var hasEnded = false
    }

    /// `curl_multi_wakeup` may be called from any thread; all else happens on the loop's own.
    private struct Multi: @unchecked Sendable {
        var pointer: UnsafeMutableRawPointer
    }

    private let multi: Multi
    private let inbox = Mutex(Inbox())

    static let isInitialised: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(maximumConnectionsPerHost: Int) throws {
        guard Self.isInitialised, let pointer = curl_multi_init() else {
            throw HTTPClientError(code: .other, message: "The HTTP client library did not start.")
        }
        multi = Multi(pointer: pointer)
        _ = ccurl_multi_set_long(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, maximumConnectionsPerHost)
        _ = ccurl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, 64)
    }

    /// Starts the thread; it ends after ``stop()``.
    func start() {
        DispatchQueue(label: "purser.http-client").async { [self] in run() }
    }

    func start(_ transfer: CurlTransfer, _ continuation: Continuation) {
        let isAccepted = inbox.withLock { inbox in
            guard !inbox.isStopping else { return false }
            inbox.work.append(.start(transfer, continuation))
            wake(inbox)
            return true
        }
        if !isAccepted { continuation.resume(throwing: Self.shutDown) }
    }

    func cancel(_ transfer: CurlTransfer) {
        inbox.withLock { inbox in
            guard !inbox.hasEnded else { return }
            inbox.work.append(.cancel(transfer))
            wake(inbox)
        }
    }

    func stop() {
        inbox.withLock { inbox in
            inbox.isStopping = true
            wake(inbox)
        }
    }

    /// The handle is freed only after `hasEnded` is set under the same lock.
    private func wake(_ inbox: Inbox) {
        if !inbox.hasEnded { _ = curl_multi_wakeup(multi.pointer) }
    }

    private func run() {
        var running: [UnsafeMutableRawPointer: (CurlTransfer, Continuation)] = [:]
        while true {
            let (work, isStopping) = inbox.withLock { inbox in
                defer { inbox.work = [] }
                return (inbox.work, inbox.isStopping)
            }
            for item in work { process(item, &running) }
            if isStopping { break }
            var count: Int32 = 0
            _ = curl_multi_perform(multi.pointer, &count)
            var result = CURLE_OK
            while let handle = ccurl_next_finished(multi.pointer, &result) {
                guard let (transfer, continuation) = running.removeValue(forKey: handle) else { continue }
                _ = curl_multi_remove_handle(multi.pointer, handle)
                continuation.resume(with: transfer.outcome(result))
            }
            _ = curl_multi_poll(multi.pointer, nil, 0, 1000, nil)
        }
        end(running)
    }

    private func process(_ work: Work, _ running: inout [UnsafeMutableRawPointer: (CurlTransfer, Continuation)]) {
        switch work {
        case .start(let transfer, let continuation):
            guard !transfer.isCancelled else { return continuation.resume(throwing: CancellationError()) }
            guard curl_multi_add_handle(multi.pointer, transfer.handle) == CURLM_OK else {
                let error = HTTPClientError(code: .other, message: "The HTTP client library refused the request.")
                return continuation.resume(throwing: error)
            }
            running[transfer.handle] = (transfer, continuation)
        case .cancel(let transfer):
            // The word may come before the request.
            transfer.isCancelled = true
            guard let (_, continuation) = running.removeValue(forKey: transfer.handle) else { return }
            _ = curl_multi_remove_handle(multi.pointer, transfer.handle)
            continuation.resume(throwing: CancellationError())
        }
    }

    private func end(_ running: [UnsafeMutableRawPointer: (CurlTransfer, Continuation)]) {
        for (handle, entry) in running {
            _ = curl_multi_remove_handle(multi.pointer, handle)
            entry.1.resume(throwing: Self.shutDown)
        }
        inbox.withLock { inbox in
            inbox.hasEnded = true
            for case .start(_, let continuation) in inbox.work { continuation.resume(throwing: Self.shutDown) }
            inbox.work = []
            _ = curl_multi_cleanup(multi.pointer)
        }
    }

    private static let shutDown = HTTPClientError(code: .shutDown, message: "The HTTP client has been shut down.")
}
