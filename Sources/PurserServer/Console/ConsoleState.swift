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

    /// A page's place among those that listen; free again when it is dropped, also where the response is never written.
    final class ListenerPlace: Sendable {
        private let state: ConsoleState

        fileprivate init(in state: ConsoleState) { self.state = state }

        deinit { state.listeners.withLock { $0 -= 1 } }
    }

    /// A place for one more page that listens, if there is one.
    func addListener() -> ListenerPlace? {
        let isFree = listeners.withLock { listeners in
            guard listeners < Self.maximumListeners else { return false }
            listeners += 1
            return true
        }
        return isFree ? ListenerPlace(in: self) : nil
    }
}
