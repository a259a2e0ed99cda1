// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What an app or a backend says to get an order.
struct OrderRequest: Decodable, Sendable, SchemaDescribed {
    var customer: CustomerID?
    var product: ProductID
    var quantity: Int?
    var price: Money?
    var environment: Environment?
    var idempotencyKey: String?
    var device: DeviceID?
    var reference: String?

    private enum CodingKeys: String, CodingKey {
        case customer, quantity, price, environment, idempotencyKey, device, reference
        case product = "productId"
    }

    static let schema = Schema.object(
        ["productId": .identifier.described("The product ID in the App Store.")],
        optional: [
            "customer": .identifier.described(
                "The customer's ID in the team's system (default: the token's customer)."
            ),
            "quantity": .integer(from: 1, to: 100_000).described(
                "How many (default: 1): up to 10 of a consumable or non-renewing subscription. Of an auto-renewable subscription "
                    + "the seats that it is to have, those it has included."
            ),
            "price": .of(PriceBody.self).described("The price that the app showed."),
            "environment": .oneOf(["Production", "Sandbox", "Xcode", "LocalTesting"])
                .described("The environment of the app, if known. The purchase's environment decides."),
            "idempotencyKey": .identifier
                .described(
                    "The same key of the same customer and environment returns the same order, permanently."
                ),
            "device": .identifier.described(
                "The registered device of the purchase, for plans by device (default: the account)."
            ),
            "reference": .identifier.described(
                "The team's order number. Orders, events and exports have it, and `order_id` of `/postPay/ios` accepts it. Several orders can have the same number."
            ),
        ]
    )
    static let schemaReferences: [any SchemaDescribed.Type] = [PriceBody.self]
}

/// An order as it is answered.
struct OrderBody: Codable, Hashable, Sendable, SchemaDescribed {
    struct Step: Codable, Hashable, Sendable {
        var state: String
        var at: Date
        var by: String
        /// The SHA-256 of the document that moved it.
        var document: String?
        var note: String?

        private enum CodingKeys: String, CodingKey {
            case state, by, document, note
            case at = "occurredAt"
        }
    }

    var id: OrderID
    var app: BundleID
    var environment: Environment
    var customer: CustomerID?
    var product: ProductID
    var quantity: Int
    var device: DeviceID?
    var state: String
    var appAccountToken: AppAccountToken?
    var created: Date
    var expires: Date?
    var updated: Date
    var transaction: TransactionID?
    var originalTransaction: OriginalTransactionID?
    var reference: String?
    var history: [Step]?

    private enum CodingKeys: String, CodingKey {
        case id, app, environment, customer, quantity, device, state, appAccountToken, reference, history
        case product = "productId"
        case created = "createdAt"
        case expires = "expiresAt"
        case updated = "updatedAt"
        case transaction = "transactionId"
        case originalTransaction = "originalTransactionId"
    }

    static let schemaName = "Order"
    static let schema = Schema.object(
        [
            "id": .string, "app": .string, "environment": .string, "productId": .string, "quantity": .integer,
            "state": .string.described(
                "created, paid, delivered, finished, refunded, revoked, expired or failed."
            ),
            "createdAt": .instant, "updatedAt": .instant,
        ],
        optional: [
            "customer": .string, "device": .string.described("The device of the purchase."),
            "appAccountToken": .uuid.described("The token to pass to StoreKit; it identifies the payment."),
            "expiresAt": .instant.described("The time after which the unpaid order expires."),
            "transactionId": .string, "originalTransactionId": .string,
            "reference": .string.described("The team's order number."),
            "history": .array(
                of: .object(
                    ["state": .string, "occurredAt": .instant, "by": .string],
                    optional: ["document": .string, "note": .string]
                )
            ),
        ]
    )

    init(_ order: Order, history steps: [StoredOrderStep]? = nil) {
        id = order.id
        app = order.scope.bundleID
        environment = order.scope.environment
        customer = order.customer
        product = order.product
        quantity = order.quantity
        device = order.details.device
        state = order.storedState
        appAccountToken = order.token
        created = order.createdDate
        expires = order.expiresDate
        updated = order.updatedDate
        transaction = order.transaction
        originalTransaction = order.lineage
        reference = order.reference
        history = steps.map { steps in
            steps.map {
                Step(
                    state: $0.state,
                    at: $0.instant,
                    by: $0.actor,
                    document: $0.document?.digest.hexadecimal,
                    note: $0.detail
                )
            }
        }
    }
}

extension OrderBody {
    /// The order as whoever knows its identifier, and proves nothing else, may see it: without its customer, unless the
    /// caller names the same one, and without its token, device, reference and history.
    init(naming customer: CustomerID?, _ order: Order) {
        self.init(order)
        if order.customer != customer { self.customer = nil }
        (appAccountToken, device, reference) = (nil, nil, nil)
    }

    /// The order as a caller may see it: whoever knows its identifier only is not told by which purchase it was paid.
    init(_ order: Order, for caller: Caller) {
        if let customer = order.customer, !caller.proves(customer) {
            self.init(naming: nil, order)
            (transaction, originalTransaction) = (nil, nil)
        } else {
            self.init(order)
        }
    }
}

struct OrderList: Codable, Sendable, SchemaDescribed {
    var orders: [OrderBody]
    var hasMore: Bool

    static let schema = Schema.object(["orders": .array(of: .of(OrderBody.self)), "hasMore": .boolean])
    static let schemaReferences: [any SchemaDescribed.Type] = [OrderBody.self]
}
