// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// What the team's backend states of a payment in another store.
struct StatementBody: Codable, Hashable, Sendable, SchemaDescribed {
    var store: Store
    var id: String
    var transactionId: String?
    var product: ProductID
    var quantity: Int?
    var price: Money?
    var purchased: Date
    var expires: Date?
    var state: StoreStatement.State
    var willRenew: Bool?
    var graceExpires: Date?
    var refunded: Date?
    var refundPercentage: Int?
    var storefront: StorefrontCountryCode?
    var isTrial: Bool?
    var stated: Date

    private enum CodingKeys: String, CodingKey {
        case store, id, transactionId, quantity, price, state, refundPercentage, storefront, isTrial
        case product = "productId"
        case purchased = "purchaseDate"
        case expires = "expiresDate"
        case willRenew = "willAutoRenew"
        case graceExpires = "gracePeriodExpiresDate"
        case refunded = "refundDate"
        case stated = "statedAt"
    }

    static let schemaName = "StoreStatement"
    static let schema = Schema.object(required, optional: optional)
    static let schemaReferences: [any SchemaDescribed.Type] = [PriceBody.self]

    static let required: [String: Schema] = [
        "store": .oneOf(Store.stated.map(\.rawValue)),
        "id": .identifier.described(
            "The purchase as the store names it; for a subscription the same for all of its payments."
        ),
        "productId": .identifier.described("The product, as the catalog names it."),
        "purchaseDate": .instant.described(
            "When it was bought; of a subscription when the period begins. Milliseconds since 1970 in UTC."
        ),
        "state": .oneOf(StoreStatement.State.allCases.map(\.rawValue)),
        "statedAt": .instant.described(
            "When the state was so, by the clock of the backend: of two statements the later one counts. Milliseconds."
        ),
    ]

    static let optional: [String: Schema] = [
        "transactionId": .identifier.described(
            "The payment as the store names it; each renewal has one of its own (default: `id`, the first payment)."
        ),
        "quantity": .integer(from: 1, to: 1000).described("How many were bought (default: 1)."),
        "price": .of(PriceBody.self), "expiresDate": .instant.described("The end of a subscription's period."),
        "willAutoRenew": .boolean.described("Whether the subscription renews (default: unknown)."),
        "gracePeriodExpiresDate": .instant.described("The end of access in a grace period."),
        "refundDate": .instant.described("When money went back (default: `statedAt`)."),
        "refundPercentage": .integer(from: 1, to: 100_000).described(
            "How much went back, in thousandths of a percent (default: 100000)."
        ),
        "storefront": .storefront.described("The country of the sale, such as CHN."),
        "isTrial": .boolean.described("Whether the period is a free trial (default: false)."),
    ]

    /// What a stored statement says; `nil` for another fact.
    init?(_ fact: Fact) {
        guard case .storeStatement(let statement) = fact.content else { return nil }
        store = statement.store
        id = statement.purchaseID
        transactionId = statement.paymentID
        product = statement.productID
        quantity = statement.quantity
        price = statement.price
        purchased = statement.purchaseDate
        expires = statement.expirationDate
        state = statement.state
        willRenew = statement.willRenew
        graceExpires = statement.gracePeriodExpirationDate
        refunded = statement.refundDate
        refundPercentage = statement.refundedPercentage
        storefront = statement.storefront
        isTrial = statement.isTrial
        stated = fact.order.instant
    }

    /// The statement as the rules know it.
    ///
    /// What has a default is written out, so that leaving it out states the same.
    var statement: StoreStatement {
        StoreStatement(
            store: store,
            purchaseID: id,
            paymentID: transactionId == id ? nil : transactionId,
            productID: product,
            quantity: quantity ?? 1,
            price: price,
            purchaseDate: purchased,
            expirationDate: expires,
            state: state,
            willRenew: willRenew,
            gracePeriodExpirationDate: graceExpires,
            refundDate: refunded,
            refundedPercentage: refundPercentage == 100_000 ? nil : refundPercentage,
            storefront: storefront,
            isTrial: isTrial ?? false
        )
    }
}
