// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

extension IntakeOutcome.Rejection {
    /// What the app is answered when a purchase is not delivered, or not to the claimant.
    init(_ rejection: FulfillmentRejection) {
        switch rejection {
        case .ownedByAnother:
            self.init(
                .owner,
                .ownedByAnother,
                "The purchase is another customer's, and the app's restore policy leaves it there."
            )
        case .customerTokenRequired:
            self.init(
                .owner,
                .customerTokenRequired,
                "The owner of the purchase is not known. \(ServiceProblem.customerTokenRequired.message)"
            )
        case .movedTooOften:
            self.init(
                .owner,
                .tooManyRequests,
                """
                The purchase moved between customers \(Ownership.greatestDailyMoves) times within a day. Wait a day, or \
                transfer it with a secret key.
                """
            )
        case .orderNotFound(let id): self.init(.order, .orderNotFound, "Unknown order: '\(id)'.")
        case .mismatch(let mismatch): self.init(mismatch)
        case .environment:
            self.init(
                .environment,
                .sandboxRefused,
                "The app takes no purchases of this environment from this customer."
            )
        case .unknownProduct(let product):
            self.init(.product, .unknownProduct, "The catalog has no product \(product); import it first.")
        case .contradiction(let found):
            self.init(
                .statement,
                .statementContradicts,
                """
                A statement about this purchase has another \(found.member): '\(found.known)', and now '\(found.stated)'. \
                Send what was stated, or use the identifier of the other purchase or payment.
                """
            )
        case .tooManyStatements:
            self.init(
                .statement,
                .statementContradicts,
                """
                \(StoreStatement.maximumStatements) statements are stored of this purchase. State only what has changed.
                """
            )
        case .revoked: self.init(.notRevoked, .transactionRevoked, "Apple took the purchase back.")
        }
    }

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

extension ServiceProblem {
    static let customerTokenRequired = ServiceProblem(
        .customerTokenRequired,
        "Send the customer's token, which the team's backend creates, or the order that the purchase pays."
    )
}
