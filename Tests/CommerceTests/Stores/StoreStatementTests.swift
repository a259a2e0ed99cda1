// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// What a statement about a purchase in another store may say, and how it names the purchase.
@Suite struct StoreStatementTests {
    private static let pro = Catalog.reader["monthly"]
    private static let season = Catalog.reader["season"]
    private static let gems = Catalog.reader["gems"]

    @Test func `a purchase in another store never has an identifier of Apple's`() {
        #expect(StoreStatement.gems().lineage == "google-play:GPA.1")
        #expect(StoreStatement.gems().transactionID == "google-play:GPA.1")
        #expect(StoreStatement.month("GPA.7..1").transactionID == "huawei:sub-7:GPA.7..1")
        #expect(StoreStatement.month("sub-7").transactionID == "huawei:sub-7")
        #expect(StoreStatement.month().lineage.store == "huawei")
        #expect(OriginalTransactionID(rawValue: "2000000123456789").isOfAppStore)
        #expect(OriginalTransactionID(rawValue: "corner-shop:1").isOfAppStore)
    }

    @Test func `every store has a name in both languages`() {
        #expect(Set(Store.all).count == Store.all.count && Store.all.first == .appStore)
        #expect(Array(Store.all.dropFirst()) == Store.stated && !Store.stated.isEmpty)
        for store in Store.all {
            #expect(store.name(in: "en") != store.rawValue || store == "vivo", "\(store)")
            #expect(!store.name(in: "zh-Hans").isEmpty)
        }
        #expect(Store(rawValue: "wechat").name(in: "zh-Hans") == "微信支付")
        #expect(Store(rawValue: "corner-shop").name(in: "en") == "corner-shop")
    }

    private struct Row: Sendable {
        var member: String?
        var change: @Sendable (inout StoreStatement) -> Void

        init(_ member: String?, _ change: @escaping @Sendable (inout StoreStatement) -> Void) {
            (self.member, self.change) = (member, change)
        }
    }

    private static let ofSubscription: [Row] = [
        Row(nil) { _ in }, Row(nil) { $0.willRenew = true }, Row(nil) { $0.state = .billingRetry },
        Row(nil) { ($0.state, $0.willRenew) = (.expired, false) },
        Row(nil) { ($0.state, $0.gracePeriodExpirationDate) = (.gracePeriod, .at("02-10")) },
        Row(nil) { ($0.state, $0.refundDate, $0.refundedPercentage) = (.refunded, .at("01-05"), 100_000) },
        Row(nil) { ($0.isTrial, $0.price) = (true, nil) },
        Row(nil) { $0.price = Money(milliunits: 0, currency: "CNY") }, Row(nil) { $0.purchaseDate = .at("01-20") },
        Row(nil) { ($0.state, $0.refundDate) = (.refunded, .at("01-01")) },
        Row(nil) { ($0.state, $0.refundDate) = (.refunded, .at("01-20")) },
        Row("store") { $0.store = .appStore }, Row("store") { $0.store = "corner-shop" },
        Row("id") { $0.purchaseID = "" }, Row("id") { $0.purchaseID = "a:b" }, Row("id") { $0.purchaseID = "a/b" },
        Row("id") { $0.purchaseID = String(repeating: "a", count: 101) },
        Row("transactionId") { $0.paymentID = "" }, Row("transactionId") { $0.paymentID = "ä" },
        Row("transactionId") { $0.paymentID = String(repeating: "a", count: 71) },
        Row("quantity") { $0.quantity = 0 }, Row("quantity") { $0.quantity = 1001 },
        Row("price") { $0.price = Money(milliunits: -1, currency: "CNY") },
        Row("purchaseDate") { $0.purchaseDate = .at("01-21") },
        Row("expiresDate") { $0.expirationDate = nil }, Row("expiresDate") { $0.expirationDate = $0.purchaseDate },
        Row("isTrial") { $0.isTrial = true },
        Row("willAutoRenew") { ($0.state, $0.willRenew) = (.expired, true) },
        Row("gracePeriodExpiresDate") { $0.state = .gracePeriod },
        Row("gracePeriodExpiresDate") { $0.gracePeriodExpirationDate = .at("02-10") },
        Row("gracePeriodExpiresDate") { ($0.state, $0.gracePeriodExpirationDate) = (.gracePeriod, $0.purchaseDate) },
        Row("refundDate") { $0.refundDate = .at("01-05") },
        Row("refundDate") { ($0.state, $0.refundDate) = (.refunded, .at("01-21")) },
        Row("refundDate") { ($0.state, $0.refundDate) = (.refunded, .utc("2023-12-31")) },
        Row("refundPercentage") { $0.refundedPercentage = 50_000 },
        Row("refundPercentage") { ($0.state, $0.refundedPercentage) = (.refunded, 0) },
        Row("refundPercentage") { ($0.state, $0.refundedPercentage) = (.refunded, 100_001) },
    ]

