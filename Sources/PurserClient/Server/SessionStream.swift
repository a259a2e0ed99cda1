// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One response of a session that lasts: its head resumes the caller once, and its pieces go to the reader.
///
/// The session calls it on its own queue. Here no one waits for the session: a caller or reader that is canceled ends at
/// once, and the transfer after it.
final class SessionStream: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Head = CheckedContinuation<PurserStream, any Error>

    /// How many pieces wait for a reader at most; a reader that is slower than this ends.
    private static let maximumPieces = 256

    // Everything is touched only while the lock is held, and no one is resumed or asked for anything while it is.
    private let lock = NSLock()
    private var head: Head?
    private var task: URLSessionTask?
    private var isOver = false
    private let body: AsyncThrowingStream<Data, any Error>
    private let pieces: AsyncThrowingStream<Data, any Error>.Continuation
    private let cancellations = DispatchQueue(label: "PurserClient.SessionStream.cancellations")

    override init() {
        (body, pieces) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maximumPieces))
        super.init()
    }

    /// Starts a request in a session of its own, which ends with it.
    func open(_ message: URLRequest, _ configuration: URLSessionConfiguration) async throws -> PurserStream {
        pieces.onTermination = { [weak self] _ in self?.cancelLater() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                start(message, configuration, continuation)
            }
        } onCancel: {
            cancelLater()
        }
    }

    private func start(_ message: URLRequest, _ configuration: URLSessionConfiguration, _ continuation: Head) {
        let isOver = lock.withLock {
            if !self.isOver { head = continuation }
            return self.isOver
        }
        guard !isOver else { return continuation.resume(throwing: URLError(.cancelled)) }
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.dataTask(with: message)
        task.resume()
        // The session lives until its only task has ended.
        session.finishTasksAndInvalidate()
        let isLate = lock.withLock {
            self.task = task
            return self.isOver
        }
        if isLate { Self.stop(task) }
    }

    /// Cancels from another thread: cancellation runs under a task's lock, where nothing may wait for anybody.
    private func cancelLater() {
        cancellations.async { [self] in
            let task = lock.withLock { self.task }
            end(throwing: URLError(.cancelled))
            if let task { Self.stop(task) }
        }
    }

    private func end(throwing error: (any Error)?) {
        let head = lock.withLock {
            defer { self.head = nil }
            isOver = true
            return self.head
        }
        head?.resume(throwing: error ?? URLError(.badServerResponse))
        pieces.finish(throwing: error)
    }

    /// Stops the transfer where that is safe.
    ///
    /// On Linux a task that ends while it is canceled ends the process, so there the transfer continues until the server ends
    /// it, which the caller asked for soon, and no one reads it.
    private static func stop(_ task: URLSessionTask) {
        #if !canImport(FoundationNetworking)
        task.cancel()
        #endif
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let response = response as? HTTPURLResponse else { return end(throwing: URLError(.badServerResponse)) }
        let head = lock.withLock {
            defer { self.head = nil }
            return self.head
        }
        head?.resume(
            returning: PurserStream(
                status: response.statusCode,
                headers: URLSessionTransport.fields(of: response),
                body: body
            )
        )
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if case .dropped = pieces.yield(data) { end(throwing: URLError(.dataLengthExceedsMaximum)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(throwing: error)
    }
}
