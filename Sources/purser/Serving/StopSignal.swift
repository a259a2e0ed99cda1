// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Foundation
import Synchronization

/// Waits for Ctrl-C or the service manager's signal to end.
enum StopSignal {
    /// Returns when the first of SIGINT and SIGTERM comes; a second one ends the process at once.
    static func wait() async {
        let gate = Gate()
        let sources = [SIGINT, SIGTERM].map { signal in
            // The default would end the process before anything could be finished.
            Foundation.signal(signal, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
            source.setEventHandler { gate.open(signal) }
            source.resume()
            return source
        }
        await gate.wait()
        withExtendedLifetime(sources) {}
        // From now on a further signal means: do not wait.
        for number in [SIGINT, SIGTERM] { Foundation.signal(number, SIG_DFL) }
    }

    private final class Gate: Sendable {
        private let waiting = Mutex<(isOpen: Bool, continuation: CheckedContinuation<Void, Never>?)>((false, nil))

        func open(_ signal: Int32) {
            let continuation = waiting.withLock { state in
                state.isOpen = true
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume()
        }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = waiting.withLock { state in
                    if !state.isOpen { state.continuation = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }
}
