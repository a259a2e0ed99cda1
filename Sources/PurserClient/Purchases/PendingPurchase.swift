// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A paid purchase that is kept on the device until the server confirmed it.
public struct PendingPurchase: Hashable, Sendable, Codable {
    /// The transaction's identifier.
    public let transaction: String

    /// The first transaction's identifier of a subscription.
    public let originalTransaction: String

    /// The product's identifier.
    public let product: String

    /// How many were bought.
    public let quantity: Int

    /// The server's order, when the purchase has one; in an app with a verifier, this SDK's own.
    public var order: String?

    /// The team's own number of the order.
    public internal(set) var reference: String?

    /// The one who bought.
    public var customer: String?

    /// The environment as the App Store names it, such as Sandbox.
    public let environment: String

    /// When it was paid.
    public let date: Date

    /// Whether it renewed a subscription.
    public let isRenewal: Bool

    /// How often its verification failed.
    public internal(set) var failures = 0

    /// Why its verification failed last.
    public internal(set) var lastError: String?

    // The proof of the payment: never logged, and not for the app.
    var proof: Proof

    /// Whether the server confirmed it; what is left is to finish the transaction.
    var isConfirmed = false

    /// Whether a restoration showed it.
    var isRestore = false
}

/// What proves a payment to the server.
package enum Proof: Hashable, Sendable, Codable {
    /// The transaction in JWS form.
    case signed(String)

    /// The app receipt in base64; it proves all purchases at once.
    case receipt(String)
}

extension PendingPurchase: CustomStringConvertible {
    /// The purchase without its proof.
    public var description: String { "transaction \(transaction) of \(product)" }
}

/// An order that the server made, until its result is known.
struct OpenOrder: Hashable, Sendable, Codable {
    var id: String
    var token: UUID
    var product: String
    var quantity: Int
    var customer: String?
    var created: Date
    var reference: String?

    /// Whether a transaction can be what was paid for this order.
    func isPaid(by transaction: StoreTransaction) -> Bool {
        transaction.product == product && (transaction.token == nil || transaction.token == token)
    }
}
