// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An exact fraction: a rate, a share or a tax.
///
/// Amounts are multiplied by it in double width and rounded once, by a rule that is named.
public struct Ratio: Hashable, Sendable, Codable {
    /// What is divided.
    public let numerator: Int64

    /// What it is divided by; always positive.
    public let denominator: Int64

    /// Makes a fraction, or nothing when the denominator is not positive.
    public init?(_ numerator: Int64, over denominator: Int64) {
        guard denominator > 0 else { return nil }
        let divisor = Int64(Self.commonDivisor(numerator.magnitude, denominator.magnitude))
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// Makes a whole number of thousandths of a per cent: 70000 is 70 %.
    public init(thousandthsOfPercent: Int64) {
        let divisor = Int64(Self.commonDivisor(thousandthsOfPercent.magnitude, 100_000))
        numerator = thousandthsOfPercent / divisor
        denominator = 100_000 / divisor
    }

    /// Reads a decimal number such as `7.1923` exactly, or nothing when it is none or has over 12 decimals.
    public init?(decimal text: String) {
        let negative = text.hasPrefix("-")
        let parts = (negative ? text.dropFirst() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty else { return nil }
        let decimals = parts.count == 2 ? parts[1] : ""
        guard parts.count == 1 || (1...12).contains(decimals.count) else { return nil }
        let digits = whole + decimals
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(digits) else { return nil }
        let scale = decimals.reduce(Int64(1)) { scale, _ in scale * 10 }
        self.init(negative ? -number : number, over: scale)
    }

    /// The fraction as an exact decimal number, which ``init(decimal:)`` reads again; nothing when it has over 12 decimals.
    public var decimal: String? {
        var scale: Int64 = 1
        for count in 0...12 {
            if scale.isMultiple(of: denominator) {
                let (number, overflow) = numerator.magnitude.multipliedReportingOverflow(
                    by: (scale / denominator).magnitude
                )
                guard !overflow else { return nil }
                let digits = String(number)
                let filled = String(repeating: "0", count: max(0, count + 1 - digits.count)) + digits
                let sign = numerator < 0 ? "-" : ""
                return sign + filled.dropLast(count) + (count > 0 ? "." : "") + filled.suffix(count)
            }
            scale *= 10
        }
        return nil
    }

    /// One: what it is applied to stays as it is.
    public static let one = Ratio(thousandthsOfPercent: 100_000)

    /// Nothing.
    public static let zero = Ratio(thousandthsOfPercent: 0)

    /// The fraction of an amount, rounded once.
    ///
    /// - Returns: The rounded product, or nothing when it does not fit.
    public func applied(to amount: Int64, rounding: RoundingRule) -> Int64? {
        let negative = amount.signum() != numerator.signum()
        let (high, low) = amount.magnitude.multipliedFullWidth(by: numerator.magnitude)
        let divisor = denominator.magnitude
        guard high < divisor else { return nil }
        let (quotient, remainder) = divisor.dividingFullWidth((high, low))
        let rounded = quotient + (Self.raises(quotient, remainder, divisor, rounding) ? 1 : 0)
        guard rounded <= UInt64(Int64.max) else { return nil }
        return negative ? -Int64(rounded) : Int64(rounded)
    }

    /// The fraction turned over, or nothing for zero and below.
    public var inverse: Ratio? { Ratio(denominator, over: numerator) }

    /// The product of two fractions, or nothing when it does not fit.
    public func times(_ other: Ratio) -> Ratio? {
        let first = Ratio(numerator, over: other.denominator)
        let second = Ratio(other.numerator, over: denominator)
        guard let first, let second else { return nil }
        let (top, topOverflow) = first.numerator.multipliedReportingOverflow(by: second.numerator)
        let (bottom, bottomOverflow) = first.denominator.multipliedReportingOverflow(by: second.denominator)
        return topOverflow || bottomOverflow ? nil : Ratio(top, over: bottom)
    }

    /// One with this added, as in a price with its tax, or nothing when it does not fit.
    public var addedToOne: Ratio? {
        let (sum, overflow) = numerator.addingReportingOverflow(denominator)
        return overflow ? nil : Ratio(sum, over: denominator)
    }

    private static func raises(_ quotient: UInt64, _ rest: UInt64, _ divisor: UInt64, _ rule: RoundingRule) -> Bool {
        switch rule {
        case .down: return false
        case .up: return rest > 0
        case .nearest: return rest >= divisor - rest
        case .nearestEven:
            let other = divisor - rest
            return rest > other || (rest == other && !quotient.isMultiple(of: 2))
        }
    }

    private static func commonDivisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return max(left, 1)
    }
}

extension Ratio: CustomStringConvertible {
    /// The fraction as it is kept, such as 17/20.
    public var description: String { "\(numerator)/\(denominator)" }
}
