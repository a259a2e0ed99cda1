// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A purchase that an app shows.
struct PurchaseRequest: Decodable, Sendable, Described {
    var signedTransaction: SignedPayload?
    var signedRenewalInfo: SignedPayload?
    var receipt: String?
    var transactionId: TransactionID?
    var originalTransactionId: OriginalTransactionID?
    var productId: ProductID?
    var order: OrderID?
    var customer: CustomerID?
    var isRestore: Bool?

    static let schema = Schema.object(
        [:],
        optional: [
            "signedTransaction": .document.described("The transaction in JWS form, as StoreKit 2 gives it."),
            "signedRenewalInfo": .document.described("The renewal info in JWS form, when the app has it."),
            "receipt": .document.described("An app receipt, or an iOS 6 transaction receipt, in base64."),
            "transactionId": .string(upTo: 200).described("The transaction that is meant."),
            "originalTransactionId": .string(upTo: 200).described(
                "The first transaction of its life, for subscriptions."
            ),
            "productId": .string(upTo: 200).described("The product that is meant."),
            "order": .string(upTo: 200).described("The order that was paid."),
            "customer": .identifier.described(
                "Who shows the purchase (default: the token's customer). The app's key attaches a purchase to the customer of "
                    + "its order only; a purchase without an order needs the customer's token."
            ),
            "isRestore": .boolean.described("Whether the customer restores purchases."),
        ]
    )
}

/// What became of a purchase.
struct PurchaseBody: Codable, Hashable, Sendable, Described {
    /// `delivered`, `unclaimed` while no customer is known, or `accepted` when there is nothing to deliver.
    var state: String
    var transaction: TransactionBody
    var customer: CustomerID?
    var order: OrderBody?
    /// Whose the entitlements are: all of the `customer`'s, or what the `transaction` gives.
    var entitlementsOf: EntitlementsOf
    var entitlements: [EntitlementBody]

    /// What the entitlements of an answer cover.
    enum EntitlementsOf: String, Codable, Hashable, Sendable {
        /// All that the customer has: the caller showed the customer's token or a secret key.
        case customer
        /// What the transaction gives by its own dates: the caller showed the app's key, which is no proof of a customer.
        case transaction
    }

    static let schemaName = "Purchase"
    static let schema = Schema.object(
        [
            "state": .oneOf(["delivered", "unclaimed", "accepted"]), "transaction": .of(TransactionBody.self),
            "entitlementsOf": .oneOf(["customer", "transaction"]).described(
                "All of the customer's, for the customer's token and a secret key; what the transaction itself gives, for the "
                    + "app's key."
            ),
            "entitlements": .array(of: .of(EntitlementBody.self)),
        ],
        optional: [
            "customer": .string.described(
                "Who has it; for the app's key only when the request names the same customer."
            ),
            "order": .of(OrderBody.self).described(
                "The order that it paid; for the app's key only when the request names the same order."
            ),
        ]
    )
    static let schemaReferences: [any Described.Type] = [TransactionBody.self, OrderBody.self, EntitlementBody.self]
}

/// A transaction as far as documents tell it.
struct TransactionBody: Codable, Hashable, Sendable, Described {
    var id: TransactionID
    var originalTransactionId: OriginalTransactionID
    var product: ProductID
    var type: ProductType?
    var environment: Environment
    var purchased: Date
    var expires: Date?
    var quantity: Int
    var revoked: Date?
    /// What Apple took back, in thousandths of a per cent.
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

    static let schemaName = "Transaction"
    static let schema = Schema.object(
        [
            "id": .string, "originalTransactionId": .string, "product": .string, "environment": .string,
            "purchased": .instant, "quantity": .integer, "isFamilyShared": .boolean, "isUpgraded": .boolean,
        ],
        optional: [
            "type": .string, "expires": .instant, "revoked": .instant, "price": .of(MoneyBody.self),
            "storefront": .string, "reason": .string, "offer": .string, "offerType": .integer,
            "revocationPercentage": .integer, "revocationReason": .integer, "revocationType": .string,
            "refundedAmount": .of(MoneyBody.self),
        ]
    )
    static let schemaReferences: [any Described.Type] = [MoneyBody.self]

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
        price = transaction.price
        storefront = transaction.storefront
        reason = transaction.reason
        offer = transaction.offer?.id
        offerType = transaction.offer?.type
    }
}
