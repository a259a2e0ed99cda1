// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Virtual currency that a purchase credits.
public struct CatalogCredit: Hashable, Sendable, Codable {
    /// The account it is credited to, such as "gems".
    public var account: String

    /// How much, for a quantity of one.
    public var amount: Int64

    /// How much a unit of money buys in each store, by the stores' names; the App Store's is `amount`.
    ///
    /// A store that keeps a smaller fee gives more for the same price, so that the team earns the same: where 1 yuan
    /// buys 66 gems in the App Store and 100 elsewhere, the ratios are 66 and 100. A store without a ratio gives
    /// `amount`.
    public var storeRatios: [String: Int64]?

    /// Makes a credit.
    public init(account: String, amount: Int64, storeRatios: [String: Int64]? = nil) {
        self.account = account
        self.amount = amount
        self.storeRatios = storeRatios
    }

    /// How much so many give in a store, rounded down once; `nil` when it does not fit.
    package func amount(for quantity: Int, in store: Store) -> Int64? {
        let (whole, overflows) = amount.multipliedReportingOverflow(by: Int64(max(1, quantity)))
        guard !overflows else { return nil }
        guard store != .appStore, let own = storeRatios?[store.rawValue],
            let base = storeRatios?[Store.appStore.rawValue]
        else { return whole }
        return Ratio(own, over: base)?.applied(to: whole, rounding: .down)
    }
}
