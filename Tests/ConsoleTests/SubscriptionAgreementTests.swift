// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import FoundationEssentials
import HTML
import Testing

/// Seats, commitments and bundles on the pages of a customer and of a purchase.
@Suite struct SubscriptionAgreementTests {
    private static let until = Date(timeIntervalSince1970: 1_812_585_600)

    private static func commitment(willRenew: Bool? = true, owed: Int64? = 79_920) -> SubscriptionAgreement.Commitment {
        .init(month: 4, months: 12, owed: owed, currency: "USD", until: until, willRenew: willRenew)
    }

    private static func purchase(_ agreement: SubscriptionAgreement?, _ language: ConsoleLanguage) -> String {
        let frame = PageTests.frame(language)
        var page = PurchasePage(
            lineage: "1000",
            scope: frame.scope,
            owner: "anna",
            others: [],
            product: "club",
            isSubscription: true,
            state: "subscribed",
            ends: nil,
            storefront: nil,
            advice: nil,
            token: nil,
            orders: [],
            timeline: []
        )
        page.agreement = agreement
        return page.page(in: frame).content.text
    }

    private static func customer(_ agreement: SubscriptionAgreement?, _ language: ConsoleLanguage) -> String {
        var page = PageTests.customer("anna")
        page.holdings[0].agreement = agreement
        return page.page(in: PageTests.frame(language)).content.text
    }

    @Test(arguments: [
        (
            ConsoleLanguage.english, "<dt>Seats</dt><dd>8</dd>", "<dt>Seats at renewal</dt><dd>6</dd>",
            "8 seats, 6 at renewal"
        ),
        (.chinese, "<dt>席位</dt><dd>8</dd>", "<dt>续期席位</dt><dd>6</dd>", "8个席位，续期6个"),
    ])
    func `seats and those that renew are stated`(
        language: ConsoleLanguage,
        seats: String,
        renewing: String,
        line: String
    ) throws {
        let agreement = SubscriptionAgreement(seats: 8, renewalSeats: 6, commitment: nil, bundle: nil)
        let purchase = Self.purchase(agreement, language)
        #expect(purchase.contains(seats) && purchase.contains(renewing))
        #expect(Self.customer(agreement, language).contains(line))
    }

    @Test(arguments: [
        (ConsoleLanguage.english, "month 4 of 12", "Still owed", "$79.92 owed"),
        (.chinese, "第4个月，共12个月", "待付金额", "待付US$79.92"),
    ])
    func `a commitment states its month, what is owed and until when`(
        language: ConsoleLanguage,
        month: String,
        owed: String,
        line: String
    ) {
        let agreement = SubscriptionAgreement(seats: nil, renewalSeats: nil, commitment: Self.commitment(), bundle: nil)
        let purchase = Self.purchase(agreement, language)
        let date = language == .english ? "10 Jun 2027" : "2027年6月10日"
        for fact in [month, owed, "$79.92", date] { #expect(purchase.contains(fact), "\(fact)") }
        let customer = Self.customer(agreement, language)
        for fact in [month, line, date] { #expect(customer.contains(fact), "\(fact)") }
    }

    @Test func `a commitment that was canceled says so`() {
        let canceled = SubscriptionAgreement(
            seats: nil,
            renewalSeats: nil,
            commitment: Self.commitment(willRenew: false),
            bundle: nil
        )
        #expect(Self.purchase(canceled, .english).contains("month 4 of 12, canceled"))
        #expect(Self.customer(canceled, .chinese).contains("，已取消"))
        let running = SubscriptionAgreement(seats: nil, renewalSeats: nil, commitment: Self.commitment(), bundle: nil)
        #expect(!Self.purchase(running, .english).contains("canceled"))
    }

    @Test func `a bundle is named, and a name never becomes markup`() {
        let agreement = SubscriptionAgreement(
            seats: nil,
            renewalSeats: nil,
            commitment: nil,
            bundle: "<b>bundle</b>"
        )
        for page in [Self.purchase(agreement, .english), Self.customer(agreement, .english)] {
            #expect(page.contains("&lt;b&gt;bundle") && !page.contains("<b>bundle"))
        }
    }

    @Test func `a subscription with none of it has no such facts`() {
        let none = SubscriptionAgreement(seats: nil, renewalSeats: nil, commitment: nil, bundle: nil)
        #expect(none == nil)
        for word in ["Seats", "Commitment", "Bundle"] { #expect(!Self.purchase(none, .english).contains(word)) }
    }
}
