// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The result of a purchase.
struct PurchaseBody: Codable, Hashable, Sendable, SchemaDescribed {
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
        /// What the transaction gives by its own dates: the caller showed the app's key, which is not proof of a
        /// customer.
        case transaction
    }

    static let schemaName = "Purchase"
    static let schema = Schema.object(
        [
            "state": .oneOf(["delivered", "unclaimed", "accepted"]), "transaction": .of(TransactionBody.self),
            "entitlementsOf": .oneOf(["customer", "transaction"]).described(
                "`customer` for a customer's token and a secret key: all entitlements. `transaction` for the app's key: those of the transaction."
            ),
            "entitlements": .array(of: .of(EntitlementBody.self)),
        ],
        optional: [
            "customer": .string.described(
                "The owner. The app's key gets it only if the request names the same customer."
            ),
            "order": .of(OrderBody.self).described(
                "The paid order. The app's key gets it only if the request names the same order."
            ),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [
        TransactionBody.self, OrderBody.self, EntitlementBody.self,
    ]
}
