// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

extension ProductRecord {
    /// A product as a customer of a storefront sees it.
    init(
        _ product: CatalogProduct,
        in catalog: Catalog,
        storefront: AppStoreSimulator.Storefront,
        locale: Locale
    ) {
        let text = product.localization(for: locale)
        func amount(_ list: PriceList) -> Decimal { Decimal(catalog.price(list, in: storefront)) / 1000 }
        func offer(_ offer: CatalogOffer, id: String?) -> OfferRecord {
            OfferRecord(
                id: id,
                price: amount(offer.price),
                period: offer.period.iso8601,
                periodCount: offer.periodCount,
                paymentMode: Product.SubscriptionOffer.PaymentMode(offer.mode).rawValue
            )
        }
        self.init(
            id: product.id.rawValue,
            kind: product.type.rawValue,
            displayName: text?.displayName ?? product.referenceName,
            description: text?.description ?? "",
            price: amount(product.price),
            currency: storefront.currency.rawValue,
            localeIdentifier: locale.identifier,
            isFamilyShareable: product.isFamilyShareable,
            subscription: product.subscription.map { terms in
                SubscriptionRecord(
                    groupID: terms.group.rawValue,
                    groupName: catalog.groups.first { $0.id == terms.group }?.name ?? "",
                    level: terms.level,
                    period: terms.period.iso8601,
                    introductoryOffer: terms.introductoryOffer.map { offer($0, id: nil) },
                    promotionalOffers: terms.promotionalOffers.map { offer($0, id: $0.id.rawValue) },
                    winBackOffers: terms.winBackOffers.map { offer($0.offer, id: $0.offer.id.rawValue) },
                    monthlyPlan: terms.commitment.map {
                        MonthlyPlanRecord(price: amount($0.monthlyPrice), months: CommitmentTerms.months)
                    },
                    seatTiers: terms.multiSeat.map { seats in
                        seats.priceTiers.map {
                            SeatTierRecord(minimumSeats: $0.minimumSeats, price: amount($0.price))
                        }
                    },
                    bundled: product.bundle.flatMap { terms in
                        // What a suite brings is not sold alone; Apple lists the subscriptions of bundles only.
                        guard product.type == .subscriptionBundle else { return nil }
                        let own = terms.members.compactMap { catalog.product($0) }.map { member in
                            BundledRecord(member, in: catalog, price: amount(member.price), locale: locale)
                        }
                        let others = (terms.partners ?? []).map {
                            BundledRecord($0, price: amount(PriceList(base: $0.price)))
                        }
                        return own + others
                    }
                )
            }
        )
    }
}

extension BundledRecord {
    /// A subscription of the bundle's own developer.
    fileprivate init(_ product: CatalogProduct, in catalog: Catalog, price: Decimal, locale: Locale) {
        let text = product.localization(for: locale)
        let group = product.subscription?.group
        self.init(
            id: product.id.rawValue,
            displayName: text?.displayName ?? product.referenceName,
            description: text?.description ?? "",
            price: price,
            isFamilyShareable: product.isFamilyShareable,
            groupID: group?.rawValue ?? "",
            groupName: catalog.groups.first { $0.id == group }?.name ?? "",
            level: product.subscription?.level ?? 1
        )
    }

    /// A subscription of another developer, whose description and group's name only that developer's app has.
    fileprivate init(_ partner: PartnerSubscription, price: Decimal) {
        self.init(
            id: partner.product.rawValue,
            displayName: partner.displayName,
            description: "",
            price: price,
            isFamilyShareable: false,
            groupID: partner.group?.rawValue ?? partner.product.rawValue,
            groupName: partner.displayName,
            level: 1
        )
    }
}

extension Product.SubscriptionOffer.PaymentMode {
    /// The newer interface's word for how an offer is paid.
    init(_ mode: OfferDiscountType) {
        switch mode {
        case .payAsYouGo: self = .payAsYouGo
        case .payUpFront: self = .payUpFront
        default: self = .freeTrial
        }
    }
}

extension CatalogProduct {
    /// The texts of a language: the same locale, the same language, or the first.
    fileprivate func localization(for locale: Locale) -> CatalogLocalization? {
        let wanted = locale.identifier.replacingOccurrences(of: "-", with: "_")
        let language = locale.language.languageCode?.identifier ?? "en"
        return localizations.first { $0.locale == wanted }
            ?? localizations.first { Locale(identifier: $0.locale).language.languageCode?.identifier == language }
            ?? localizations.first
    }
}
