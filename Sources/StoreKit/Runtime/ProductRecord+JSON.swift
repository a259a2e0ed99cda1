// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The layout in which a product is written as JSON.
private struct ProductDocument: Encodable {
    struct Attributes: Encodable {
        struct Text: Encodable { var standard: String }

        struct Offer: Encodable {
            struct Discount: Encodable {
                var id: String?
                var modeType: String
                var numOfPeriods: Int
                var price: String
                var priceFormatted: String
                var recurringSubscriptionPeriod: String
                var type: String
            }

            var currencyCode: String
            var price: String
            var priceFormatted: String
            var recurringSubscriptionPeriod: String?
            var discounts: [Discount]?
        }

        var description: Text
        var name: String
        var icuLocale: String
        var isFamilyShareable: Bool
        var kind: String
        var offerName: String
        var offers: [Offer]
        var subscriptionFamilyId: String?
        var subscriptionFamilyName: String?
        var subscriptionFamilyRank: Int?
    }

    var attributes: Attributes
    var id: String
    var type = "in-apps"
}

extension ProductRecord {
    /// The product as JSON, its keys in alphabetical order.
    var jsonRepresentation: Data {
        let offer = ProductDocument.Attributes.Offer(
            currencyCode: currency,
            price: "\(price)",
            priceFormatted: display(price),
            recurringSubscriptionPeriod: subscription?.period,
            discounts: subscription.map(discounts)
        )
        let attributes = ProductDocument.Attributes(
            description: .init(standard: description),
            name: displayName,
            icuLocale: localeIdentifier,
            isFamilyShareable: isFamilyShareable,
            kind: kind,
            offerName: id,
            offers: [offer],
            subscriptionFamilyId: subscription?.groupID,
            subscriptionFamilyName: subscription?.groupName,
            subscriptionFamilyRank: subscription?.level
        )
        // Texts and numbers always encode: there is nothing that could fail.
        return (try? AppStoreJSON.encode(ProductDocument(attributes: attributes, id: id))) ?? Data()
    }

    private func discounts(_ subscription: SubscriptionRecord) -> [ProductDocument.Attributes.Offer.Discount] {
        let introductory = subscription.introductoryOffer.map { discount($0, "IntroOffer") }
        return [introductory].compactMap(\.self)
            + subscription.promotionalOffers.map { discount($0, "AdhocOffer") }
            + subscription.winBackOffers.map { discount($0, "WinBackOffer") }
    }

    private func discount(_ offer: OfferRecord, _ type: String) -> ProductDocument.Attributes.Offer.Discount {
        .init(
            id: offer.id,
            modeType: offer.paymentMode,
            numOfPeriods: offer.periodCount,
            price: "\(offer.price)",
            priceFormatted: display(offer.price),
            recurringSubscriptionPeriod: offer.period,
            type: type
        )
    }
}
