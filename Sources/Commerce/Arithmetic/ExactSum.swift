// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A sum of 64-bit numbers that never overflows and that a difference can be taken from again.
///
/// ``BoundedSum`` stops at the ends of 64 bits and loses what was added beyond them. A stored sum to which changes are
/// added later has to be exact.
package struct ExactSum: Hashable, Sendable {
    /// The upper 64 bits, with the sign.
    package private(set) var high: Int64
    /// The lower 64 bits.
    package private(set) var low: UInt64

    /// Begins with a number.
    package init(_ value: Int64 = 0) {
        high = value < 0 ? -1 : 0
        low = UInt64(bitPattern: value)
    }

    /// Makes a sum from its two parts.
    package init(high: Int64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Whether the sum is zero.
    package var isZero: Bool { high == 0 && low == 0 }

    /// The number where 64 bits hold it; otherwise, `nil`.
    package var exactly: Int64? {
        let value = Int64(bitPattern: low)
        return self == ExactSum(value) ? value : nil
    }

    /// The number, clamped to 64 bits.
    package var bounded: BoundedSum {
        if let exactly { return BoundedSum(exactly) }
        // Twice an end is beyond it.
        let end = BoundedSum(high < 0 ? .min : .max)
        return end + end
    }

    /// Adds two sums.
    package static func + (left: ExactSum, right: ExactSum) -> ExactSum {
        let (low, carries) = left.low.addingReportingOverflow(right.low)
        return ExactSum(high: left.high &+ right.high &+ (carries ? 1 : 0), low: low)
    }

    /// Adds another sum.
    package static func += (left: inout ExactSum, right: ExactSum) { left = left + right }

    /// Changes the sign.
    package static prefix func - (sum: ExactSum) -> ExactSum {
        ExactSum(high: ~sum.high, low: ~sum.low) + ExactSum(1)
    }
}
