// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How a subscription is sold to groups: who invites the members, and what many seats cost.
///
/// Prices are graduated: each seat costs the price of the tier it falls into, and more seats make none of the others cheaper.
///
/// <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/pricingterms-swift.struct>
public struct MultiSeatTerms: Hashable, Sendable, Codable {
    /// The seats from a number on, and what one of them costs.
    public struct PriceTier: Hashable, Sendable, Codable {
        /// The first seat of the tier, from 2; seats before the first tier cost the product's price.
        public var minimumSeats: Int

        /// The price of one seat.
        public var price: PriceList

        /// Makes a tier.
        public init(minimumSeats: Int, price: PriceList) {
            self.minimumSeats = minimumSeats
            self.price = price
        }
    }

    /// How many tiers a product may have beside its own price.
    public static let maximumTiers = 4

    /// How many seats a subscription may have here; Apple documents no limit.
    public static let maximumSeats = 100_000

    /// The side that invites the members.
    public var invitationManagement: InvitationManagement

    /// The tiers beside the product's own price, by their first seat.
    public var priceTiers: [PriceTier]

    /// Makes the terms; by default every seat costs the product's price.
    public init(invitationManagement: InvitationManagement = .developer, priceTiers: [PriceTier] = []) {
        self.invitationManagement = invitationManagement
        self.priceTiers = priceTiers.sorted { $0.minimumSeats < $1.minimumSeats }
    }
}
