// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// Answers about entitlements, ready to be sent, as long as nothing about them changed.
///
/// An answer is remembered with the version that the store's watch gave before the entitlements were read, and is good while
/// the version is the same: a change raises it after its commit, before anyone is notified of it. So what was reported before
/// an answer is in it. Where the store has no watch, because others write to it too, nothing is remembered.
final class EntitlementCache: Sendable {
    struct Key: Hashable, Sendable {
        var customer: CustomerID
        var environment: Environment
    }

    /// An answer without its instant.
    struct Answer: Sendable {
        /// What follows the instant in the JSON.
        var tail: [UInt8]
        /// From when the answer holds.
        var from: Date
        /// Until when it holds; without an end when absent.
        var until: Date?

        func holds(at instant: Date) -> Bool {
            from <= instant && until.map { instant < $0 } ?? true
        }
    }

    private struct Remembered: Sendable {
        var answer: Answer
        var version: UInt64
    }

    private struct State {
        var newer: [Key: Remembered] = [:]
        /// Those from before; when there are too many, these are forgotten.
        var older: [Key: Remembered] = [:]
    }

    /// How many answers are remembered at most.
    static let maximumEntries = 16_384

    private let watch: EntitlementVersions?
    private let state = Mutex(State())

    init(watch: EntitlementVersions?) {
        self.watch = watch
    }

    /// What is remembered, if it still holds.
    func cached(to key: Key, at instant: Date) -> Answer? {
        guard let watch else { return nil }
        let version = watch.version(of: key.customer)
        let found = state.withLock { $0.newer[key] ?? $0.older[key] }
        guard let found, found.version == version, found.answer.holds(at: instant) else { return nil }
        return found.answer
    }

    /// What an answer that is about to be read is remembered under; nothing when it cannot be remembered.
    func version(of customer: CustomerID) -> UInt64? {
        watch?.version(of: customer)
    }

    /// Remembers an answer that was read after a version was asked for.
    func store(_ answer: Answer, to key: Key, version: UInt64?) {
        guard let version else { return }
        state.withLock { state in
            if state.newer.count >= Self.maximumEntries / 2 {
                state.older = state.newer
                state.newer = [:]
            }
            state.newer[key] = Remembered(answer: answer, version: version)
        }
    }

    /// How many answers are remembered.
    var count: Int { state.withLock { $0.newer.count + $0.older.count } }
}
