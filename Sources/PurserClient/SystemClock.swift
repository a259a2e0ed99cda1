// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// The only place that reads the machine's clock.
enum SystemClock {
    static var now: Date { Date() }

    static func pause(_ seconds: TimeInterval) async {
        let limited = min(max(0, seconds), 3600)
        // A canceled pause ends at once, and what is tried next fails or ends automatically.
        try? await Task.sleep(nanoseconds: UInt64(limited * 1_000_000_000))
    }
}
