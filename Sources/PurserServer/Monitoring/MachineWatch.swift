// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Looks at the machine, in the way that the program around the service hands in.
final class MachineWatch: Sendable {
    private let reader = Mutex<@Sendable () -> HostMetrics>({ HostMetrics() })

    /// What the program last said of its machine.
    var reading: HostMetrics { reader.withLock { $0 }() }

    /// Hands in how the machine is looked at.
    func use(_ read: @escaping @Sendable () -> HostMetrics) {
        reader.withLock { $0 = read }
    }
}
