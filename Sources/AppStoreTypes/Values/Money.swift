// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An amount of money: whole milliunits of one currency.
///
/// Apple sends prices so: 1990 with USD is 1.99 US dollars, 300000 with JPY is 300 yen. Sums of different
/// currencies have no meaning, so there is no operator that would make one.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/price>
public struct Money: Hashable, Sendable, Codable {
    /// Thousandths of the currency's unit; negative for money that goes back.
    public var milliunits: Int64

    /// The currency.
    public var currency: Currency

    /// Makes an amount.
    ///
    /// - Parameters:
    ///   - milliunits: Thousandths of the currency's unit.
    ///   - currency: The currency's ISO 4217 code.
    public init(milliunits: Int64, currency: Currency) {
        self.milliunits = milliunits
        self.currency = currency
    }
}

extension Money: CustomStringConvertible {
    /// The amount in decimal digits and its currency, such as 1.99 USD.
    public var description: String {
        let magnitude = milliunits.magnitude
        let (units, thousandths) = magnitude.quotientAndRemainder(dividingBy: 1000)
        let sign = milliunits < 0 ? "-" : ""
        let tail = String(String(1000 + thousandths).dropFirst())
        let decimals = tail.hasSuffix("0") ? String(tail.dropLast()) : tail
        return "\(sign)\(units).\(decimals) \(currency)"
    }
}
