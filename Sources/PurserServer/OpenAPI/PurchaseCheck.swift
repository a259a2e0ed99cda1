// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One of the checks that a purchase passes before it is delivered; a refusal names the one that failed.
///
/// An open set, in the order in which they are made.
public struct PurchaseCheck: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The check's name as the answer spells it.
    public let rawValue: String

    /// Makes a check from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The check's name.
    public var description: String { rawValue }

    /// The document has Apple's form.
    public static let format = PurchaseCheck(rawValue: "format")

    /// The document is signed by the certificate it carries.
    public static let signature = PurchaseCheck(rawValue: "signature")

    /// The certificate comes from a trusted root.
    public static let chain = PurchaseCheck(rawValue: "certificate-chain")

    /// The document is about this key's app.
    public static let bundleID = PurchaseCheck(rawValue: "bundle-id")

    /// The document's App Store number is the one configured for the app.
    public static let appAppleID = PurchaseCheck(rawValue: "app-apple-id")

    /// The environment is one that this app accepts.
    public static let environment = PurchaseCheck(rawValue: "environment")

    /// The product is in the catalog.
    public static let product = PurchaseCheck(rawValue: "product")

    /// The product's App Store number is the one in the catalog.
    public static let itemID = PurchaseCheck(rawValue: "item-id")

    /// The transaction is the one that the app named.
    public static let transactionID = PurchaseCheck(rawValue: "transaction-id")

    /// The purchase carries the order's token, or none.
    public static let token = PurchaseCheck(rawValue: "app-account-token")

    /// The order that the app names exists and is the customer's.
    public static let order = PurchaseCheck(rawValue: "order")

    /// The product is the one that was ordered.
    public static let orderedProduct = PurchaseCheck(rawValue: "ordered-product")

    /// The quantity is the one that was ordered.
    public static let orderedQuantity = PurchaseCheck(rawValue: "ordered-quantity")

    /// The transaction was not used for another order.
    public static let unused = PurchaseCheck(rawValue: "not-used-before")

    /// Apple did not take the purchase back.
    public static let notRevoked = PurchaseCheck(rawValue: "not-refunded")

    /// The team's statement fits what was stated before.
    public static let statement = PurchaseCheck(rawValue: "statement")

    /// The purchase belongs to this customer under the app's policy.
    public static let owner = PurchaseCheck(rawValue: "owner")
}
