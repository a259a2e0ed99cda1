// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A product, as the original interface shows it.
///
/// <https://developer.apple.com/documentation/storekit/skproduct>
open class SKProduct: NSObject, KeyValueCoded, @unchecked Sendable {
    /// The units of a period.
    public enum PeriodUnit: UInt, Sendable {
        /// A day.
        case day

        /// A week.
        case week

        /// A month.
        case month

        /// A year.
        case year
    }

    let record: ProductRecord

    /// What a test set by name.
    public let givenValues = KeyValueOverrides()

    init(record: ProductRecord) {
        self.record = record
        super.init()
    }

    /// Makes a product that a test's subclass describes.
    override public init() {
        record = ProductRecord(
            id: "",
            kind: "",
            displayName: "",
            description: "",
            price: 0,
            currency: "USD",
            localeIdentifier: "en_US",
            isFamilyShareable: false
        )
        super.init()
    }

    /// The product's identifier.
    open var productIdentifier: String { givenValues.value("productIdentifier", else: record.id) }

    /// The product's name in the customer's language.
    open var localizedTitle: String { givenValues.value("localizedTitle", else: record.displayName) }

    /// What the product is, in the customer's language.
    open var localizedDescription: String { givenValues.value("localizedDescription", else: record.description) }

    /// The price in the storefront's currency.
    open var price: NSDecimalNumber { givenValues.sum("price", else: NSDecimalNumber(decimal: record.price)) }

    /// How prices are written in the storefront.
    open var priceLocale: Locale { givenValues.value("priceLocale", else: record.priceLocale) }

    /// Whether a family may share it.
    open var isFamilyShareable: Bool { givenValues.value("isFamilyShareable", else: record.isFamilyShareable) }

    /// The length of a subscription's period.
    open var subscriptionPeriod: SKProductSubscriptionPeriod? {
        givenValues.optional(
            "subscriptionPeriod",
            else: record.subscription.map { SKProductSubscriptionPeriod(iso8601: $0.period) }
        )
    }

    /// The subscription's group.
    open var subscriptionGroupIdentifier: String? {
        givenValues.optional("subscriptionGroupIdentifier", else: record.subscription?.groupID)
    }

    /// The offer for new customers.
    open var introductoryPrice: SKProductDiscount? {
        givenValues.optional(
            "introductoryPrice",
            else: record.subscription?.introductoryOffer.map {
                SKProductDiscount(record: $0, type: .introductory, product: record)
            }
        )
    }

    /// The offers for customers the app chooses.
    open var discounts: [SKProductDiscount] {
        let offers = record.subscription?.promotionalOffers ?? []
        return givenValues.value(
            "discounts",
            else: offers.map { SKProductDiscount(record: $0, type: .subscription, product: record) }
        )
    }

    /// Whether Apple hosts content for it; never here.
    open var isDownloadable: Bool { false }

    /// Whether Apple hosts content for it; never here.
    open var downloadable: Bool { isDownloadable }

    /// The sizes of hosted content; none here.
    open var downloadContentLengths: [NSNumber] { [] }

    /// The sizes of hosted content; none here.
    open var contentLengths: [NSNumber] { [] }

    /// The version of hosted content; none here.
    open var downloadContentVersion: String { "" }

    /// The version of hosted content; none here.
    open var contentVersion: String { "" }
}

extension ProductRecord {
    /// The locale that writes prices in the product's currency.
    var priceLocale: Locale { Locale(identifier: "\(localeIdentifier)@currency=\(currency)") }
}
