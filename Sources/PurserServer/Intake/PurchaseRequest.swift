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
                "The customer who shows the purchase (default: the token's customer). The app's key attaches a purchase to the customer of "
                    + "its order only; a purchase without an order needs the customer's token."
            ),
            "isRestore": .boolean.described("Whether the customer restores purchases."),
        ]
    )
}
