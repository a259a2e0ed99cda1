// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A purchase that an app shows.
struct PurchaseRequest: Decodable, Sendable, SchemaDescribed {
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
            "signedTransaction": .document.described("The transaction as a JWS, from StoreKit 2."),
            "signedRenewalInfo": .document.described("The renewal info as a JWS, if the app has it."),
            "receipt": .document.described("An app receipt, or an iOS 6 transaction receipt, in base64."),
            "transactionId": .string(upTo: 200).described("The expected transaction."),
            "originalTransactionId": .string(upTo: 200).described(
                "The subscription's original transaction ID."
            ),
            "productId": .string(upTo: 200).described("The expected product."),
            "order": .string(upTo: 200).described("The order that was paid."),
            "customer": .identifier.described(
                "The customer who submits the purchase (default: the token's customer). With the app's key, a purchase gets the customer of its order; without an order, it needs the customer's token."
            ),
            "isRestore": .boolean.described("Whether the customer restores purchases."),
        ]
    )
}
