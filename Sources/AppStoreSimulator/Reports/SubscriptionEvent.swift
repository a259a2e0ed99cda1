// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// One subscriber's event, as the subscription event report counts them.
public struct SubscriptionEvent: Hashable, Sendable, Codable {
    /// When it happened; a cancellation at the end of the last period.
    public var date: Date

    /// The event's name in the report.
    public var name: String

    /// The product.
    public var product: ProductID

    /// The product before a change of plan, or before the subscription ended.
    public var previousProduct: ProductID?

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode

    /// The kind of offer.
    public var offerType: OfferType?

    /// The offer.
    public var offer: OfferID?

    /// How the offer is paid.
    public var offerMode: OfferDiscountType?

    /// The offer's whole length as an ISO 8601 duration.
    public var offerPeriod: String?

    /// How many paid periods follow each other without a gap.
    public var consecutivePaidPeriods: Int

    /// When the subscription began for the first time.
    public var originalStartDate: Date

    /// Whether the customer pays an older price than new customers.
    public var hasPreservedPrice: Bool

    /// Whether the developer gets more because the customer paid for a year.
    public var earnsHigherRate: Bool

    /// Why it ended.
    public var cancellationReason: String?

    /// For how many days it had been paid or tried when it ended.
    public var daysBeforeCanceling: Int?

    /// For how many days it had ended when the customer came back.
    public var daysCanceled: Int?
}
