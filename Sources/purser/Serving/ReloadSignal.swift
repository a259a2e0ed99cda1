// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch
import Foundation
import Synchronization

/// Hears the signal by which a service manager asks for a reload.
final class ReloadSignal: Sendable {
    /// One element for each time that it was asked for; what comes while one is in progress is done once.
    let requests: AsyncStream<Void>
    private let source = Mutex<(any DispatchSourceSignal)?>(nil)
    private let wasAtTerminal = isatty(STDIN_FILENO) == 1

    /// Whether the server was started in a terminal that has been closed since.
    var isTerminalClosed: Bool { wasAtTerminal && isatty(STDIN_FILENO) != 1 }

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        requests = stream
        // The default would end the process.
        signal(SIGHUP, SIG_IGN)
        let wasAtTerminal = wasAtTerminal
        source.withLock { kept in
            let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
            source.setEventHandler { continuation.yield() }
            // Until here the signal is ignored, so a terminal that was closed meanwhile said so in vain.
            source.setRegistrationHandler {
                if wasAtTerminal, isatty(STDIN_FILENO) != 1 { continuation.yield() }
            }
            source.resume()
            kept = source
        }
    }

    deinit {
        source.withLock { $0?.cancel() }
    }
}
