// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The part of a document that says what was sold on the developer's behalf, as the App Store writes it.
struct AdvancedCommerceFields: Decodable {
    struct Descriptors: Decodable {
        var description: String?
        var displayName: String?
    }

    struct Item: Decodable {
        // The App Store spells it in capitals.
        var SKU: String
        var description: String?
        var displayName: String?
        var offer: Offer?
        var price: Int64?
        var refunds: [Refund]?
        var revocationDate: Date?
        var priceIncreaseInfo: PriceIncrease?
        var seatPriceTiers: [AdvancedCommerceSeatPriceTier]?
        var partners: [AdvancedCommercePartner]?
    }

    struct Offer: Decodable {
        var period: String?
        var periodCount: Int?
        var price: Int64?
        var reason: String?
    }

    struct Refund: Decodable {
        var refundAmount: Int64?
        var refundDate: Date?
        var refundReason: String?
        var refundType: String?
    }

    struct PriceIncrease: Decodable {
        var status: String
        var price: Int64?
        var dependentSKUs: [String]?
    }

    var consistencyToken: String?
    var descriptors: Descriptors?
    var estimatedTax: Int64?
    var items: [Item]
    var period: String?
    var requestReferenceId: String?
    var taxCode: String?
    var taxExclusivePrice: Int64?
    var taxRate: String?
}

/// A document, read for that part alone.
struct AdvancedCommerceEnvelope: Decodable {
    var advancedCommerceInfo: AdvancedCommerceFields?
}
