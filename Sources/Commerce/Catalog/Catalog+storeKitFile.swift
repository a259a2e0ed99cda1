// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

extension Catalog {
    /// What a StoreKit configuration file sells, in the file's order.
    ///
    /// The file knows nothing of entitlements: a subscription gives what its group is called, a non-consumable and a
    /// non-renewing subscription what they are called themselves, a consumable nothing. Change that afterward.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - bundleID: The app, which the file does not name.
    ///   - currency: The currency of the file's prices, which it does not name either.
    public init(_ file: StoreKitFile, bundleID: BundleID, currency: Currency) {
        let single = file.allProducts.compactMap { CatalogProduct($0, currency: currency) }
        let subscriptions = file.subscriptionGroups.flatMap { group in
            group.subscriptions.map { CatalogProduct($0, of: group, currency: currency) }
        }
        self.init(
            bundleID: bundleID,
            products: subscriptions + single,
            groups: file.subscriptionGroups.map { group in
                CatalogGroup(
                    id: group.id,
                    referenceName: group.name,
                    texts: group.localizations.map(CatalogText.init)
                )
            }
        )
    }
}

extension CatalogProduct {
    /// Apple's number of a product, when a StoreKit configuration file has it.
    ///
    /// A file that is kept in step with App Store Connect has Apple's number, of nine digits at least; in any other Xcode has
    /// put eight hexadecimal digits of its own, which no receipt carries.
    package static func itemID(inStoreKitFile id: String) -> String? {
        id.utf8.count >= 9 && id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? id : nil
    }

    fileprivate init?(_ item: StoreKitFile.Product, currency: Currency) {
        guard let type = item.type.productType else { return nil }
        self.init(
            id: item.productID,
            type: type,
            referenceName: item.referenceName,
            itemID: Self.itemID(inStoreKitFile: item.internalID),
            texts: item.localizations.map(CatalogText.init),
            price: item.price.map { Money(milliunits: $0, currency: currency) },
            entitlements: type == .consumable ? [] : [EntitlementID(rawValue: item.productID.rawValue)],
            isFamilyShareable: item.familyShareable
        )
    }

    fileprivate init(
        _ item: StoreKitFile.Subscription,
        of group: StoreKitFile.SubscriptionGroup,
        currency: Currency
    ) {
        let promotional = item.adHocOffers.compactMap { CatalogOffer($0, .promotional, currency) }
        let codes = item.codeOffers.compactMap { CatalogOffer($0, .offerCode, currency) }
        let winBack = (item.winbackOffers ?? []).compactMap { CatalogOffer($0, .winBack, currency) }
        self.init(
            id: item.productID,
            type: .autoRenewableSubscription,
            referenceName: item.referenceName,
            itemID: Self.itemID(inStoreKitFile: item.internalID),
            texts: item.localizations.map(CatalogText.init),
            price: item.price.map { Money(milliunits: $0, currency: currency) },
            groupID: group.id,
            level: item.groupNumber,
            period: CalendarPeriod(item.recurringSubscriptionPeriod.rawValue),
            entitlements: [EntitlementID(rawValue: group.name.isEmpty ? group.id.rawValue : group.name)],
            introductoryOffer: item.allIntroductoryOffers.first.flatMap { CatalogOffer($0, .introductory, currency) },
            offers: promotional + codes + winBack,
            isFamilyShareable: item.familyShareable
        )
    }
}

extension CatalogText {
    fileprivate init(_ text: StoreKitFile.Localization) {
        self.init(locale: text.locale, name: text.displayName, description: text.description)
    }
}

extension CatalogOffer {
    fileprivate init?(_ offer: StoreKitFile.Offer, _ type: OfferType, _ currency: Currency) {
        guard let period = CalendarPeriod(offer.subscriptionPeriod.rawValue),
            let discount = offer.paymentMode.offerDiscountType
        else { return nil }
        self.init(
            type: type,
            id: type == .introductory ? nil : offer.offerID ?? offer.referenceName.map { OfferID(rawValue: $0) },
            discount: discount,
            period: period,
            periodCount: offer.numberOfPeriods ?? 1,
            price: offer.price.map { Money(milliunits: $0, currency: currency) },
            eligibility: (offer.eligibility ?? []).compactMap { OfferCodeEligibility(rawValue: $0.rawValue) },
            isStackable: offer.isStackable ?? false
        )
    }
}
