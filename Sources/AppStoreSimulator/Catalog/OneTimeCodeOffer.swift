// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An offer that codes give for a product that is bought once: a lower price, or none.
public struct OneTimeCodeOffer: Hashable, Sendable, Codable {
    /// The offer's identifier.
    public var id: OfferID

    /// The price with the code.
    public var price: PriceList

    /// Makes an offer; free by default.
    public init(id: OfferID, price: PriceList = .free) {
        self.id = id
        self.price = price
    }
}
