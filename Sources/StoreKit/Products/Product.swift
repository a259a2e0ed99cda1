// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A product of the App Store: what it is called, what it costs and how it is sold.
///
/// <https://developer.apple.com/documentation/storekit/product>
public struct Product: Identifiable {
    /// The product's identifier.
    public let id: String

    /// The kind of product.
    public let type: Product.ProductType

    /// The product's name in the customer's language.
    public let displayName: String

    /// What the product is, in the customer's language.
    public let description: String

    /// The price in the storefront's currency.
    public let price: Decimal

    /// The price as the customer reads it.
    public let displayPrice: String

    /// Whether a family may share it.
    public let isFamilyShareable: Bool

    /// How it renews; nil for everything but auto-renewable subscriptions.
    public let subscription: Product.SubscriptionInfo?

    /// Whether it can be bought for a group, see ``PurchaseOption/seats(_:)``.
    public let supportsMultiSeatPurchase: Bool

    /// What the store said about the product.
    let record: ProductRecord

    /// What the store said about the product, as JSON.
    ///
    /// The keys under `attributes` are Apple's where Apple's are known; the rest of the layout is not promised.
    public var jsonRepresentation: Data { record.jsonRepresentation }

    init(record: ProductRecord) {
        self.record = record
        id = record.id
        type = ProductType(rawValue: record.kind)
        displayName = record.displayName
        description = record.description
        price = record.price
        displayPrice = record.display(record.price)
        isFamilyShareable = record.isFamilyShareable
        supportsMultiSeatPurchase = record.subscription?.seatTiers != nil
        subscription = record.subscription.map { SubscriptionInfo(record: $0, product: record) }
    }
}

extension Product {
    /// Asks the App Store for products.
    ///
    /// - Parameter identifiers: The products' identifiers; one that is not sold is left out of the answer.
    /// - Returns: The products, in no promised order; none in a canceled task, see
    ///   ``StoreKitSimulator/answersCanceledTasks``.
    /// - Throws: ``StoreKitError`` when the store does not answer.
    public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
    where Identifiers: Collection, Identifiers.Element == String {
        let identifiers = Array(identifiers)
        return try await StoreRuntime.shared.emptyIfCanceled {
            try await StoreRuntime.shared.products(for: identifiers).map(Product.init(record:))
        }
    }
}

extension Product {
    /// The customer's newest transaction of the product.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    /// The transaction that gives the customer the product now.
    ///
    /// Apple asks for ``currentEntitlements`` instead, because a family may give more than one.
    public var currentEntitlement: VerificationResult<Transaction>? {
        get async { await StoreRuntime.shared.currentEntitlements(for: id).last }
    }

    /// The transactions that give the customer the product now.
    public var currentEntitlements: Transaction.Transactions { Transaction.currentEntitlements(for: id) }
}

extension Product: Equatable {
    /// Compares everything that the store said.
    public static func == (lhs: Product, rhs: Product) -> Bool { lhs.record == rhs.record }
}

extension Product: Hashable {
    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

extension Product: Sendable {}

extension Product: CustomDebugStringConvertible {
    /// The product as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
