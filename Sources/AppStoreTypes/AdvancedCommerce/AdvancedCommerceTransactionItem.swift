// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One item of an Advanced Commerce transaction.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/advancedcommercetransactionitem>
public struct AdvancedCommerceTransactionItem: Hashable, Sendable, Codable {
    /// The developer's name of the item.
    public var sku: String?

    /// What it is.
    public var description: String?

    /// Its name.
    public var displayName: String?

    /// The offer it was bought with.
    public var offer: AdvancedCommerceOffer?

    /// Its price in thousandths of the currency's unit.
    public var price: Int64?

    /// What was refunded.
    public var refunds: [AdvancedCommerceRefund]?

    /// When it was withdrawn.
    public var revocationDate: Date?

    /// Its prices by number of seats.
    public var seatPriceTiers: [AdvancedCommerceSeatPriceTier]?

    /// Its partners.
    public var partners: [AdvancedCommercePartner]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        sku: String? = nil,
        description: String? = nil,
        displayName: String? = nil,
        offer: AdvancedCommerceOffer? = nil,
        price: Int64? = nil,
        refunds: [AdvancedCommerceRefund]? = nil,
        revocationDate: Date? = nil,
        seatPriceTiers: [AdvancedCommerceSeatPriceTier]? = nil,
        partners: [AdvancedCommercePartner]? = nil
    ) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
        self.offer = offer
        self.price = price
        self.refunds = refunds
        self.revocationDate = revocationDate
        self.seatPriceTiers = seatPriceTiers
        self.partners = partners
    }
}
