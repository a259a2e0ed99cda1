// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Synchronization

/// Token buckets, one per caller: a steady rate with room for a burst.
///
/// At most `capacity` callers are remembered; past that the fullest buckets, whose owners were idle longest, go first.
final class RateLimiter: Sendable {
    struct Limit: Hashable, Sendable {
        var perSecond: Int
        var burst: Int
    }

    private struct Bucket {
        /// Thousandths of a request, so that no fraction is lost.
        var level: Int64
        var filledAt: Int64
    }

    private let limit: Limit
    private let capacity: Int
    private let buckets = Mutex<[String: Bucket]>([:])

    init(limit: Limit, capacity: Int = 20_000) {
        self.limit = limit
        self.capacity = capacity
    }

    /// Takes one request from a caller's bucket; answers the seconds to wait when it is empty.
    func allow(_ caller: String, now: Date) -> Int? {
        let instant = now.millisecondsSince1970
        return buckets.withLock { buckets in
            if buckets.count >= capacity, buckets[caller] == nil { evictEntries(&buckets, at: instant) }
            var bucket = refilled(buckets[caller], at: instant)
            defer { buckets[caller] = bucket }
            guard bucket.level >= 1000 else {
                let missing = 1000 - bucket.level
                return max(1, Int((missing + Int64(limit.perSecond) * 1000 - 1) / (Int64(limit.perSecond) * 1000)))
            }
            bucket.level -= 1000
            return nil
        }
    }

    /// How many callers are remembered.
    var count: Int { buckets.withLock(\.count) }

    private func refilled(_ bucket: Bucket?, at instant: Int64) -> Bucket {
        let full = Int64(limit.burst) * 1000
        guard var bucket else { return Bucket(level: full, filledAt: instant) }
        let elapsed = max(0, instant - bucket.filledAt)
        bucket.level = elapsed > 3_600_000 ? full : min(full, bucket.level + elapsed * Int64(limit.perSecond))
        // Requests come a little out of order. A clock that was set back fills nothing, and what comes after counts
        // from there.
        let isSetBack = instant < bucket.filledAt - 60_000
        bucket.filledAt = isSetBack ? instant : max(bucket.filledAt, instant)
        return bucket
    }

    private func evictEntries(_ buckets: inout [String: Bucket], at instant: Int64) {
        let full = Int64(limit.burst) * 1000
        buckets = buckets.filter { refilled($0.value, at: instant).level < full }
        guard buckets.count >= capacity else { return }
        for key in buckets.sorted(by: { $0.value.filledAt < $1.value.filledAt }).prefix(capacity / 4).map(\.key) {
            buckets[key] = nil
        }
    }
}
