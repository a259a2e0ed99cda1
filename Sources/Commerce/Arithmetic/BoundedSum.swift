// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A sum of amounts or counts that stops at the ends of what 64 bits hold, and says that it did.
///
/// A signed document may name any 64-bit price, and a document that is stored stays stored. So no sum of such numbers may end
/// the process: it is clamped, and whoever shows it says so.
public struct BoundedSum: Hashable, Sendable {
    /// The sum, or the end at which it stopped.
    public private(set) var value: Int64

    /// Whether it stopped at an end; then the value is not the sum, and nothing that is added makes it one again.
    public private(set) var isClamped = false

    /// Begins with a number.
    public init(_ value: Int64 = 0) {
        self.value = value
    }

    /// The sum without its sign.
    public var magnitude: BoundedSum { value.signum() == -1 ? -self : self }

    /// Adds two sums.
    public static func + (left: BoundedSum, right: BoundedSum) -> BoundedSum {
        let (sum, overflows) = left.value.addingReportingOverflow(right.value)
        let isClamped = overflows || left.isClamped || right.isClamped
        return BoundedSum(overflows ? end(isNegative: right.value.signum() == -1) : sum, isClamped: isClamped)
    }

    /// Subtracts one sum from another.
    public static func - (left: BoundedSum, right: BoundedSum) -> BoundedSum {
        let (rest, overflows) = left.value.subtractingReportingOverflow(right.value)
        let isClamped = overflows || left.isClamped || right.isClamped
        return BoundedSum(overflows ? end(isNegative: right.value.signum() == 1) : rest, isClamped: isClamped)
    }

    /// Multiplies, as a price by a quantity.
    public static func * (left: BoundedSum, right: BoundedSum) -> BoundedSum {
        let (product, overflows) = left.value.multipliedReportingOverflow(by: right.value)
        let isClamped = overflows || left.isClamped || right.isClamped
        let isNegative = left.value.signum() != right.value.signum()
        return BoundedSum(overflows ? end(isNegative: isNegative) : product, isClamped: isClamped)
    }

    /// Changes the sign.
    public static prefix func - (sum: BoundedSum) -> BoundedSum { 0 - sum }

    /// Adds another sum.
    public static func += (left: inout BoundedSum, right: BoundedSum) { left = left + right }

    /// Adds a number.
    public static func += (left: inout BoundedSum, right: Int64) { left = left + BoundedSum(right) }

    private init(_ value: Int64, isClamped: Bool) {
        self.value = value
        self.isClamped = isClamped
    }

    private static func end(isNegative: Bool) -> Int64 { isNegative ? .min : .max }
}

extension BoundedSum: ExpressibleByIntegerLiteral {
    /// Begins with a literal number.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension BoundedSum: CustomStringConvertible {
    /// The digits, after a sign that marks a sum beyond them.
    public var description: String { isClamped ? (value.signum() == 1 ? "≥ \(value)" : "≤ \(value)") : "\(value)" }
}
