// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Prices as customers read them: a symbol and as many decimals as the currency has.
public enum PriceText {
    /// The price in words that name its currency beyond doubt.
    ///
    /// - Parameters:
    ///   - price: The price.
    ///   - language: The readers' language: to them their own currency's short sign is the plain one. Without it yuan are.
    /// - Returns: The sign and the amount.
    public static func text(_ price: Money, in language: DisclosureLanguage = .simplifiedChinese) -> String {
        let symbol = symbol(of: price.currency, in: language) ?? price.currency.rawValue + " "
        let sign = price.milliunits < 0 ? "-" : ""
        return sign + symbol + amount(price.milliunits.magnitude, isWhole: whole.contains(price.currency))
    }

    private static func symbol(of currency: Currency, in language: DisclosureLanguage) -> String? {
        switch (currency, language) {
        case ("CNY", .simplifiedChinese), ("JPY", .japanese): "¥"
        case ("CNY", _): "CN¥"
        default: symbols[currency]
        }
    }

    private static func amount(_ milliunits: UInt64, isWhole: Bool) -> String {
        let (units, rest) = milliunits.quotientAndRemainder(dividingBy: 1000)
        if isWhole && rest == 0 { return grouped(units) }
        let decimals = String(String(1000 + rest).dropFirst())
        return grouped(units) + "." + (decimals.hasSuffix("0") ? String(decimals.dropLast()) : decimals)
    }

    private static func grouped(_ number: UInt64) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0 && place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    private static let whole: Set<Currency> = ["JPY", "KRW", "VND", "IDR", "CLP", "COP", "HUF", "TWD", "KZT", "NGN"]

    private static let symbols: [Currency: String] = [
        "USD": "$", "JPY": "JP¥", "EUR": "€", "GBP": "£", "KRW": "₩", "HKD": "HK$", "TWD": "NT$",
        "AUD": "A$", "CAD": "CA$", "NZD": "NZ$", "SGD": "S$", "BRL": "R$", "INR": "₹", "VND": "₫", "PHP": "₱",
    ]
}
