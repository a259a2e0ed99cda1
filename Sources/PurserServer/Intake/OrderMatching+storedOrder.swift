// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Persistence

extension OrderMatching.Candidate {
    init(_ order: StoredOrder) {
        self.init(
            id: order.id,
            customer: order.customer,
            environment: order.scope.environment,
            product: order.product,
            quantity: order.quantity,
            token: order.token,
            created: order.createdDate,
            awaitsPayment: order.currentState?.awaitsPayment ?? false
        )
    }
}

extension StoredOrder {
    /// Whether Purser created the order for a purchase that no order awaited.
    var wasCreatedAfterward: Bool {
        get throws { try [.outside, .backfill].contains(details.origin) }
    }
}

extension IntakeOutcome.Refusal {
    /// What the app is answered when a transaction cannot pay the order that it names.
    init(_ mismatch: OrderMismatch) {
        switch mismatch {
        case .owner:
            self.init(.order, .orderNotFound, "The customer has no such order.")
        case .renewal:
            self.init(.unused, .transactionUsed, "The transaction is a renewal, which has an order of its own.")
        case .familyShared:
            self.init(.unused, .transactionUsed, "A family member paid for the purchase; it has an order of its own.")
        case .token:
            self.init(.token, .tokenMismatch, "The purchase carries the token of another order.")
        case .product(let expected, let found):
            self.init(
                .orderedProduct,
                .productMismatch,
                "The order is for \(expected), the purchase is of \(found)."
            )
        case .quantity(let expected, let found):
            self.init(
                .orderedQuantity,
                .quantityMismatch,
                "The order is for \(expected), the purchase is of \(found)."
            )
        case .older:
            self.init(
                .unused,
                .transactionUsed,
                "The purchase was made before the order was created; it has an order of its own."
            )
        case .transactionUsed:
            self.init(.unused, .transactionUsed, "The transaction paid another order.")
        case .alreadyPaid:
            self.init(.unused, .transactionUsed, "Another transaction paid the order.")
        }
    }
}
