// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import FoundationEssentials
import Synchronization

/// The server's clock: the App Store's virtual one, and what the server has waited besides.
final class TownClock: Sendable {
    private let simulator: SimulatorService
    private let latest: Mutex<Date>

    init(_ simulator: SimulatorService) {
        self.simulator = simulator
        latest = Mutex(simulator.now)
    }

    var now: Date {
        let present = simulator.now
        return latest.withLock { latest in
            latest = max(latest, present)
            return latest
        }
    }

    /// Waits without waiting: time has passed for the server, a little before it does for everybody.
    func pause(_ length: Duration) {
        let (seconds, attoseconds) = length.components
        latest.withLock { $0.addTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18) }
    }
}