    @Test(arguments: ofSubscription.indices)
    func `a member that cannot be in a statement about a subscription is named`(row: Int) throws {
        let row = Self.ofSubscription[row]
        let statement = StoreStatement.month { row.change(&$0) }
        #expect(statement.invalidMember(for: try #require(Self.pro), statedOn: .at("01-20"))?.name == row.member)
    }

    private static let ofOnePurchase: [Row] = [
        Row(nil) { _ in }, Row(nil) { $0.state = .refunded }, Row("expiresDate") { $0.expirationDate = .at("02-01") },
        Row("willAutoRenew") { $0.willRenew = false }, Row("state") { $0.state = .expired },
        Row("state") { $0.state = .billingRetry }, Row("isTrial") { ($0.isTrial, $0.price) = (true, nil) },
    ]

    @Test(arguments: ofOnePurchase.indices)
    func `a member that cannot be in a statement about a one-time purchase is named`(row: Int) throws {
        let row = Self.ofOnePurchase[row]
        let statement = StoreStatement.gems { row.change(&$0) }
        #expect(statement.invalidMember(for: try #require(Self.gems), statedOn: .at("01-20"))?.name == row.member)
    }

    static let refunds: [(Int?, RevocationType, Int?)] = [
        (nil, .refundFull, nil), (100_000, .refundFull, nil), (99_999, .refundProrated, 99_999),
        (1, .refundProrated, 1),
    ]

    @Test(arguments: refunds)
    func `a refund of less than all is prorated`(percentage: Int?, type: RevocationType, stated: Int?) {
        let statement = StoreStatement.gems { ($0.state, $0.refundedPercentage) = (.refunded, percentage) }
        let revocation = statement.transaction(statedOn: .at("01-20")).revocation
        #expect(revocation?.type == type && revocation?.percentage == stated)
        #expect(revocation?.date == .at("01-20"))
    }

    @Test(arguments: [(false, .canceled), (nil, .other)] as [(Bool?, ExpirationIntent)])
    func `a subscription that ended was canceled where the team states that it does not renew`(
        willRenew: Bool?,
        intent: ExpirationIntent
    ) {
        let statement = StoreStatement.month { ($0.state, $0.willRenew) = (.expired, willRenew) }
        let facts = [statement.fact(stated: "02-10")]
        let history = SubscriptionHistory(lineage: LineageKey.subscription.lineage, facts: facts)
        #expect(history.renewalRecords.map(\.info.expirationIntent) == [intent])
    }

    @Test func `a non-renewing subscription may state its end or leave it to the catalog`() throws {
        let season = try #require(Self.season)
        var statement = StoreStatement.gems { $0.productID = "season" }
        #expect(statement.invalidMember(for: season, statedOn: .at("01-20")) == nil)
        statement.state = .expired
        #expect(statement.invalidMember(for: season, statedOn: .at("01-20"))?.name == "state")
        statement.expirationDate = .at("01-10")
        #expect(statement.invalidMember(for: season, statedOn: .at("01-20")) == nil)
    }

    @Test(arguments: ["de", "zh-Hans"])
    func `a reason says that the team stated it, and not that Apple proves it`(language: String) {
        for rule in [Rule.paidPeriod, .gracePeriod, .billingRetry, .billingFailed, .expired, .refunded, .lifetime] {
            let reason = Reason(rule: rule, lineage: StoreStatement.month().lineage)
            let text = reason.text(in: language)
            #expect(text.contains(language == "de" ? "As the team stated" : "团队"), "\(text)")
            #expect(text.contains(Store(rawValue: "huawei").name(in: language)))
            #expect(text.components(separatedBy: "Apple").count == 2, "\(text)")
            #expect(Reason(rule: rule, lineage: "1").text(in: language) == rule.text(in: language))
        }
        #expect(Reason(rule: .granted).text(in: language) == Rule.granted.text(in: language))
    }

    @Test(
        arguments: [
            ("app-store", 1, 396), ("google-play", 1, 600), ("google-play", 3, 1800), ("wechat", 1, 396),
            ("web", 1, 402),
        ] as [(Store, Int, Int64)]
    )
    func `a store gives the virtual currency of its exchange ratio`(store: Store, quantity: Int, amount: Int64) throws {
        // 6 yuan buy 396 gems at 66 to the yuan, and 600 at 100.
        let ratios: [String: Int64] = ["app-store": 66, "google-play": 100, "web": 67]
        let credit = CatalogCredit(account: "gems", amount: 396, storeRatios: ratios)
        #expect(credit.amount(for: quantity, in: store) == amount)
    }

    @Test func `a credit that does not fit is none`() {
        let credit = CatalogCredit(account: "g", amount: .max / 2, storeRatios: ["app-store": 1, "web": 1000])
        #expect(credit.amount(for: 1, in: "web") == nil)
        #expect(credit.amount(for: 3, in: .appStore) == nil)
        #expect(credit.amount(for: 1, in: "huawei") == .max / 2)
    }
}
