// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A sale or a refund as our facts have it, ready to be compared with Apple's report.
///
/// Requirement E8. A refund is a row of its own, dated when Apple gave the money back.
public struct RecordedSale: Hashable, Sendable {
    /// Whether money came or went.
    public enum Direction: String, Hashable, Sendable, Codable {
        /// A purchase or a renewal.
        case sale

        /// A refund.
        case refund
    }

    /// Why money moved.
    public enum Cause: String, Hashable, Sendable, Codable {
        /// The customer bought.
        case purchase

        /// A subscription continued automatically.
        case renewal

        /// Apple gave the customer money back.
        case refund

        /// The customer moved to a better plan, and what was left of the old one went back.
        case upgrade

        /// Apple took a refund back.
        case refundReversed = "refund-reversed"
    }

    /// The transaction.
    public var transactionID: TransactionID

    /// The purchase that began its life; the transaction itself for what is bought once.
    public var lineage: OriginalTransactionID

    /// Why money moved.
    public var cause: Cause

    /// Whether money came or went.
    public var direction: Direction

    /// The product.
    public var productID: ProductID

    /// The storefront.
    public var country: StorefrontCountryCode

    /// The price of all units together, as a positive amount; of a refund, the part that went back.
    public var price: Money

    /// How many units; above zero.
    public var quantity: Int

    /// When money came or went.
    public var instant: Date

    /// When it was paid, also for a refund: tax and commission are refunded at the rates of the payment.
    public var paidDate: Date

    /// Where it was bought.
    public var environment: Environment

    /// Bought, shared by a family member, or assigned.
    public var ownership: InAppOwnershipType

    /// The seats by price, for Apple reports each price on a row of its own; empty when it is not of seats.
    public var seatPrices: [MultiSeatPriceTier]

    /// The bundle that brought the subscription; its price is in none of the bundle's sales.
    public var bundle: ProductID?

    /// The kind of offer it was bought with.
    public var offerType: OfferType?

    /// The offer's name.
    public var offerID: OfferID?

    /// How the offer is paid.
    public var offerDiscount: OfferDiscountType?

    /// The kind of product.
    public var productType: ProductType?

    /// Whether it is charged after a year of paid service.
    public var isAfterPaidYear: Bool

    /// Days of paid service that lay behind when it was charged.
    public var paidServiceDays: Int

    /// Whether the price is the catalog's because the document gave none, as those from before 2023 do.
    public var isPriceAssumed: Bool

    /// The price of one day of the period, for what was left of it when it was upgraded and for what was refunded
    /// beside it.
    public var dayPrice: Int64?

    /// Whether the amount is worked out from a share of the price, so that Apple's may differ by its rounding.
    public var isShare: Bool

    /// Makes a sale.
    public init(
        transactionID: TransactionID,
        lineage: OriginalTransactionID? = nil,
        direction: Direction = .sale,
        cause: Cause? = nil,
        productID: ProductID,
        country: StorefrontCountryCode,
        price: Money,
        quantity: Int = 1,
        instant: Date,
        environment: Environment = .production,
        ownership: InAppOwnershipType = .purchased,
        seatPrices: [MultiSeatPriceTier] = [],
        bundle: ProductID? = nil,
        offerType: OfferType? = nil,
        offerID: OfferID? = nil,
        offerDiscount: OfferDiscountType? = nil,
        productType: ProductType? = nil,
        isAfterPaidYear: Bool = false,
        paidServiceDays: Int? = nil,
        isPriceAssumed: Bool = false,
        isShare: Bool = false,
        dayPrice: Int64? = nil
    ) {
        self.transactionID = transactionID
        self.lineage = lineage ?? OriginalTransactionID(rawValue: transactionID.rawValue)
        self.cause = cause ?? (direction == .sale ? .purchase : .refund)
        self.direction = direction
        self.productID = productID
        self.country = country
        self.price = price
        self.quantity = quantity
        self.instant = instant
        paidDate = instant
        self.environment = environment
        self.ownership = ownership
        self.seatPrices = seatPrices
        self.bundle = bundle
        self.offerType = offerType
        self.offerID = offerID
        self.offerDiscount = offerDiscount
        self.productType = productType
        self.isAfterPaidYear = isAfterPaidYear
        self.paidServiceDays = paidServiceDays ?? (isAfterPaidYear ? 365 : 0)
        self.isPriceAssumed = isPriceAssumed
        self.isShare = isShare
        self.dayPrice = dayPrice
    }

    /// The store that sold it.
    public var store: Store { lineage.store }

    /// Whether the customer paid for it.
    public var isSale: Bool { ownership.isSale }

    /// The Pacific day under which Apple reports it.
    public var day: CivilDay { ReportingZone.pacific.day(of: instant) }

    /// Its units: below zero for a refund.
    public var units: Int { direction == .sale ? quantity : -quantity }

    /// The money that it moves: below zero for a refund.
    public var amount: Int64 { direction == .sale ? price.milliunits : (-BoundedSum(price.milliunits)).value }
}
