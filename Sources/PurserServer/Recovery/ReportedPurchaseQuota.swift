// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence
import Synchronization

/// How much of what apps reported is kept, as it was counted a moment ago: anyone may report, so there is an end to it.
final class ReportedPurchaseQuota: Sendable {
    /// How many reports are kept at most.
    static let maximumReports = 10_000

    /// How many bytes they may have together.
    static let maximumBytes: Int64 = 256 << 20

    /// How long a count holds, in seconds; other instances take reports, too.
    private static let lifetime: TimeInterval = 10

    private let known = Mutex<(size: RecordsSize, counted: Date)?>(nil)

    /// Whether it need not be counted again yet.
    func isCounted(asOf now: Date) -> Bool {
        known.withLock { known in
            known.map { (0..<Self.lifetime).contains(now.timeIntervalSince($0.counted)) } ?? false
        }
    }

    /// Takes room for one more report by what was counted, when it fits.
    func reserve(_ bytes: Int) -> Bool {
        known.withLock { known in
            guard let size = known?.size, Self.fits(bytes, size) else { return false }
            known?.size.count += 1
            known?.size.bytes += Int64(bytes)
            return true
        }
    }

    /// Notes what was counted.
    func record(_ size: RecordsSize, now: Date) {
        known.withLock { $0 = (size, now) }
    }

    /// Whether one more report fits beside those that are there.
    static func fits(_ bytes: Int, _ size: RecordsSize) -> Bool {
        size.count < maximumReports && size.bytes + Int64(bytes) <= maximumBytes
    }
}
