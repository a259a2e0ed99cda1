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
        for part in ["连续包月会员", "¥6.00", "1 个月", "24 小时", "订阅", "/terms", "/privacy"] {
            #expect(text.contains(part), "the text lacks \(part)")
        }
        #expect(text.split(separator: "\n").filter { $0.first?.isNumber == true }.count == 6)
    }

    @Test(arguments: DisclosureLanguage.allCases)
    func `every language tells price, period, the day's rule and where to cancel`(language: DisclosureLanguage) throws {
        let text = try Self.disclosure().text(in: language)
        #expect(text.contains("¥6.00") && text.contains("24"))
        #expect(!text.contains("{") && !text.contains("}"))
        #expect(text.contains(try #require(language.words(for: AppStoreTypes.SubscriptionPeriod.month))))
    }

    @Test func `a trial and a lower first price are said`() throws {
        let trial = try Self.disclosure(DisclosureOffer(period: .week)).text(in: .english)
        #expect(trial.contains("every month, after a free trial of one week"))
        let price = Money(milliunits: 1000, currency: "CNY")
        let special = try Self.disclosure(DisclosureOffer(period: .month, price: price)).text(in: .simplifiedChinese)
        #expect(special.contains("首次订阅前 1 个月 为 ¥1.00"))
    }

    @Test func `a template of one's own is filled, and what it cannot hold is named`() throws {
        #expect(try Self.disclosure().text(in: .english, template: "{name}: {price}") == "连续包月会员: ¥6.00")
        for template in ["{nome}", "{name"] {
            #expect(throws: MoneyDataError.self) { try Self.disclosure().text(in: .english, template: template) }
        }
    }

    @Test(arguments: [
        ("1234567.890", Currency("USD"), "$1,234,567.89"), ("100", "JPY", "JP¥100"), ("0.5", "CNY", "¥0.50"),
        ("-9.99", "EUR", "-€9.99"), ("12", "QAR", "QAR 12.00"), ("1.234", "USD", "$1.234"),
    ])
    func `a price is told with its currency`(amount: String, currency: Currency, text: String) throws {
        #expect(PriceText.text(try #require(Money(decimal: amount, currency: currency))) == text)
    }
}
