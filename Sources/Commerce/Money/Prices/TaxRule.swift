// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What the law takes of a customer's price before Apple's commission is counted.
///
/// Requirement E5. The rules change with time and place, so they are data.
public struct TaxRule: Hashable, Sendable, Codable {
    /// How the tax relates to the price.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// No tax that Apple handles.
        case none

        /// The tax comes on top of the price, as in the United States.
        case added

        /// The price holds the tax, as value-added taxes do: 1.19 holds 0.19 at 19 %.
        case included

        /// A share of the whole price is kept, as in China: 2 % of 100 is 2.
        case withheld
    }

    /// How the tax relates to the price.
    public let kind: Kind

    /// The rate.
    public let rate: Ratio

    /// Makes a rule.
    public init(_ kind: Kind, rate: Ratio) {
        self.kind = kind
        self.rate = rate
    }

    /// The tax inside a customer's price, to the nearest milliunit; nothing when it does not fit.
    public func tax(in price: Money) -> Money? {
        let part: Int64?
        switch kind {
        case .none, .added: part = 0
        case .withheld: part = rate.applied(to: price.milliunits, rounding: .nearest)
        case .included:
            let net = rate.addedToOne?.inverse?.applied(to: price.milliunits, rounding: .nearest)
            part = net.map { price.milliunits - $0 }
        }
        return part.map { Money(milliunits: $0, currency: price.currency) }
    }
}
