// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// The virtual instant, to be read from anywhere without waiting for the engine.
final class CurrentInstant: Sendable {
    private let instant: Mutex<Date>

    init(_ instant: Date) {
        self.instant = Mutex(instant)
    }

    var value: Date { instant.withLock { $0 } }

    func set(_ now: Date) {
        instant.withLock { $0 = now }
    }
}
