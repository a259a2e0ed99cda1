// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Time since some start, for limits and durations; it never says what o'clock it is.
enum MonotonicClock {
    /// Nanoseconds since a start that no one knows.
    static func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// A length in nanoseconds, at least one.
    static func nanoseconds(_ duration: Duration) -> UInt64 {
        let parts = duration.components
        return UInt64(max(1, parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000))
    }
}
