// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// An order as it is kept.
package struct StoredOrder: Hashable, Sendable {
    /// The order.
    package var id: OrderID
    /// The app and environment.
    package var scope: AppScope
    /// The one who ordered; no one, while a purchase begun outside the app has no owner yet.
    package var customer: CustomerID?
    /// What was ordered.
    package var product: ProductID
    /// How many.
    package var quantity: Int
    /// The UUID that Apple hands back with the purchase.
    package var token: AppAccountToken?
    /// Where the order stands, by the name that the rules give it.
    package var state: String
    /// Whether it still waits for something: such orders are looked at until they settle.
    package var isOpen: Bool
    /// When it was made.
    package var createdDate: Date
    /// Until when a payment is awaited.
    package var expiresDate: Date?
    /// When it last moved.
    package var updatedDate: Date
    /// The transaction that paid it.
    package var transaction: TransactionID?
    /// The lineage of that transaction.
    package var lineage: OriginalTransactionID?
    /// The team's own number of the order; several orders may have the same.
    package var reference: String?
    /// The rest, such as the price shown, in the server's own form.
    package var body: Data

    /// Makes an order.
    package init(
        id: OrderID,
        scope: AppScope,
        customer: CustomerID?,
        product: ProductID,
        quantity: Int = 1,
        token: AppAccountToken? = nil,
        state: String,
        isOpen: Bool,
        createdDate: Date,
        expiresDate: Date? = nil,
        updatedDate: Date,
        transaction: TransactionID? = nil,
        lineage: OriginalTransactionID? = nil,
        reference: String? = nil,
        body: Data = Data()
    ) {
        self.id = id
        self.scope = scope
        self.customer = customer
        self.product = product
        self.quantity = quantity
        self.token = token
        self.state = state
        self.isOpen = isOpen
        self.createdDate = createdDate
        self.expiresDate = expiresDate
        self.updatedDate = updatedDate
        self.transaction = transaction
        self.lineage = lineage
        self.reference = reference
        self.body = body
    }
}

/// One step of an order's history.
package struct StoredOrderStep: Hashable, Sendable {
    /// Where the order stood afterward.
    package var state: String
    /// When.
    package var instant: Date
    /// The one who moved it, such as `app`, `notification` or `recovery`.
    package var mover: String
    /// The key of the document by which.
    package var document: FactKey?
    /// What else is worth knowing.
    package var detail: String?

    /// Makes a step.
    package init(state: String, instant: Date, mover: String, document: FactKey? = nil, detail: String? = nil) {
        self.state = state
        self.instant = instant
        self.mover = mover
        self.document = document
        self.detail = detail
    }
}
