// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What an iOS 6 transaction receipt says: one purchase.
///
/// Only ``fields`` are signed. The environment is beside them, so anyone can change it: before a purchase counts as
/// one of production, ask Apple.
///
/// <https://developer.apple.com/library/archive/releasenotes/General/ValidateAppStoreReceipt/Chapters/ValidateRemotely.html>
public struct TransactionReceipt: Hashable, Sendable, Codable {
    /// The environment, as the unsigned part says; production when it says none.
    public var environment: Environment

    /// Every signed field with Apple's spelling.
    public var fields: [String: String]

    /// Describes a receipt that is to be made.
    public init(environment: Environment, fields: [String: String]) {
        self.environment = environment
        self.fields = fields
    }

    /// The app.
    public var bundleID: BundleID? { fields["bid"].map(BundleID.init(rawValue:)) }

    /// The app's version.
    public var bundleVersion: String? { fields["bvrs"] }

    /// The product.
    public var productID: ProductID? { fields["product-id"].map(ProductID.init(rawValue:)) }

    /// The purchase, renewal or restore.
    public var transactionID: TransactionID? { fields["transaction-id"].map(TransactionID.init(rawValue:)) }

    /// The purchase that began this one's life.
    public var originalTransactionID: OriginalTransactionID? {
        fields["original-transaction-id"].map(OriginalTransactionID.init(rawValue:))
    }

    /// The renewal event, for subscriptions.
    public var webOrderLineItemID: WebOrderLineItemID? {
        fields["web-order-line-item-id"].map(WebOrderLineItemID.init(rawValue:))
    }

    /// How many were bought.
    public var quantity: Int? { fields["quantity"].flatMap { Int($0) } }

    /// The app's number.
    public var appAppleID: AppAppleID? { fields["app-item-id"].flatMap { Int64($0) }.map(AppAppleID.init(rawValue:)) }

    /// When the customer was charged, or the product restored.
    public var purchaseDate: Date? { milliseconds("purchase-date-ms") }

    /// When the original transaction was bought.
    public var originalPurchaseDate: Date? { milliseconds("original-purchase-date-ms") }

    /// When the subscription's period ends.
    public var expiresDate: Date? { milliseconds("expires-date") }

    private func milliseconds(_ key: String) -> Date? {
        fields[key].flatMap { Int64($0) }.map { Date(millisecondsSince1970: $0) }
    }

    var claims: DocumentClaims {
        DocumentClaims(
            kind: .receipt,
            bundleID: bundleID,
            appAppleID: appAppleID,
            environment: environment,
            effectiveDate: purchaseDate
        )
    }
}
