// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How much virtual currency a unit of money buys on one platform.
///
/// Requirement E3: a platform that keeps a fee gives less, so that the team earns the same. S2's example: 1 yuan buys
/// 100 gems on Android and 66 on iOS.
public struct VirtualCurrencyRate: Hashable, Sendable, Codable {
    /// The virtual currency's units for one unit of money.
    public let unitsPerCurrencyUnit: Ratio

    /// Makes a ratio.
    public init(unitsPerCurrencyUnit: Ratio) {
        self.unitsPerCurrencyUnit = unitsPerCurrencyUnit
    }

    /// The exact ratio of a platform on which a share of each sale is lost; what it buys is rounded, and once.
    ///
    /// - Parameters:
    ///   - full: The ratio where nothing is lost.
    ///   - share: What is left of each sale, such as 66.64 % where a bank, a tax and a 30 % fee are taken.
    /// - Returns: The ratio, which may be less than a unit: one won buys half a gem; nothing when it does not fit.
    public static func covering(_ full: VirtualCurrencyRate, share: Ratio) -> VirtualCurrencyRate? {
        full.unitsPerCurrencyUnit.times(share).map(VirtualCurrencyRate.init)
    }

    /// The virtual currency that an amount buys, rounded down; nothing when it does not fit.
    public func virtualCurrency(for money: Money) -> Int64? {
        guard let perMilliunit = unitsPerCurrencyUnit.times(Ratio(thousandthsOfPercent: 100)) else { return nil }
        return perMilliunit.applied(to: money.milliunits, rounding: .down)
    }
}
