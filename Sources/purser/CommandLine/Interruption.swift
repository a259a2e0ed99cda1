// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Synchronization

/// Ctrl-C during a long command: it ends after the step that is in progress, and says how to continue.
final class Interruption: Sendable {
    /// The error of a command that stopped on request; the program exits with 130, as shells expect.
    struct Stopped: Error, Hashable {
        /// What the command left behind, and how to continue.
        let message: String
    }

    private let hearsSignal: Bool
    private let state = Mutex<(isRequested: Bool, source: (any DispatchSourceSignal)?)>((false, nil))

    /// Makes one that Ctrl-C requests, or that ``request()`` alone does.
    init(hearsSignal: Bool = false) {
        self.hearsSignal = hearsSignal
    }

    /// Whether Ctrl-C was pressed.
    var isRequested: Bool { state.withLock(\.isRequested) }

    /// Requests the stop, as Ctrl-C does.
    func request() {
        state.withLock { $0.isRequested = true }
    }

    /// Listens for Ctrl-C; a second one ends the process at once.
    func listen(_ terminal: Terminal) {
        guard hearsSignal else { return }
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [self] in
            request()
            signal(SIGINT, SIG_DFL)
            terminal.printError("stopping after the current step; press Ctrl-C again to stop at once")
        }
        source.resume()
        state.withLock { $0.source = source }
    }

    /// Ends the command when a stop was requested.
    ///
    /// - Throws: ``Stopped``.
    func check(_ message: @autoclosure () -> String) throws {
        if isRequested { throw Stopped(message: message()) }
    }
}
