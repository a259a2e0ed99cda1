// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A transaction as far as documents state it.
struct TransactionBody: Codable, Hashable, Sendable, SchemaDescribed {
    var id: TransactionID
    var originalTransactionId: OriginalTransactionID
    var product: ProductID
    var type: ProductType?
    var environment: Environment
    var purchased: Date
    var expires: Date?
    var quantity: Int
    var revoked: Date?
    /// The refunded part, in thousandths of a percent.
    var revocationPercentage: Int?
    var revocationReason: RevocationReason?
    var revocationType: RevocationType?
    /// How much of the price went back.
    var refundedAmount: Money?
    var isFamilyShared: Bool
    var isUpgraded: Bool
    var price: Money?
    var storefront: StorefrontCountryCode?
    var reason: TransactionReason?
    var offer: OfferID?
    var offerType: OfferType?
    /// The other store that sold it; absent when Apple did.
    var store: Store?

    private enum CodingKeys: String, CodingKey {
        case id, originalTransactionId, type, environment, quantity, revocationPercentage
        case revocationReason, revocationType, refundedAmount, isFamilyShared, isUpgraded, price
        case storefront, reason, offer, offerType, store
        case product = "productId"
        case purchased = "purchaseDate"
        case expires = "expiresDate"
        case revoked = "revocationDate"
    }

    static let schemaName = "Transaction"
    static let schema = Schema.object(
        [
            "id": .string, "originalTransactionId": .string, "productId": .string, "environment": .string,
            "purchaseDate": .instant, "quantity": .integer, "isFamilyShared": .boolean, "isUpgraded": .boolean,
        ],
        optional: [
            "type": .string, "expiresDate": .instant, "revocationDate": .instant, "price": .of(MoneyBody.self),
            "storefront": .string, "reason": .string, "offer": .string, "offerType": .integer,
            "revocationPercentage": .integer, "revocationReason": .integer, "revocationType": .string,
            "refundedAmount": .of(MoneyBody.self), "store": .otherStore,
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]

    init(_ transaction: Transaction, environment: Environment) {
        id = transaction.id
        originalTransactionId = transaction.originalTransactionID
        product = transaction.productID
        type = transaction.productType
        self.environment = environment
        purchased = transaction.purchaseDate
        expires = transaction.expirationDate
        quantity = transaction.quantity
        revoked = transaction.revocation?.date
        revocationPercentage = transaction.revocation?.percentage
        revocationReason = transaction.revocation?.reason
        revocationType = transaction.revocation?.type
        refundedAmount = transaction.refundedAmount
        isFamilyShared = transaction.ownership == .familyShared
        isUpgraded = transaction.isUpgraded
        price = transaction.charge
        storefront = transaction.storefront
        reason = transaction.reason
        offer = transaction.offer?.id
        offerType = transaction.offer?.type
        store = transaction.originalTransactionID.otherStore
    }
}
