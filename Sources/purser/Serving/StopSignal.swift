// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Foundation
import Synchronization

/// Waits for Ctrl-C or the service manager's signal to end.
final class StopSignal: Sendable {
    private let gate: Gate
    private let sources = Mutex<[any DispatchSourceSignal]>([])

    /// Listens from now on; a signal that comes before ``wait()`` is not lost.
    init() {
        let gate = Gate()
        self.gate = gate
        for signal in [SIGINT, SIGTERM] {
            // The default would end the process before anything could be finished.
            Foundation.signal(signal, SIG_IGN)
            sources.withLock { sources in
                let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
                source.setEventHandler { gate.open() }
                source.resume()
                sources.append(source)
            }
        }
    }

    /// Ends the wait as a signal would.
    func request() {
        gate.open()
    }

    /// Returns when the first of SIGINT and SIGTERM has come; a further one ends the process at once.
    func wait() async {
        await gate.wait()
        for number in [SIGINT, SIGTERM] { Foundation.signal(number, SIG_DFL) }
    }

    private final class Gate: Sendable {
        private let waiting = Mutex<(isOpen: Bool, continuation: CheckedContinuation<Void, Never>?)>((false, nil))

        func open() {
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
