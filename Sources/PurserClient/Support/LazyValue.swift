// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// A value that is made by whoever needs it first, and then kept.
///
/// What the system reads from files (its languages, the app's bundle, a session's settings) costs the main thread a
/// millisecond at launch; what the launch does not need waits until it is needed, which is on no actor of the app's.
final class LazyValue<Value: Sendable>: @unchecked Sendable {
    // Everything is touched only while the lock is held.
    private let lock = NSLock()
    private var existing: Value?
    private let make: @Sendable () -> Value

    /// - Parameter make: Makes the value, once; it must not ask for the value itself.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value.
    var value: Value {
        lock.withLock {
            if let existing { return existing }
            let made = make()
            existing = made
            return made
        }
    }
}
