// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How much virtual currency a unit of money buys on one platform.
///
/// Requirement E3: a platform that keeps a fee gives less, so that the team earns the same. S2's example: 1 yuan buys 100 gems
/// on Android and 66 on iOS.
public struct ExchangeRatio: Hashable, Sendable, Codable {
    /// The virtual currency's units for one unit of money.
    public let unitsPerMoney: Ratio

    /// Makes a ratio.
    public init(unitsPerMoney: Ratio) {
        self.unitsPerMoney = unitsPerMoney
    }

    /// The ratio of a platform on which a share of each sale is lost, in whole units rounded down.
    ///
    /// - Parameters:
    ///   - full: The ratio where nothing is lost.
    ///   - share: What is left of each sale, such as 66.64 % where a bank, a tax and a 30 % fee are taken.
    /// - Returns: The ratio, at least one unit; nothing when it does not fit.
    public static func covering(_ full: ExchangeRatio, share: Ratio) -> ExchangeRatio? {
        guard let product = full.unitsPerMoney.times(share), product.numerator >= product.denominator,
            let whole = Ratio(product.numerator / product.denominator, over: 1)
        else { return nil }
        return ExchangeRatio(unitsPerMoney: whole)
    }

    /// The virtual currency that an amount buys, rounded down; nothing when it does not fit.
    public func virtualCurrency(for money: Money) -> Int64? {
        guard let perMilliunit = unitsPerMoney.times(Ratio(thousandthsOfPercent: 100)) else { return nil }
        return perMilliunit.applied(to: money.milliunits, rounding: .down)
    }
}
