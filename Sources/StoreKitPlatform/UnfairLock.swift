// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

// Apple's Foundation brings these names along, so that files without `import os` use them.

/// A word that threads take turns with.
public struct os_unfair_lock_s: Sendable {
    // Which thread holds the lock; zero when none does.
    fileprivate var holder: UInt = 0

    /// A lock that no one holds.
    public init() {}
}

/// Apple's name of the lock.
public typealias os_unfair_lock = os_unfair_lock_s

/// Apple's name of a place of the lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

// The word says who holds the lock; this condition guards the words and wakes those who wait.
private let turns = NSCondition()

private var thisThread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

/// Takes a lock.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
    turns.lock()
    while lock.pointee.holder != 0 { turns.wait() }
    lock.pointee.holder = thisThread
    turns.unlock()
}

/// Gives a lock back.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
    turns.lock()
    lock.pointee.holder = 0
    turns.broadcast()
    turns.unlock()
}

/// Takes a lock that no one holds.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
    turns.lock()
    defer { turns.unlock() }
    guard lock.pointee.holder == 0 else { return false }
    lock.pointee.holder = thisThread
    return true
}

/// Ends the program unless this thread holds the lock.
public func os_unfair_lock_assert_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {
    turns.lock()
    defer { turns.unlock() }
    precondition(lock.pointee.holder == thisThread, "this thread does not hold the lock")
}

/// Ends the program if this thread holds the lock.
public func os_unfair_lock_assert_not_owner(_ lock: UnsafePointer<os_unfair_lock_s>) {
    turns.lock()
    defer { turns.unlock() }
    precondition(lock.pointee.holder != thisThread, "this thread holds the lock")
}
