// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct DisclosureTests {
    private static func disclosure(_ offer: DisclosureOffer? = nil) -> Disclosure {
        Disclosure(
            name: "连续包月会员",
            price: Money(milliunits: 6000, currency: "CNY"),
            period: .month,
            offer: offer,
            terms: "https://example.com/terms",
            privacy: "https://example.com/privacy"
        )
    }

    @Test func `S1's membership at 6 yuan a month says each of its six points`() throws {
        let text = try Self.disclosure().text(in: .simplifiedChinese)
        for part in ["连续包月会员", "每月 ¥6.00", "自动续期一个月", "24 小时", "订阅", "/terms", "/privacy"] {
            #expect(text.contains(part), "the text lacks \(part)")
        }
        #expect(text.split(separator: "\n").filter { $0.first?.isNumber == true }.count == 6)
    }

    @Test(arguments: DisclosureLanguage.allCases)
    func `every language tells price, period, the day's rule and where to cancel`(language: DisclosureLanguage) throws {
        let text = try Self.disclosure().text(in: language)
        #expect(text.contains("¥6.00") && text.contains("24"))
        #expect(!text.contains("{") && !text.contains("}"))
        #expect(text.contains(try #require(language.text(for: AppStoreTypes.SubscriptionPeriod.month))))
    }

    private static let lengths: [(DisclosureLanguage, String, [String])] = [
        (.english, "P3M", ["every 3 months", "another 3 months", "first 3 months"]),
        (.simplifiedChinese, "P3M", ["每 3 个月 ¥6.00", "自动续期 3 个月", "前 3 个月价格为 ¥1.00"]),
        (.simplifiedChinese, "P1Y", ["每年 ¥6.00", "自动续期一年", "第一年价格为 ¥1.00"]),
        (.traditionalChinese, "P1W", ["每週 CN¥6.00", "自動續訂一週", "第一週價格為 CN¥1.00"]),
        (.traditionalChinese, "P1M", ["每月 CN¥6.00", "自動續訂一個月"]),
        (.traditionalChinese, "P6M", ["每 6 個月 CN¥6.00", "自動續訂 6 個月"]),
        (.japanese, "P1M", ["1か月ごとにCN¥6.00", "さらに1か月自動更新", "最初の1か月がCN¥1.00"]),
    ]

    @Test(arguments: lengths)
    func `every length reads as it is written in its language`(
        language: DisclosureLanguage,
        length: String,
        parts: [String]
    ) throws {
        var disclosure = Self.disclosure()
        disclosure.period = AppStoreTypes.SubscriptionPeriod(rawValue: length)
        let price = Money(milliunits: 1000, currency: "CNY")
        disclosure.offer = DisclosureOffer(period: disclosure.period, price: price)
        let text = try disclosure.text(in: language)
        for part in parts { #expect(text.contains(part), "\(part) is not in \(text)") }
    }

    @Test func `a template may end with text, and numbers stand apart from ideographs alone`() throws {
        let text = try Self.disclosure().text(in: .english, template: "Only {price} {every}. See {terms}!")
        #expect(text == "Only CN¥6.00 every month. See https://example.com/terms!")
        var half = Self.disclosure()
        half.period = AppStoreTypes.SubscriptionPeriod(rawValue: "P6M")
        #expect(try half.text(in: .simplifiedChinese, template: "订阅{period}。") == "订阅 6 个月。")
        #expect(try half.text(in: .simplifiedChinese, template: "{period}({period})") == "6 个月(6 个月)")
    }

    @Test func `readers find their own currency's plain sign`() {
        let (yuan, yen) = (Money(milliunits: 6000, currency: "CNY"), Money(milliunits: 500_000, currency: "JPY"))
        #expect(
            DisclosureLanguage.allCases.map { PriceText.text(yuan, in: $0) } == [
                "CN¥6.00", "¥6.00", "CN¥6.00", "CN¥6.00",
            ]
        )
        #expect(
            DisclosureLanguage.allCases.map { PriceText.text(yen, in: $0) } == ["JP¥500", "JP¥500", "JP¥500", "¥500"]
        )
    }

    @Test func `a trial and a lower first price are said`() throws {
        let trial = try Self.disclosure(DisclosureOffer(period: .week)).text(in: .english)
        #expect(trial.contains("every month, after a free trial of one week"))
        let price = Money(milliunits: 1000, currency: "CNY")
        let special = try Self.disclosure(DisclosureOffer(period: .month, price: price)).text(in: .simplifiedChinese)
        #expect(special.contains("首次订阅的第一个月价格为 ¥1.00"))
    }

    private static let rhythms: [(DisclosureLanguage, String, String, String)] = [
        (.english, "P3M", "P1M", "every month, after CN¥1.00 every month for the first 3 months"),
        (.english, "P6M", "P3M", "after CN¥1.00 every 3 months for the first 6 months"),
        (.simplifiedChinese, "P3M", "P1M", "，首次订阅的前 3 个月每月价格为 ¥1.00"),
        (.simplifiedChinese, "P1Y", "P1M", "，首次订阅的第一年每月价格为 ¥1.00"),
        (.traditionalChinese, "P6M", "P3M", "，首次訂閱的前 6 個月每 3 個月價格為 CN¥1.00"),
        (.japanese, "P3M", "P1M", "（初回は最初の3か月が1か月ごとにCN¥1.00）"),
    ]

    @Test(arguments: rhythms)
    func `a first price that is paid again and again is reported with how often`(
        language: DisclosureLanguage,
        length: String,
        rhythm: String,
        words: String
    ) throws {
        let offer = DisclosureOffer(
            period: AppStoreTypes.SubscriptionPeriod(rawValue: length),
            price: Money(milliunits: 1000, currency: "CNY"),
            rhythm: AppStoreTypes.SubscriptionPeriod(rawValue: rhythm)
        )
        let text = try Self.disclosure(offer).text(in: language)
        #expect(text.contains(words), "\(words) is not in \(text)")
    }

    @Test func `a rhythm that is not a length is named`() {
        var offer = DisclosureOffer(period: .month, price: Money(milliunits: 1000, currency: "CNY"))
        offer.rhythm = "often"
        #expect(throws: PriceDataError.self) { try Self.disclosure(offer).text(in: .english) }
    }

    @Test func `a template of one's own is filled, and what it cannot hold is named`() throws {
        #expect(try Self.disclosure().text(in: .english, template: "{name}: {price}") == "连续包月会员: CN¥6.00")
        for template in ["{nome}", "{name"] {
            #expect(throws: PriceDataError.self) { try Self.disclosure().text(in: .english, template: template) }
        }
    }

    @Test(arguments: [
        ("1234567.890", Currency("USD"), "$1,234,567.89"), ("100", "JPY", "JP¥100"), ("0.5", "CNY", "¥0.50"),
        ("-9.99", "EUR", "-€9.99"), ("12", "QAR", "QAR 12.00"), ("1.234", "USD", "$1.234"),
    ])
    func `a price is reported with its currency`(amount: String, currency: Currency, text: String) throws {
        #expect(PriceText.text(try #require(Money(decimal: amount, currency: currency))) == text)
    }
}
