// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A write that waits for its turn, and whoever waits for its outcome.
package struct PendingWrite: Sendable {
    /// Runs the body and answers what is to be done after the commit.
    package let attempt: @Sendable (any DatabaseWriter) throws -> @Sendable () -> Void

    /// The locks that the write needs, as far as they are known; nothing when it decides about no purchase or customer.
    package let locks: WriteLocks?

    /// Whether a background task waits for it, and no request.
    package let isBackground: Bool

    /// Tells the waiting caller that the write failed.
    package let fail: @Sendable (any Error) -> Void

    /// Makes a write of a body and of who waits for what it answers.
    package init<Value: Sendable>(
        locks: WriteLocks? = nil,
        _ body: @escaping @Sendable (any DatabaseWriter) throws -> Value,
        _ continuation: CheckedContinuation<Value, any Error>
    ) {
        self.locks = locks
        isBackground = Task.currentPriority < .medium
        attempt = { session in
            let value = try body(session)
            let remember = session.memory.lesson()
            return {
                remember()
                continuation.resume(returning: value)
            }
        }
        fail = { continuation.resume(throwing: $0) }
    }
}
