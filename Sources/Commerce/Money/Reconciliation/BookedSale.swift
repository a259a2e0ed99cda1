// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A sale or a refund as our facts have it, ready to be compared with Apple's report.
///
/// Requirement E8. A refund is a row of its own, dated when Apple gave the money back.
public struct BookedSale: Hashable, Sendable {
    /// Whether money came or went.
    public enum Direction: String, Hashable, Sendable, Codable {
        /// A purchase or a renewal.
        case sale

        /// A refund.
        case refund
    }

    /// The transaction.
    public var transactionID: TransactionID

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

    /// Where it was bought.
    public var environment: Environment

    /// Whether it is owned through Family Sharing, for which nobody paid.
    public var isFamilyShared: Bool

    /// The kind of offer it was bought with.
    public var offerType: OfferType?

    /// Whether the price is the catalogue's because the document gave none, as those from before 2023 do.
    public var isPriceAssumed: Bool

    /// Makes a sale.
    public init(
        transactionID: TransactionID,
        direction: Direction = .sale,
        productID: ProductID,
        country: StorefrontCountryCode,
        price: Money,
        quantity: Int = 1,
        instant: Date,
        environment: Environment = .production,
        isFamilyShared: Bool = false,
        offerType: OfferType? = nil,
        isPriceAssumed: Bool = false
    ) {
        self.transactionID = transactionID
        self.direction = direction
        self.productID = productID
        self.country = country
        self.price = price
        self.quantity = quantity
        self.instant = instant
        self.environment = environment
        self.isFamilyShared = isFamilyShared
        self.offerType = offerType
        self.isPriceAssumed = isPriceAssumed
    }

    /// The Pacific day under which Apple reports it.
    public var day: CivilDay { ReportingZone.pacific.day(of: instant) }

    /// The money that it moves: below zero for a refund.
    public var amount: Int64 { direction == .sale ? price.milliunits : -price.milliunits }
}
