// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A language in which the disclosure ships, with its words for periods and prices.
public enum DisclosureLanguage: String, Hashable, Sendable, CaseIterable {
    /// English.
    case english = "en"

    /// Chinese in simplified characters.
    case simplifiedChinese = "zh-Hans"

    /// Chinese in traditional characters.
    case traditionalChinese = "zh-Hant"

    /// Japanese.
    case japanese = "ja"

    /// A length in words: "month" for one month, "3 months" for three.
    public func text(for period: AppStoreTypes.SubscriptionPeriod) -> String? {
        guard let (count, unit) = period.components else { return nil }
        switch self {
        case .english: return count == 1 ? unit.english : "\(count) \(unit.english)s"
        case .simplifiedChinese: return count == 1 ? "一" + unit.simplified : "\(count) " + unit.simplified
        case .traditionalChinese: return count == 1 ? "一" + unit.traditional : "\(count) " + unit.traditional
        case .japanese: return "\(count)" + unit.japanese
        }
    }

    /// How often a period's price is paid: "every month", "every 3 months".
    public func every(_ period: AppStoreTypes.SubscriptionPeriod) -> String? {
        guard let parts = text(for: period), let (count, unit) = period.components else { return nil }
        switch self {
        case .english: return "every " + parts
        case .simplifiedChinese: return count == 1 ? "每" + unit.simplified.suffix(1) : "每 " + parts
        case .traditionalChinese: return count == 1 ? "每" + unit.traditional.suffix(1) : "每 " + parts
        case .japanese: return parts + "ごと"
        }
    }

    /// Whether a number stands apart from the characters before it.
    var setsNumbersApart: Bool { self == .simplifiedChinese || self == .traditionalChinese }

    /// The template that ships.
    var template: String {
        let bytes: [UInt8] =
            switch self {
            case .english: PackageResources.disclosure_en_txt
            case .simplifiedChinese: PackageResources.disclosure_zh_Hans_txt
            case .traditionalChinese: PackageResources.disclosure_zh_Hant_txt
            case .japanese: PackageResources.disclosure_ja_txt
            }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The sentence about a trial or an offer that begins the subscription.
    func trial(_ offer: DisclosureOffer) -> String? {
        guard let length = text(for: offer.period), let (count, unit) = offer.period.components else { return nil }
        let price = offer.price.map { PriceText.text($0, in: self) }
        var every = ""
        if let rhythm = offer.rhythm {
            guard let parts = self.every(rhythm) else { return nil }
            every = parts
        }
        let isOne = count == 1
        switch (self, price) {
        case (.english, nil): return ", after a free trial of \(isOne ? "one " : "")\(length)"
        case (.english, let price?):
            return ", after \(price)\(every.isEmpty ? "" : " " + every) for the first \(length)"
        case (.simplifiedChinese, nil): return "，首次订阅可免费试用\(isOne ? "" : " ")\(length)"
        case (.simplifiedChinese, let price?):
            return "，首次订阅的\(isOne ? "第一" + unit.simplified : "前 " + length)\(every)价格为 \(price)"
        case (.traditionalChinese, nil): return "，首次訂閱可免費試用\(isOne ? "" : " ")\(length)"
        case (.traditionalChinese, let price?):
            return "，首次訂閱的\(isOne ? "第一" + unit.traditional : "前 " + length)\(every)價格為 \(price)"
        case (.japanese, nil): return "（初回は\(length)の無料トライアル付き）"
        case (.japanese, let price?):
            return "（初回は最初の\(length)が\(every.isEmpty ? "" : every + "に")\(price)）"
        }
    }
}

extension AppStoreTypes.SubscriptionPeriod.Unit {
    fileprivate var english: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }

    fileprivate var simplified: String {
        switch self {
        case .day: "天"
        case .week: "周"
        case .month: "个月"
        case .year: "年"
        }
    }

    fileprivate var traditional: String {
        switch self {
        case .day: "天"
        case .week: "週"
        case .month: "個月"
        case .year: "年"
        }
    }

    fileprivate var japanese: String {
        switch self {
        case .day: "日間"
        case .week: "週間"
        case .month: "か月"
        case .year: "年"
        }
    }
}
