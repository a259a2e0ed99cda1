// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A product as the list for apps has it, in one language.
struct ListedProduct: Codable, Sendable, SchemaDescribed {
    var id: ProductID
    var type: ProductType
    var group: SubscriptionGroupID?
    var level: Int?
    var period: CalendarPeriod?
    var name: String
    var description: String?
    var help: String?
    var price: Money?
    var introductoryOffer: CatalogOffer?
    var entitlements: [EntitlementID]
    var isOnSale: Bool

    private enum CodingKeys: String, CodingKey {
        case id, type, level, period, name, description, price, introductoryOffer, entitlements, isOnSale
        case group = "subscriptionGroupIdentifier"
        case help = "helpText"
    }

    static let schema = Schema.object(
        [
            "id": .string, "type": .string, "name": .string, "entitlements": .array(of: .string),
            "isOnSale": .boolean,
        ],
        optional: [
            "subscriptionGroupIdentifier": .string, "level": .integer, "period": .string, "description": .string,
            "helpText": .string,
            "price": .of(MoneyBody.self),
            "introductoryOffer": .offer,
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]

    init(
        _ item: StoredCatalogProduct,
        entitlements: [EntitlementID],
        language: String,
        storefront: StorefrontCountryCode?
    ) {
        let product = item.product
        let text = product.text(in: language)
        id = product.id
        type = product.type
        group = product.groupID
        level = product.level
        period = product.period ?? product.serviceDuration
        name = text?.name ?? product.id.rawValue
        description = text?.description
        help = item.help?[language] ?? item.help?.first { $0.key.prefix(2) == language.prefix(2) }?.value
        price = storefront.map { product.price(in: $0) } ?? product.price
        introductoryOffer = product.introductoryOffer
        self.entitlements = entitlements
        isOnSale = product.isOnSale
    }
}

struct ProductList: Codable, Sendable, SchemaDescribed {
    var products: [ListedProduct]

    static let schema = Schema.object(["products": .array(of: .of(ListedProduct.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [ListedProduct.self]
}

/// The whole catalog, as a backend reads and writes it.
struct CatalogBody: Codable, Sendable, SchemaDescribed {
    var products: [StoredCatalogProduct]
    var groups: [CatalogGroup]?
    var entitlements: [CatalogEntitlement]?

    static let schemaName = "Catalog"
    static let schema = Schema.object(
        ["products": .array(of: .of(StoredCatalogProduct.self), upTo: 10_000)],
        optional: [
            "groups": .array(
                of: .object(
                    ["id": .identifier, "localizations": .texts, "levelsImplyLower": .boolean],
                    optional: ["referenceName": .string(upTo: 500)]
                ),
                upTo: 10_000
            ),
            "entitlements": .array(
                of: .object(
                    ["id": .identifier, "model": .oneOf(["streaming", "magazine"])],
                    optional: ["description": .string(upTo: 4000)]
                ),
                upTo: 10_000
            ),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [StoredCatalogProduct.self]
}

/// What is wrong with the catalog.
struct CatalogWarnings: Codable, Sendable, SchemaDescribed {
    struct Warning: Codable, Sendable {
        var product: ProductID
        var code: String
        var message: String

        private enum CodingKeys: String, CodingKey {
            case code, message
            case product = "productId"
        }
    }

    var warnings: [Warning]

    static let schema = Schema.object([
        "warnings": .array(of: .object(["productId": .string, "code": .string, "message": .string]))
    ])
}

extension StoredCatalogProduct {
    /// What a team should look at before customers do.
    var warnings: [CatalogWarnings.Warning] {
        var found: [(String, String)] = []
        if let appStoreState, appStoreState == "MISSING" {
            found.append(("missing", "App Store Connect has no such product; apps cannot buy it."))
        } else if let appStoreState, appStoreState != "APPROVED" {
            found.append(
                ("not-approved", "Its state is \(appStoreState): the sandbox sells it, production does not yet.")
            )
        }
        if product.type == .autoRenewableSubscription,
            product.groupID == nil || product.level == nil || product.period == nil
        {
            found.append(("incomplete", "A subscription needs its group, level and period."))
        }
        for offer in product.offersOfUnsupportedLength {
            found.append(
                (
                    "offer-duration",
                    "App Store Connect has no free trial of \(offer.periodCount) × \(offer.period). "
                        + "Use 3 days, 1 or 2 weeks, 1, 2, 3 or 6 months, or 1 year."
                )
            )
        }
        if product.type == .nonRenewingSubscription, product.serviceDuration == nil {
            found.append(
                ("no-service-time", "Say how long it serves in `serviceDuration`; the App Store does not know.")
            )
        }
        if product.type != .consumable, product.entitlements.isEmpty {
            found.append(("no-entitlement", "It entitles to nothing."))
        }
        return found.map { CatalogWarnings.Warning(product: product.id, code: $0.0, message: $0.1) }
    }
}
