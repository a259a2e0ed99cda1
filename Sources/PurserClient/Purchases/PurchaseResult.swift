// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// How a purchase ended.
public enum PurchaseResult: Hashable, Sendable {
    /// It was paid, verified and delivered, and its transaction is finished.
    case delivered(Purchase)

    /// It waits for a parent or the bank; when it comes about, it is delivered without the app asking.
    case pending(order: String?)

    /// The customer did not want it.
    case userCancelled

    /// The purchase, when it was delivered.
    public var purchase: Purchase? {
        guard case .delivered(let purchase) = self else { return nil }
        return purchase
    }
}

/// A purchase that was verified.
public struct Purchase: Hashable, Sendable {
    /// The transaction's identifier.
    public let transaction: String

    /// The product's identifier.
    public let product: String

    /// How many were bought.
    public let quantity: Int

    /// The server's order; nothing for renewals and in apps without a server.
    ///
    /// In an app with a verifier, this SDK's own.
    public let order: String?

    /// The one who has it.
    public let customer: String?

    /// When it was paid.
    public let date: Date

    /// Whether it renewed a subscription.
    public let isRenewal: Bool
}

/// What an app without a server gives the customer.
public struct OnDeviceDelivery: Hashable, Sendable {
    /// The transaction's identifier; the same one is the same purchase.
    public let transaction: String

    /// The product's identifier.
    public let product: String

    /// How many were bought.
    public let quantity: Int

    /// Whether it renewed a subscription.
    public let isRenewal: Bool
}

/// What came back when purchases were restored.
public struct RestoreResult: Hashable, Sendable {
    /// The purchases that came back.
    public let purchases: [Purchase]

    /// What went wrong; ``PurserError/Code/queueEmpty`` when there was nothing to restore.
    public let error: PurserError?

    /// How many came back.
    public var count: Int { purchases.count }
}
