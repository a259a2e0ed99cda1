// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// What a catalog decides where it leaves something out.
@Suite struct CatalogRuleTests {
    private static func catalog(_ levels: [(ProductID, Int?)], groups: [CatalogGroup] = []) -> Catalog {
        Catalog(
            bundleID: "com.example.reader",
            products: levels.map { id, level in
                CatalogProduct(
                    id: id,
                    type: .autoRenewableSubscription,
                    groupID: "g",
                    level: level,
                    period: .month,
                    entitlements: [EntitlementID(rawValue: id.rawValue)]
                )
            },
            groups: groups
        )
    }

    @Test func `a group that the catalog does not describe gives the lower levels, too`() {
        let levels: [(ProductID, Int?)] = [("gold", 1), ("silver", 2)]
        #expect(Self.catalog(levels).entitlements(of: "gold") == ["gold", "silver"])
        #expect(Self.catalog(levels).entitlements(of: "silver") == ["silver"])
        let apart = [CatalogGroup(id: "g", levelsImplyLower: false)]
        #expect(Self.catalog(levels, groups: apart).entitlements(of: "gold") == ["gold"])
    }

    static let changes: [(Int?, Int?, PlanChange)] = [
        (nil, 2, .downgrade), (2, nil, .upgrade), (nil, 1, .crossgrade), (1, nil, .crossgrade), (nil, nil, .crossgrade),
    ]

    @Test(arguments: changes)
    func `a product without a level is of the highest`(old: Int?, new: Int?, change: PlanChange) {
        #expect(Self.catalog([("old", old), ("new", new)]).planChange(from: "old", to: "new") == change)
    }

    static let itemIDs: [(String, String?)] = [
        ("123456789", "123456789"), ("1234567890", "1234567890"), ("12345678", nil), ("12345678A", nil),
        ("A12345678", nil), ("", nil), ("ABCDEFAB", nil),
    ]

    @Test(arguments: itemIDs)
    func `Apple's number of a product has nine digits at least`(text: String, itemID: String?) {
        #expect(CatalogProduct.itemID(inStoreKitFile: text) == itemID)
    }

    private static func offer(_ id: String, _ more: String = "") -> String {
        """
        {"internalID": "\(id)", "offerID": "\(id)", "referenceName": "\(id)", "paymentMode": "free",
          "subscriptionPeriod": "P1W"\(more)}
        """
    }

    @Test func `a StoreKit file's offers are read, whatever they leave out`() throws {
        let text = """
            {"identifier": "1", "nonRenewingSubscriptions": [], "products": [], "settings": {}, "version":
              {"major": 3, "minor": 0}, "subscriptionGroups": [{"id": "2", "localizations": [], "name": "Club",
                "subscriptions": [{"internalID": "1", "productID": "club", "referenceName": "Club",
                  "type": "RecurringSubscription", "familyShareable": false, "groupNumber": 1, "displayPrice": "4.99",
                  "localizations": [], "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "2",
                  "adHocOffers": [\(Self.offer("promotional"))],
                  "codeOffers": [\(Self.offer("code", #", "isStackable": true, "numberOfPeriods": 3"#))],
                  "winbackOffers": [\(Self.offer("winback"))],
                  "introductoryOffer": \(Self.offer("introductory"))}]}]}
            """
        let file: StoreKitFile = try AppStoreJSON.decode(from: Data(text.utf8))
        let product = try #require(Catalog(file, bundleID: "com.example.coffee", currency: "USD")["club"])
        #expect(product.offers.map(\.id) == ["promotional", "code", "winback"])
        #expect(product.offers.map(\.type) == [.promotional, .offerCode, .winBack])
        #expect(product.offers.map(\.periodCount) == [1, 3, 1])
        #expect(product.offers.map(\.isStackable) == [false, true, false])
        #expect(product.introductoryOffer?.id == nil && product.introductoryOffer?.type == .introductory)
    }

    @Test func `midnight is the time of a day that states none`() {
        let day = CivilDate(year: 1970, month: 1, day: 2)
        #expect(CalendarZone.utc.instant(day) == Date(timeIntervalSince1970: 86_400))
        #expect(CalendarZone.pacific.instant(day) == Date(timeIntervalSince1970: 86_400 + 8 * 3600))
    }

