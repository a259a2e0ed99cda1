// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CMicroHTTPD
import FoundationEssentials
import Synchronization

/// The buffer between a task that writes a body and the library's thread that sends it.
///
/// The reader suspends the connection when there is nothing to send, and the writer resumes it. Writers wait above the
/// bound, so the memory of a slow peer is bounded.
@safe
final class ResponseStream: @unchecked Sendable {
    static let bound = 256 << 10

    private struct State {
        var chunks: [Data] = []
        var offset = 0
        var size = 0
        var isSuspended = false
        var isClosed = false
        var hasFailed = false
        var isCancelled = false
        var waiting: [CheckedContinuation<Void, any Error>] = []
        var task: Task<Void, Never>?
    }

    // Touched only by the library's thread, and to resume it while suspended.
    private let connection: OpaquePointer
    private let record: ConnectionRecord
    private let state = Mutex(State())

    init(connection: OpaquePointer, record: ConnectionRecord) {
        self.record = record
        unsafe self.connection = unsafe connection
    }

    /// Begins to write.
    func start(_ write: @escaping @Sendable (HTTPBodyWriter) async throws -> Void) {
        let task = Task { [self] in
            do {
                try await write(HTTPBodyWriter { [self] in try await append($0) })
                close(failed: false)
            } catch {
                // Canceled by the server's shutdown, the body ends; anything else cuts the connection.
                close(failed: !(error is CancellationError))
            }
        }
        state.withLock { state in
            if !state.isClosed && !state.isCancelled { state.task = task }
        }
    }

    /// Copies bytes out, on the library's thread.
    ///
    /// - Returns: How many, or one of the library's two ends.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var waiting: [CheckedContinuation<Void, any Error>] = []
        let count: Int = state.withLock { state in
            guard !state.chunks.isEmpty else {
                if state.hasFailed {
                    // The library forgets such a connection until something happens on it.
                    record.cut()
                    return cmicrohttpd_end_with_error()
                }
                if state.isClosed || state.isCancelled { return cmicrohttpd_end_of_stream() }
                unsafe MHD_suspend_connection(connection)
                state.isSuspended = true
                return 0
            }
            let count = unsafe Self.copy(&state, into: buffer)
            if state.size < Self.bound { swap(&waiting, &state.waiting) }
            return count
        }
        for continuation in waiting { continuation.resume() }
        return count
    }

    /// Ends the stream because the peer has gone or the server stops.
    func cancel() {
        let (task, waiting) = state.withLock { state in
            defer {
                state.isCancelled = true
                state.waiting = []
                state.task = nil
            }
            resume(&state)
            return (state.task, state.waiting)
        }
        task?.cancel()
        for continuation in waiting { continuation.resume(throwing: CancellationError()) }
    }

    private func append(_ bytes: Data) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.chunks.append(bytes)
            state.size += bytes.count
            resume(&state)
        }
        try await waitForRoom()
    }

    private func waitForRoom() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let outcome: Result<Void, any Error>? = state.withLock { state in
                if state.isCancelled { return .failure(CancellationError()) }
                if state.size < Self.bound { return .success(()) }
                state.waiting.append(continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    private func close(failed: Bool) {
        state.withLock { state in
            state.isClosed = true
            state.hasFailed = failed
            state.task = nil
            resume(&state)
        }
    }

    /// Resumes the connection if it is suspended, under the lock: the daemon is not stopped in between.
    private func resume(_ state: inout State) {
        guard state.isSuspended else { return }
        state.isSuspended = false
        unsafe MHD_resume_connection(connection)
    }

    private static func copy(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        var used = 0
        for chunk in state.chunks {
            let rest = chunk.dropFirst(used == 0 ? state.offset : 0)
            let part = rest.prefix(buffer.count - filled)
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            filled += part.count
            guard part.count == rest.count else {
                state.offset = (used == 0 ? state.offset : 0) + part.count
                break
            }
            used += 1
            state.offset = 0
        }
        state.chunks.removeFirst(used)
        state.size -= filled
        return filled
    }
}
