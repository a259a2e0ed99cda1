// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreSimulator
package import AppStoreTypes

/// One step of a scenario.
package enum ConformanceStep: Sendable {
    /// A customer buys a product in the app.
    case buy(String, ConformanceProduct, PurchaseOptions = PurchaseOptions())
    /// A customer redeems a code for an offer of a product.
    case redeem(String, ConformanceProduct, offer: OfferID)
    /// Time passes.
    case days(Int)
    /// The customer's payment method works, or fails.
    case payment(String, works: Bool)
    /// The customer turns automatic renewal on or off.
    case renewal(String, ConformanceProduct, on: Bool)
    /// Apple refunds a transaction.
    case refund(ConformanceTransaction, RefundDecision = .full(.other), cancels: Bool = false)
    /// Apple refunds seats of a group subscription.
    case refundSeats(ConformanceTransaction, Int)
    /// The customer requests a refund.
    case requestRefund(ConformanceTransaction, ConsumptionRequestReason)
    /// Apple reverses a refund.
    case reverseRefund(ConformanceTransaction)
    /// The team extends a renewal date by days.
    case extend(ConformanceTransaction, Int)
    /// The team changes a price, in milliunits.
    case price(ConformanceProduct, Int64, preservesExisting: Bool = false)
    /// The customer answers a price increase.
    case consent(String, ConformanceProduct, Bool)
    /// The customer joins the family.
    case join(String)
    /// The customer leaves the family.
    case leave(String)
    /// The team withdraws a product from sale.
    case withdraw(ConformanceProduct)
    /// An account is created with another profile than the usual one.
    case account(CustomerProfile)
    /// A parent, or the customer, completes or cancels the pending purchase.
    case pending(String, approve: Bool)
    /// The buyer of a group subscription invites a member, who accepts.
    case member(of: String, String)
    /// Any other change in the App Store.
    case does(Command)
    /// Somebody sends a document that Apple did not sign, or did not sign for this server.
    case forge(Forgery, ForgedMessage)
}

/// One of a customer's transactions.
package enum ConformanceTransaction: Hashable, Sendable {
    /// The customer's first transaction.
    case first(String)
    /// The customer's latest transaction.
    case last(String)
}

/// The content of a forged document and its way to the server.
package enum ForgedMessage: String, CaseIterable, Hashable, Sendable {
    /// The app of a customer who never paid submits a purchase.
    case purchase
    /// A notification claims that an expired subscription renewed.
    case renewal
    /// A notification claims that Apple refunded a purchase.
    case refund

    /// The customer whose entitlements must not change.
    package var victim: String { self == .purchase ? "mallory" : "ann" }
}
