// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Decides whether a notification is processed at once or made durable and processed later.
///
/// So many are processed at a time. When more come at once, as at the hour when many subscriptions renew, they and all
/// that come after them wait in the store, in their order, until nothing waits any more. While they pour in, processing
/// rests: it needs ten times the work of an answer, and whoever is to be answered would wait for it.
final class NotificationBackpressure: Sendable {
    private struct State {
        var entered = 0
        var isFlooded = false
        /// How many this instance has put aside since the flood began and not seen processed.
        var waiting = 0
        /// How many were put aside since it was last asked whether to rest.
        var arrived = 0
        /// How often draining was deferred since the flood began.
        var deferrals = 0
    }

    /// So many since it was last asked are a flood that continues: more than two processors process in that time.
    static let surgeThreshold = 128
    /// How often processing rests in one flood, a quarter of a second each: for ten seconds, and then no more.
    static let maximumDeferrals = 40

    private let state = Mutex(State())
    /// How many are processed at a time.
    private let limit: Int
    /// How many may wait; more than that are processed directly, and slow those who send them down.
    private let capacity: Int

    /// Makes a gate.
    init(limit: Int, capacity: Int = 100_000) {
        (self.limit, self.capacity) = (max(0, limit), max(1, capacity))
    }

    /// Asks to take a notification in; who is let in says when it is done.
    ///
    /// - Returns: Whether it may be processed now; otherwise it has to wait.
    func enter() -> Bool {
        state.withLock { state in
            if !state.isFlooded, state.entered >= limit { state.isFlooded = true }
            guard state.isFlooded, state.waiting < capacity else {
                state.entered += 1
                return true
            }
            state.waiting += 1
            state.arrived += 1
            return false
        }
    }

    /// One that was let in is done.
    func leave() {
        state.withLock { $0.entered -= 1 }
    }

    /// One that had to wait was processed, or could not be put aside.
    func recordCompletion() {
        state.withLock { $0.waiting = max(0, $0.waiting - 1) }
    }

    /// Whether those who come now are answered first, and those who wait are processed a moment later.
    ///
    /// It ends with the flood, after ten seconds, or when no more may wait, whichever comes first.
    func shouldDeferDraining() -> Bool {
        state.withLock { state in
            defer { state.arrived = 0 }
            guard state.isFlooded, state.arrived >= Self.surgeThreshold, state.deferrals < Self.maximumDeferrals,
                state.waiting < capacity
            else { return false }
            state.deferrals += 1
            return true
        }
    }

    /// Nothing waits any more.
    func reset() {
        state.withLock { $0 = State(entered: $0.entered) }
    }
}
