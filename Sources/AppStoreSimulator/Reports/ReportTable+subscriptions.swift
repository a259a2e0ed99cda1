// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A subscription as the daily subscription report counts it.
struct CountedSubscription: Hashable {
    var product: ProductID
    var storefront: StorefrontCountryCode
    var price: Int64
    var proceeds: Int64
    var offer: AppliedOffer?
    var phase: Lineage.Phase
    var earnsHigherRate: Bool
    var hasPreservedPrice: Bool
}

extension SimulatedAppStore {
    /// The subscription report as it looks at the clock's instant: how many are subscribed, on which terms.
    ///
    /// The report of a day is what stands here when the Pacific day ends.
    public var subscriptionReport: ReportTable {
        let counted = lineages.compactMap { lineage -> CountedSubscription? in
            guard lineage.isLive || lineage.phase == .retry, !lineage.isShared, lineage.bundle == nil,
                customers[lineage.customer].profile.environment == .production,
                let last = lineage.transactions.last, let price = last.price
            else { return nil }
            let storefront = taxed(storefront(of: lineage.customer))
            let share = developersShare(in: storefront, higherRate: lineage.earnsHigherRate, on: last.purchaseDate)
            return CountedSubscription(
                product: lineage.product,
                storefront: storefront.countryCode,
                price: price,
                proceeds: storefront.proceeds(of: price, basisPoints: share),
                offer: lineage.runningOffer.map { offer in
                    var whole = offer
                    whole.remaining = 0
                    return whole
                },
                phase: lineage.phase,
                earnsHigherRate: lineage.earnsHigherRate,
                hasPreservedPrice: hasPreservedPrice(lineage)
            )
        }
        .sorted { ($0.product, $0.storefront, $0.price) < ($1.product, $1.storefront, $1.price) }
        return ReportTable.subscriptions(counted, catalog: catalog)
    }
}

extension ReportTable {
    private static let subscriptionColumns = [
        "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID", "Subscription Group ID",
        "Standard Subscription Duration", "Subscription Offer Name", "Promotional Offer ID", "Customer Price",
        "Customer Currency", "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason",
        "Client",
        "Device", "State", "Country", "Active Standard Price Subscriptions",
        "Active Free Trial Introductory Offer Subscriptions", "Active Pay Up Front Introductory Offer Subscriptions",
        "Active Pay as You Go Introductory Offer Subscriptions", "Free Trial Promotional Offer Subscriptions",
        "Pay Up Front Promotional Offer Subscriptions", "Pay As You Go Promotional Offer Subscriptions",
        "Free Trial Offer Code Subscriptions", "Pay Up Front Offer Code Subscriptions",
        "Pay As You Go Offer Code Subscriptions", "Marketing Opt-Ins", "Billing Retry", "Grace Period", "Subscribers",
    ]

    static func subscriptions(_ counted: [CountedSubscription], catalog: Catalog) -> ReportTable {
        struct Key: Hashable {
            var product: ProductID
            var storefront: StorefrontCountryCode
            var price: Int64
            var proceeds: Int64
            var offer: OfferID?
            var flags: [Bool]
        }
        var groups: [Key: [CountedSubscription]] = [:]
        var order: [Key] = []
        for item in counted {
            let key = Key(
                product: item.product,
                storefront: item.storefront,
                price: item.price,
                proceeds: item.proceeds,
                offer: item.offer?.id,
                flags: [item.earnsHigherRate, item.hasPreservedPrice]
            )
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(item)
        }
        let rows = order.compactMap { groups[$0].flatMap { row($0, catalog) } }
        return ReportTable(columns: subscriptionColumns, rows: rows)
    }

    private static func row(_ items: [CountedSubscription], _ catalog: Catalog) -> [String]? {
        guard let first = items.first, let product = catalog.product(first.product) else { return nil }
        let app = catalog.app(product.bundleID)
        let currency = Storefront.of(first.storefront)?.currency.rawValue ?? ""
        let type = first.offer?.type
        var row = [
            app?.name ?? "", app.map { String($0.appAppleID.rawValue) } ?? "", product.referenceName,
            String(product.appleID), product.subscription?.group.rawValue ?? "",
            ReportText.duration(product.subscription?.period),
            type == .offerCode ? first.offer?.id?.rawValue ?? "" : "",
            type == .promotional ? first.offer?.id?.rawValue ?? "" : "", ReportText.amount(first.price), currency,
            ReportText.amount(first.proceeds), currency, first.hasPreservedPrice ? "Yes" : "",
            first.earnsHigherRate ? "Rate After One Year" : "", "", app?.platform == "macOS" ? "Mac" : "iPhone", "",
            shortCode(first.storefront),
        ]
        row += counts(items).map(String.init)
        // Apple reports the number of subscribers only where it is large enough to protect them.
        row += ["0", String(items.count { $0.phase == .retry }), String(items.count { $0.phase == .grace })]
        row.append(items.count > 3 ? String(items.count) : "")
        return row
    }

    /// The ten columns of active subscriptions: at the standard price, then by kind of offer and way of paying.
    private static func counts(_ items: [CountedSubscription]) -> [Int] {
        // The offers are taken out first: with both conditions in one closure the optimizer of Swift 6.3.1 crashes.
        let offers = items.filter { $0.phase == .active }.map(\.offer)
        func count(_ type: OfferType, _ mode: OfferDiscountType) -> Int {
            offers.count { $0?.type == type && $0?.mode == mode }
        }
        let modes: [OfferDiscountType] = [.freeTrial, .payUpFront, .payAsYouGo]
        let types: [OfferType] = [.introductory, .promotional, .offerCode]
        return [offers.count { $0 == nil || $0?.type == .winBack }]
            + types.flatMap { type in modes.map { count(type, $0) } }
    }
}
