// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension CatalogueBody {
    /// The products and groups of a StoreKit configuration file, in the file's order.
    ///
    /// The file knows nothing of entitlements: a subscription entitles to what its group is called, a non-consumable and
    /// a non-renewing subscription to what they are called themselves, a consumable to nothing.
    init(_ file: StoreKitFile, currency: Currency) {
        let subscriptions = file.subscriptionGroups.flatMap { group in
            group.subscriptions.map { CatalogProduct($0, of: group, currency: currency) }
        }
        let single = file.allProducts.compactMap { CatalogProduct($0, currency: currency) }
        products = (subscriptions + single).enumerated().map { position, product in
            CatalogueItem(product: product, promotionOrder: position + 1)
        }
        groups = file.subscriptionGroups.map { group in
            CatalogGroup(
                id: group.id,
                referenceName: group.name,
                texts: group.localizations.map(CatalogText.init)
            )
        }
    }
}

extension CatalogProduct {
    fileprivate init?(_ product: StoreKitFile.Product, currency: Currency) {
        guard let type = product.type.productType else { return nil }
        self.init(
            id: product.productID,
            type: type,
            referenceName: product.referenceName,
            itemID: product.internalID,
            texts: product.localizations.map(CatalogText.init),
            price: product.price.map { Money(milliunits: $0, currency: currency) },
            entitlements: type == .consumable ? [] : [EntitlementID(rawValue: product.productID.rawValue)],
            isFamilyShareable: product.familyShareable
        )
    }

    fileprivate init(
        _ product: StoreKitFile.Subscription,
        of group: StoreKitFile.SubscriptionGroup,
        currency: Currency
    ) {
        self.init(
            id: product.productID,
            type: .autoRenewableSubscription,
            referenceName: product.referenceName,
            itemID: product.internalID,
            texts: product.localizations.map(CatalogText.init),
            price: product.price.map { Money(milliunits: $0, currency: currency) },
            groupID: group.id,
            level: product.groupNumber,
            period: CalendarPeriod(product.recurringSubscriptionPeriod.rawValue),
            entitlements: [EntitlementID(rawValue: group.name.isEmpty ? group.id.rawValue : group.name)],
            introductoryOffer: product.allIntroductoryOffers.first.flatMap { offer in
                CatalogOffer(offer, type: .introductory, currency: currency)
            },
            offers: product.adHocOffers.compactMap { CatalogOffer($0, type: .promotional, currency: currency) },
            isFamilyShareable: product.familyShareable
        )
    }
}

extension CatalogText {
    fileprivate init(_ words: StoreKitFile.Localization) {
        self.init(locale: words.locale, name: words.displayName, description: words.description)
    }
}

extension CatalogOffer {
    fileprivate init?(_ offer: StoreKitFile.Offer, type: OfferType, currency: Currency) {
        guard let period = CalendarPeriod(offer.subscriptionPeriod.rawValue),
            let discount = offer.paymentMode.offerDiscountType
        else { return nil }
        self.init(
            type: type,
            id: offer.offerID,
            discount: discount,
            period: period,
            periodCount: offer.numberOfPeriods ?? 1,
            price: offer.displayPrice.flatMap { Money.milliunits(decimal: $0) }
                .map { Money(milliunits: $0, currency: currency) }
        )
    }
}
