// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a purchase page says of a product.
public struct PurchaseTerms: Hashable, Sendable {
    /// The product's identifier.
    public let product: String

    /// The product's name.
    public let name: String

    /// The price, such as $4.99.
    public let price: String

    /// The first price or free trial, when the customer may have it.
    public let introduction: String?

    /// What is paid after it, and how often; the price of anything else.
    public let regular: String

    /// What the team says besides.
    public let help: String?

    /// All of it, a sentence each.
    public var text: String { [introduction, regular, help].compactMap { $0 }.joined(separator: " ") }
}

extension StorePeriod {
    /// "7 days", "1 month".
    func text(in language: PurserLanguage, times: Int = 1) -> String {
        let number = count * max(1, times)
        switch unit {
        case .day: return language.choose(number == 1 ? "1 day" : "\(number) days", "\(number)天")
        case .week: return language.choose(number == 1 ? "1 week" : "\(number) weeks", "\(number)周")
        case .month: return language.choose(number == 1 ? "1 month" : "\(number) months", "\(number)个月")
        case .year: return language.choose(number == 1 ? "1 year" : "\(number) years", "\(number)年")
        }
    }

    /// "month", "3 months": what stands after "every".
    func rhythm(in language: PurserLanguage) -> String {
        guard count == 1 else { return text(in: language) }
        switch unit {
        case .day: return language.choose("day", "天")
        case .week: return language.choose("week", "周")
        case .month: return language.choose("month", "月")
        case .year: return language.choose("year", "年")
        }
    }
}

extension StoreProduct {
    func introduction(in language: PurserLanguage) -> String? {
        guard let offer = introductoryOffer else { return nil }
        let length = offer.period.text(in: language, times: offer.periodCount)
        switch offer.payment {
        case .freeTrial: return language.choose("Free for \(length).", "免费试用\(length)。")
        case .payUpFront:
            return language.choose(
                "\(offer.displayPrice) for the first \(length).",
                "前\(length)共\(offer.displayPrice)。"
            )
        case .payAsYouGo:
            let rhythm = offer.period.rhythm(in: language)
            return language.choose(
                "\(offer.displayPrice) every \(rhythm) for the first \(length).",
                "前\(length)每\(rhythm)\(offer.displayPrice)。"
            )
        }
    }

    func regular(in language: PurserLanguage, isAfterIntroduction: Bool) -> String {
        guard let period else { return language.choose("\(displayPrice), paid once.", "\(displayPrice)，一次性付款。") }
        let rhythm = period.rhythm(in: language)
        return isAfterIntroduction
            ? language.choose(
                "Then \(displayPrice) every \(rhythm), renewing until you cancel.",
                "之后每\(rhythm)\(displayPrice)，自动续期，可随时取消。"
            )
            : language.choose(
                "\(displayPrice) every \(rhythm), renewing until you cancel.",
                "每\(rhythm)\(displayPrice)，自动续期，可随时取消。"
            )
    }
}
