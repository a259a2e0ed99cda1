// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The text about a subscription that Apple's review asks for.
///
/// Requirement E9: the service's name, its price and period, the 24-hour rule, how to cancel, and where the terms and
/// the privacy policy are. <https://developer.apple.com/app-store/subscriptions/>
public struct Disclosure: Hashable, Sendable {
    /// The service's name in the text's language.
    public var name: String

    /// The price of a period.
    public var price: Money

    /// The period.
    public var period: AppStoreTypes.SubscriptionPeriod

    /// What begins the subscription for new customers.
    public var offer: DisclosureOffer?

    /// Where the terms of use are.
    public var terms: String

    /// Where the privacy policy is.
    public var privacy: String

    /// Describes a subscription.
    public init(
        name: String,
        price: Money,
        period: AppStoreTypes.SubscriptionPeriod,
        offer: DisclosureOffer? = nil,
        terms: String,
        privacy: String
    ) {
        self.name = name
        self.price = price
        self.period = period
        self.offer = offer
        self.terms = terms
        self.privacy = privacy
    }

    /// The text in a language.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - template: A template of your own, with `{name}`, `{price}`, `{period}`, `{every}`, `{trial}`, `{terms}` and
    ///     `{privacy}`.
    /// - Returns: The text.
    /// - Throws: ``PriceDataError`` when a length is not a count of days, weeks, months or years, or the template holds
    ///   something in braces that is none of these.
    public func text(in language: DisclosureLanguage, template: String? = nil) throws -> String {
        guard let length = language.text(for: period), let every = language.every(period) else {
            throw PriceDataError("the period '\(period)' is not a length such as P1M")
        }
        let trial = try offer.map { offer in
            guard let parts = language.trial(offer) else {
                throw PriceDataError("the offer's period '\(offer.period)' is not a length such as P1W")
            }
            return parts
        }
        let values = [
            "name": name, "price": PriceText.text(price, in: language), "period": length, "every": every,
            "trial": trial ?? "", "terms": terms, "privacy": privacy,
        ]
        return try Self.filled(template ?? language.template, values, apart: language.setsNumbersApart)
    }

    private static func filled(_ template: String, _ values: [String: String], apart: Bool) throws -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw PriceDataError("the template opens a brace that it does not close")
            }
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = values[name] else {
                throw PriceDataError("the template holds {\(name)}; it may hold \(values.keys.sorted())")
            }
            if apart, value.first?.isASCII == true, value.first?.isNumber == true, text.last?.isIdeograph == true {
                text += " "
            }
            text += value
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

extension Character {
    fileprivate var isIdeograph: Bool {
        unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    }
}
