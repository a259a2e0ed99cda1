// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

// The older lock's names, which Apple's Foundation brings along too.
@_exported public import StoreKitPlatform

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
