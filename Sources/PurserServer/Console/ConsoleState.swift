// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// What the console keeps in memory; one for a service, however many routers it has.
final class ConsoleState: Sendable {
    let passwords = PasswordHasher()
    let guesses = SignInThrottle()
    let jobs = OneOffJobRunner()

    /// How many pages may listen for news at once.
    private static let maximumListeners = 200

    private let listeners = Mutex(0)

    /// Takes a listener's place, if there is one.
    func removeListener() -> Bool {
        listeners.withLock { listeners in
            guard listeners < Self.maximumListeners else { return false }
            listeners += 1
            return true
        }
    }

    func dropListener() {
        listeners.withLock { $0 -= 1 }
    }
}
