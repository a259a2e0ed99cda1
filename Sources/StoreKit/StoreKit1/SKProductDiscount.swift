// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A lower price for a part of a subscription, as the original interface shows it.
///
/// <https://developer.apple.com/documentation/storekit/skproductdiscount>
open class SKProductDiscount: NSObject, KeyValueCoded, @unchecked Sendable {
    /// The ways a discount is paid.
    public enum PaymentMode: UInt, Sendable {
        /// A lower price in each period.
        case payAsYouGo

        /// One price for the whole time.
        case payUpFront

        /// Nothing.
        case freeTrial
    }

    /// The kinds of discounts.
    public enum `Type`: UInt, Sendable {
        /// For new customers.
        case introductory

        /// For customers the app chooses.
        case subscription
    }

    private let record: OfferRecord
    private let kind: Type
    private let product: ProductRecord?

    /// What a test set by name.
    public let givenValues = KeyValueOverrides()

    init(record: OfferRecord, type: Type, product: ProductRecord) {
        self.record = record
        kind = type
        self.product = product
        super.init()
    }

    /// Makes a discount that a test's subclass describes.
    override public init() {
        record = OfferRecord(id: nil, price: 0, period: "P1M", periodCount: 1, paymentMode: "FreeTrial")
        kind = .introductory
        product = nil
        super.init()
    }

    /// The offer's identifier; nil for an introductory offer.
    open var identifier: String? { givenValues.optional("identifier", else: record.id) }

    /// The price.
    open var price: NSDecimalNumber { givenValues.sum("price", else: NSDecimalNumber(decimal: record.price)) }

    /// How prices are written in the storefront.
    open var priceLocale: Locale {
        givenValues.value("priceLocale", else: product?.priceLocale ?? Locale(identifier: "en_US"))
    }

    /// The length of one of its periods.
    open var subscriptionPeriod: SKProductSubscriptionPeriod {
        givenValues.value("subscriptionPeriod", else: SKProductSubscriptionPeriod(iso8601: record.period))
    }

    /// How many periods it lasts.
    open var numberOfPeriods: Int { givenValues.count("numberOfPeriods", else: record.periodCount) }

    /// How it is paid.
    open var paymentMode: SKProductDiscount.PaymentMode { givenValues.choice("paymentMode", else: recordedMode) }

    private var recordedMode: PaymentMode {
        switch Product.SubscriptionOffer.PaymentMode(rawValue: record.paymentMode) {
        case .payAsYouGo: .payAsYouGo
        case .payUpFront: .payUpFront
        default: .freeTrial
        }
    }

    /// The kind of discount.
    open var type: SKProductDiscount.`Type` { givenValues.choice("type", else: kind) }
}

/// The length of a subscription's period, as the original interface shows it.
open class SKProductSubscriptionPeriod: NSObject, KeyValueCoded, @unchecked Sendable {
    private let period: Product.SubscriptionPeriod

    /// What a test set by name.
    public let givenValues = KeyValueOverrides()

    init(iso8601: String) {
        period = Product.SubscriptionPeriod(iso8601: iso8601) ?? .monthly
        super.init()
    }

    /// Makes a period that a test's subclass describes.
    override public init() {
        period = .monthly
        super.init()
    }

    /// How many units.
    open var numberOfUnits: Int { givenValues.count("numberOfUnits", else: period.value) }

    /// The unit.
    open var unit: SKProduct.PeriodUnit { givenValues.choice("unit", else: recordedUnit) }

    private var recordedUnit: SKProduct.PeriodUnit {
        switch period.unit {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }
}
