// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

/// Ctrl-C, or SIGTERM, during a long command: it ends after the step that is in progress, and says how to continue.
final class Interruption: Sendable {
    /// The error of a command that stopped on request.
    struct Stopped: Error, Hashable {
        /// What the command left behind, and how to continue.
        let message: String
        /// The program's exit code: 128 and the signal's number, as shells expect.
        let exitCode: Int32
    }

    private let hearsSignal: Bool
    private let state = Mutex<(signal: Int32?, sources: [any DispatchSourceSignal])>((nil, []))

    /// Makes one that a signal requests, or that ``request(_:)`` alone does.
    init(hearsSignal: Bool = false) {
        self.hearsSignal = hearsSignal
    }

    /// Whether a stop was requested.
    var isRequested: Bool { state.withLock { $0.signal != nil } }

    /// Requests the stop, as a signal does; the first one counts.
    func request(_ signal: Int32 = SIGINT) {
        state.withLock { $0.signal = $0.signal ?? signal }
    }

    /// Listens for Ctrl-C and SIGTERM; a second one ends the process at once.
    func listen(_ terminal: Terminal) {
        guard hearsSignal else { return }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [self] in
                request(number)
                signal(SIGINT, SIG_DFL)
                signal(SIGTERM, SIG_DFL)
                terminal.printError("stopping after the current step; press Ctrl-C again to stop at once")
            }
            source.resume()
            return source
        }
        state.withLock { $0.sources = sources }
    }

    /// Ends the command when a stop was requested.
    ///
    /// - Throws: ``Stopped``.
    func check(_ message: @autoclosure () -> String) throws {
        guard let signal = state.withLock(\.signal) else { return }
        throw Stopped(message: message(), exitCode: 128 + signal)
    }
}
