// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A purchase that is not done yet.
public struct PendingPurchase: Hashable, Sendable, Codable {
    /// What it waits for.
    public enum Reason: String, Hashable, Sendable, Codable {
        /// A parent's approval.
        case askToBuy

        /// The customer must do something first, such as agree to new terms.
        case interrupted
    }

    /// The pending purchase's name.
    public var id: PendingPurchaseID

    /// The one who buys.
    public var customer: CustomerID

    /// What is bought.
    public var product: ProductID

    /// What was chosen with the purchase.
    public var options: PurchaseOptions

    /// The offer of the code that is redeemed with it.
    public var code: CodeOffer?

    /// The same for a product that does not renew.
    public var oneTimeCode: OneTimeCodeOffer?

    /// What it waits for.
    public var reason: Reason

    /// When it began.
    public var date: Date
}
