// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The offer with which a period was, or will be, bought.
public struct Offer: Hashable, Sendable, Codable {
    /// The kind of offer.
    public var type: OfferType

    /// The offer's name; absent for an introductory one.
    public var id: OfferID?

    /// How it is paid; a receipt states it only for introductory offers.
    public var discount: OfferDiscountType?

    /// Its whole length as an ISO 8601 duration.
    public var period: String?

    /// Makes an offer.
    public init(
        type: OfferType,
        id: OfferID? = nil,
        discount: OfferDiscountType? = nil,
        period: String? = nil
    ) {
        self.type = type
        self.id = id
        self.discount = discount
        self.period = period
    }
}
