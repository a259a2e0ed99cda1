// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// A lock with the state it guards.
///
/// <https://developer.apple.com/documentation/os/osallocatedunfairlock>
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // The state is reached while the lock is held only.
    private final class Storage {
        let lock = NSLock()
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    private let storage: Storage

    /// Guards a state.
    public init(initialState: State) where State: Sendable {
        storage = Storage(initialState)
    }

    /// Guards a state that the caller hands over.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Runs something while the lock is held.
    public func withLock<R>(_ body: @Sendable (inout State) throws -> R) rethrows -> R where R: Sendable {
        try withLockUnchecked(body)
    }

    /// Runs something while the lock is held, and trusts the caller with what leaves it.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Takes the lock.
    public func lock() { storage.lock.lock() }

    /// Gives the lock back.
    public func unlock() { storage.lock.unlock() }

    /// Runs something while the lock is held.
    public func withLock<R>(_ body: @Sendable () throws -> R) rethrows -> R where R: Sendable {
        try withLockUnchecked { _ in try body() }
    }
}

/// A word that threads take turns with.
public struct os_unfair_lock_s: Sendable {
    fileprivate var word: UInt32 = 0

    /// A lock that nobody holds.
    public init() {}
}

/// Apple's name of the lock.
public typealias os_unfair_lock = os_unfair_lock_s

/// Apple's name of a place of the lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

// The word says who holds the lock; this condition guards the words and wakes those who wait.
private let turns = NSCondition()

/// Takes a lock.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
    turns.lock()
    while lock.pointee.word != 0 { turns.wait() }
    lock.pointee.word = 1
    turns.unlock()
}

/// Gives a lock back.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
    turns.lock()
    lock.pointee.word = 0
    turns.broadcast()
    turns.unlock()
}

/// Takes a lock that nobody holds.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
    turns.lock()
    defer { turns.unlock() }
    guard lock.pointee.word == 0 else { return false }
    lock.pointee.word = 1
    return true
}