    // MARK: - Offers

    private static func offer(_ type: OfferType, group: SubscriptionGroupID? = "g") -> OfferEligibility {
        var product = catalog([("gold", 1)]).products[0]
        product.groupID = group
        let offer = CatalogOffer(type: type, id: "spring", discount: .freeTrial, period: .month)
        return CustomerAccount(PurchaseHistory(), catalogs: [catalog([("gold", 1)])])
            .offer(offer, of: product, in: .app, asOf: .utc("2024-06-01"))
    }

    @Test func `no customer may have an offer without a group or of an unknown type`() {
        #expect(!Self.offer(.promotional, group: nil).isEligible)
        #expect(Self.offer(.promotional, group: nil).ground == .notForThisCustomer)
        #expect(!Self.offer(OfferType(rawValue: 99)).isEligible)
        #expect(Self.offer(OfferType(rawValue: 99)).ground == .notForThisCustomer)
    }

    @Test(arguments: [OfferType.promotional, .winBack])
    func `an offer for those who subscribed is not for others`(type: OfferType) {
        #expect(!Self.offer(type).isEligible && Self.offer(type).ground == .neverSubscribed)
    }

    // MARK: - Conversions

    /// A month of Basic that was bought once at a price, and the quote for Premium.
    private static func quote(
        _ paid: [Int64],
        _ price: Money,
        on date: String = "2024-01-01",
        to target: ProductID = "once.premium.monthly",
        catalog: Catalog = ConversionTests.catalog
    ) throws -> ConversionQuote {
        let stories = paid.enumerated().map { number, milliunits in
            var purchases = PurchaseHistory(lineage: OriginalTransactionID(rawValue: "\(number + 1)"))
            purchases.transaction(
                TransactionID(rawValue: "\(number + 1)1"),
                "auto.basic.monthly",
                from: .utc("2024-01-01"),
                to: .utc("2024-02-01")
            ) {
                $0.price = Money(milliunits: milliunits, currency: "USD")
            }
            purchases.renewalInfo(signed: .utc("2024-01-01")) { $0.willAutoRenew = false }
            return purchases
        }
        let account = CustomerAccount(
            customer: "anna",
            catalogs: [catalog],
            facts: stories.flatMap(\.facts),
            ownsUnclaimed: true
        )
        return try account.conversionQuote(to: target, in: .app, price: price, asOf: .utc(date))
    }

    @Test func `a single milliunit and a single millisecond are worth converting, and none is not`() throws {
        let month: Int64 = 2_629_746_000
        let one = try Self.quote([1], Money(milliunits: 1, currency: "USD"))
        #expect(one.value.milliunits == 1 && one.gainedMilliseconds == month)
        #expect(try Self.quote([4990], Money(milliunits: 4990 * month, currency: "USD")).gainedMilliseconds == 1)
        #expect(throws: ConversionRefusal.self) {
            try Self.quote([4990], Money(milliunits: 4990 * month + 1, currency: "USD"))
        }
        // Of one milliunit nothing is left in the middle of the month.
        let rest = try Self.quote([1, 3100], Money(milliunits: 1000, currency: "USD"), on: "2024-01-16")
        #expect(rest.sources.map(\.remainingValue.milliunits) == [1600])
    }

    @Test func `a target without a price or a length is unknown`() throws {
        var catalog = ConversionTests.catalog
        catalog.products = catalog.products.map { product in
            var product = product
            if product.id == "once.premium.monthly" { product.serviceDuration = CalendarPeriod() }
            return product
        }
        for (catalog, price) in [(catalog, 1000), (ConversionTests.catalog, 0), (ConversionTests.catalog, -1)] {
            let error = #expect(throws: ConversionRefusal.self) {
                try Self.quote([4990], Money(milliunits: Int64(price), currency: "USD"), catalog: catalog)
            }
            #expect(error?.code == .unknownTarget)
        }
    }

    @Test func `a quote counts whole days`() throws {
        var quote = try Self.quote([1], Money(milliunits: 1, currency: "USD"))
        for (milliseconds, days) in [(86_400_000, 1), (86_399_999, 0), (1000 * 86_400_000, 1000)] as [(Int64, Int)] {
            quote.gainedMilliseconds = milliseconds
            #expect(quote.gainedDays == days)
        }
    }
}
