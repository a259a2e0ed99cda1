// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

extension FulfillmentInput {
    /// A customer's app shows a purchase with the customer's token.
    static func shown(
        by customer: CustomerID = "anna",
        _ proof: Claimant.Proof = .proven,
        order: OrderID? = nil,
        named: TransactionID? = "11"
    ) -> FulfillmentInput {
        FulfillmentInput(
            .documents(.app),
            actor: "app",
            claimant: Claimant(customer: customer, basis: .session, proof: proof),
            order: order,
            named: named
        )
    }

    /// Apple's notification brings documents.
    static let notified = FulfillmentInput(.documents(.notification), actor: "notification")
}
