// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A product of the server's catalog: what the rules use, and what only its sale needs.
struct StoredCatalogProduct: Hashable, Sendable {
    var product: CatalogProduct
    /// Whether it belongs to the list that the app promotes, and where.
    var promotionOrder: Int?
    /// The product's state in App Store Connect as last fetched, such as `APPROVED`; `nil` when never fetched.
    var appStoreState: String?
    /// What the purchase page says besides, by language, such as the price after the trial.
    var help: [String: String]?
}

extension StoredCatalogProduct: Codable {
    private enum CodingKeys: String, CodingKey {
        case promotionOrder, appStoreState
        case help = "helpText"
    }

    /// The members of a product that may be left out.
    private static let defaults: [String: JSONValue] = [
        "localizations": [], "prices": [], "entitlements": [], "offers": [], "isFamilyShareable": false,
        "isListed": true,
        "isOnSale": true,
    ]

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        promotionOrder = try values.decodeIfPresent(Int.self, forKey: .promotionOrder)
        appStoreState = try values.decodeIfPresent(String.self, forKey: .appStoreState)
        help = try values.decodeIfPresent([String: String].self, forKey: .help)
        guard let members = try JSONValue(from: decoder).members else {
            throw DecodingError.typeMismatch(
                CatalogProduct.self,
                .init(codingPath: decoder.codingPath, debugDescription: "A product is an object.")
            )
        }
        let whole = JSONValue.object(members.merging(Self.defaults) { own, _ in own })
        product = try ServiceJSON.decode(from: ServiceJSON.encode(whole))
    }

    func encode(to encoder: any Encoder) throws {
        try product.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(promotionOrder, forKey: .promotionOrder)
        try values.encodeIfPresent(appStoreState, forKey: .appStoreState)
        try values.encodeIfPresent(help, forKey: .help)
    }
}

extension StoredCatalogProduct: SchemaDescribed {
    static let schemaName = "Product"
    static let schema = Schema.object(
        ["id": .identifier, "type": .string(upTo: 100)],
        optional: [
            "referenceName": .string(upTo: 500), "itemId": .string(upTo: 200), "localizations": .texts,
            "price": .of(PriceBody.self),
            "prices": .array(of: .object(["storefront": .storefront, "price": .of(PriceBody.self)]), upTo: 1000),
            "storefronts": .array(of: .storefront, upTo: 1000), "subscriptionGroupIdentifier": .string(upTo: 200),
            "level": .integer(from: 1, to: 1000),
            "period": .period, "serviceDuration": .period, "planId": .string(upTo: 200),
            "entitlements": .array(of: .identifier, upTo: 1000),
            "credit": .object(
                ["account": .identifier, "amount": .integer(from: 1, to: 1_000_000_000_000)],
                optional: [
                    "storeRatios": .map(of: .integer(from: 1, to: 1_000_000_000), upTo: 50).described(
                        "The exchange ratio of each store; `amount` is the App Store's. `app-store` must be among them."
                    )
                ]
            ),
            "introductoryOffer": .offer,
            "offers": .array(of: .offer, upTo: 1000), "isFamilyShareable": .boolean, "isListed": .boolean,
            "isOnSale": .boolean,
            "promotionOrder": .integer, "appStoreState": .string(upTo: 200),
            "helpText": .map(of: .string(upTo: 4000), upTo: 200),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [PriceBody.self]
}

extension Schema {
    /// A length of calendar time such as P1M.
    static let period = Schema.pattern("^P[0-9]{1,4}[DWMY]$", upTo: 6)

    /// The words about a product or a group, by language.
    static let texts = Schema.array(
        of: .object(
            ["locale": .identifier, "name": .string(upTo: 500)],
            optional: ["description": .string(upTo: 4000)]
        ),
        upTo: 200
    )

    /// The customers that a win-back offer is for.
    private static let winBackRule = Schema.object(
        ["minimumPaidMonths": .integer, "minimumMonthsSinceLast": .integer, "monthsBetweenOffers": .integer],
        optional: ["maximumMonthsSinceLast": .integer]
    )

    /// An offer of a subscription.
    static let offer = Schema.object(
        [
            "type": .integer, "discount": .string(upTo: 200), "period": .period,
            "periodCount": .integer(from: 1, to: 100),
            "eligibility": .array(of: .oneOf(["new", "existing", "expired"]), upTo: 10), "isStackable": .boolean,
        ],
        optional: ["id": .string(upTo: 200), "price": .of(PriceBody.self), "winBackRule": .winBackRule]
    )
}
