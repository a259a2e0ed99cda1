// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// Lets one test in at a time, in the order in which they come.
package actor FIFOGate {
    static let shared = FIFOGate(
        limit: { SKTestSession.waitingLimit },
        notify: { FileHandle.standardError.write(Data("StoreKitTest: \($0)\n".utf8)) }
    )

    /// Whether the running test has the turn.
    @TaskLocal static var isHeld = false

    private struct Waiter {
        var id: Int
        var name: String
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let limit: @Sendable () -> TimeInterval
    private let notify: @Sendable (String) -> Void
    private var waiting: [Waiter] = []
    private var isOccupied = false
    private var count = 0
    private var watch: Task<Void, Never>?

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - limit: After how many seconds it reports who keeps the others waiting.
    ///   - notify: Told so.
    package init(limit: @escaping @Sendable () -> TimeInterval, notify: @escaping @Sendable (String) -> Void) {
        self.limit = limit
        self.notify = notify
    }

    /// Waits for the turn, without holding a thread.
    ///
    /// - Parameter name: The test's name.
    /// - Throws: `CancellationError` when the test is canceled before it has the turn, as by a time limit.
    package func enter(_ name: String) async throws {
        guard isOccupied else { return start(name) }
        count += 1
        let id = count
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                waiting.append(Waiter(id: id, name: name, continuation: continuation))
            }
        } onCancel: {
            Task { await self.abandon(id) }
        }
    }

    /// Gives the turn to whoever has waited longest.
    package func leave() {
        watch?.cancel()
        guard !waiting.isEmpty else {
            isOccupied = false
            return
        }
        let next = waiting.removeFirst()
        start(next.name)
        next.continuation.resume()
    }

    private func abandon(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// No one can end a test that hangs; but it can be named.
    private func start(_ name: String) {
        isOccupied = true
        let seconds = limit()
        watch = Task { [weak self] in
            var total = 0.0
            while !Task.isCancelled {
                do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
                total += seconds
                await self?.nameHolder(name, total)
            }
        }
    }

    private func nameHolder(_ name: String, _ seconds: TimeInterval) {
        guard !Task.isCancelled, !waiting.isEmpty else { return }
        self.notify(
            "\(name) has had the turn at StoreKit for \(Int(seconds.rounded())) s (waiting for it: \(waiting.count)); what "
                + "it waits for may never come"
        )
    }
}
