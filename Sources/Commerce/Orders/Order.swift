// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// An order: what a customer intends to buy, or bought, and how far it has come.
package struct Order: Hashable, Sendable {
    /// The order's identifier.
    package var id: OrderID
    /// The app and environment; an order moves to the environment of the purchase that pays it.
    package var scope: AppScope
    /// The customer who ordered; absent while a purchase that began outside the app has no owner.
    package var customer: CustomerID?
    /// The ordered product.
    package var product: ProductID
    /// The ordered quantity.
    package var quantity: Int
    /// The UUID that Apple returns with the purchase.
    package var token: AppAccountToken?
    /// The state's name; a newer version may have stored one that this version does not know.
    package var storedState: String
    /// Whether recovery looks at the order: it waits for a payment or for its delivery.
    package var isOpen: Bool
    /// When the order was created.
    package var createdDate: Date
    /// When an unpaid order expires.
    package var expiresDate: Date?
    /// When the order last changed its state.
    package var updatedDate: Date
    /// The transaction that paid the order.
    package var transaction: TransactionID?
    /// The lineage of that transaction.
    package var lineage: OriginalTransactionID?
    /// The team's own number of the order.
    package var reference: String?
    /// The rest of the order's terms.
    package var details: OrderDetails

    /// Creates an order.
    package init(
        id: OrderID,
        scope: AppScope,
        customer: CustomerID?,
        product: ProductID,
        quantity: Int = 1,
        token: AppAccountToken? = nil,
        storedState: String,
        isOpen: Bool,
        createdDate: Date,
        expiresDate: Date? = nil,
        updatedDate: Date,
        transaction: TransactionID? = nil,
        lineage: OriginalTransactionID? = nil,
        reference: String? = nil,
        details: OrderDetails
    ) {
        self.id = id
        self.scope = scope
        self.customer = customer
        self.product = product
        self.quantity = quantity
        self.token = token
        self.storedState = storedState
        self.isOpen = isOpen
        self.createdDate = createdDate
        self.expiresDate = expiresDate
        self.updatedDate = updatedDate
        self.transaction = transaction
        self.lineage = lineage
        self.reference = reference
        self.details = details
    }

    /// The state; `nil` is one of a newer version, whose order this version never changes.
    package var state: OrderState? { OrderState(rawValue: storedState) }

    /// Moves the order to a state.
    package mutating func move(to state: OrderState, at now: Date) {
        storedState = state.rawValue
        isOpen = state.isWatched
        updatedDate = now
    }

    /// Whether Purser created the order for a purchase that no order awaited.
    package var wasCreatedAfterward: Bool { [.outside, .backfill].contains(details.origin) }

    /// Whether its payment moves to the order that awaited it, once a document or the app states which one that is.
    package var mayGivePaymentAway: Bool { wasCreatedAfterward && state != nil }

    /// The terms that the order was created with, as the command that records its creation states them.
    package var terms: OrderStep.Terms {
        var terms = OrderStep.Terms(
            productID: product,
            quantity: quantity,
            appAccountToken: token,
            shownPrice: details.price,
            expirationDate: expiresDate,
            device: details.device
        )
        terms.reference = reference
        terms.customPrice = details.customPrice
        terms.isProven = details.isProven
        terms.traceParent = details.traceParent
        return terms
    }

    /// Creates an order before its payment, with the terms that were recorded.
    package init(
        _ id: OrderID,
        _ terms: OrderStep.Terms,
        of customer: CustomerID?,
        in scope: AppScope,
        at instant: Date
    ) {
        var details = OrderDetails(origin: .app, price: terms.shownPrice, device: terms.device)
        details.customPrice = terms.customPrice
        details.isProven = terms.isProven
        details.traceParent = terms.traceParent
        self.init(
            id: id,
            scope: scope,
            customer: customer,
            product: terms.productID,
            quantity: terms.quantity,
            token: terms.appAccountToken,
            storedState: OrderState.created.rawValue,
            isOpen: true,
            createdDate: instant,
            expiresDate: terms.expirationDate,
            updatedDate: instant,
            reference: terms.reference,
            details: details
        )
    }

    /// The state at an instant: a created order expires by time alone, whenever that is stored.
    package func storedState(asOf now: Date) -> String {
        guard state == .created, let end = expiresDate, end <= now else { return storedState }
        return OrderState.expired.rawValue
    }
}

extension OrderState {
    /// Whether recovery looks at such an order: a payment may come, or one came and nothing was delivered.
    package var isWatched: Bool { self == .created || self == .paid }

    /// Whether a payment may still pay it: a late one revives an order that expired or failed.
    package var awaitsPayment: Bool { self == .created || self == .expired || self == .failed }
}

extension OrderMatching.Candidate {
    /// Creates a candidate from an order.
    package init(_ order: Order) {
        self.init(
            id: order.id,
            customer: order.customer,
            environment: order.scope.environment,
            product: order.product,
            quantity: order.quantity,
            token: order.token,
            created: order.createdDate,
            awaitsPayment: order.state?.awaitsPayment ?? false
        )
    }
}
