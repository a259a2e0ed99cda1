// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A product whose price and name the app's server decides, item by item.
///
/// <https://developer.apple.com/documentation/storekit/advancedcommerceproduct>
public struct AdvancedCommerceProduct: Identifiable {
    /// The kinds of products.
    public typealias ProductType = Product.ProductType

    /// The product's identifier.
    public let id: String

    /// The kind of product.
    public let type: AdvancedCommerceProduct.ProductType

    /// Looks a product up.
    ///
    /// - Parameter id: Its identifier.
    /// - Throws: ``Product/PurchaseError/productUnavailable`` when the store does not sell it.
    public init(id: AdvancedCommerceProduct.ID) async throws {
        guard let product = try await Product.products(for: [id]).first else {
            throw Product.PurchaseError.productUnavailable
        }
        self.id = product.id
        type = product.type
    }
}

extension AdvancedCommerceProduct {
    /// A choice that goes along with a purchase.
    public struct PurchaseOption: Equatable, Hashable, Sendable {
        let option: Product.PurchaseOption

        /// Asks the app when the storefront changes during the purchase.
        ///
        /// - Parameter shouldContinuePurchase: Whether to continue in the new storefront.
        /// - Returns: The option.
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> AdvancedCommerceProduct.PurchaseOption {
            Self(option: .onStorefrontChange(shouldContinuePurchase: shouldContinuePurchase))
        }
    }

    /// How an attempt to buy ended.
    public typealias PurchaseResult = Product.PurchaseResult

    /// Buys what the app's server described.
    ///
    /// A simulator that runs elsewhere charges what the request says. The store in this process cannot: it throws
    /// ``StoreKitError/unsupported``.
    ///
    /// - Parameters:
    ///   - compactJWS: The server's signed request.
    ///   - viewController: Where to ask for confirmation; there is nothing to show on Linux.
    ///   - options: The choices that go along.
    /// - Returns: How it ended.
    /// - Throws: ``Product/PurchaseError`` when it could not begin, ``StoreKitError`` when the store failed.
    public func purchase(
        compactJWS: String,
        confirmIn viewController: UIViewController,
        options: Set<AdvancedCommerceProduct.PurchaseOption> = []
    ) async throws -> AdvancedCommerceProduct.PurchaseResult {
        var chosen = Set(options.map(\.option))
        chosen.insert(.custom(key: PurchaseOptionValue.advancedCommerce, value: compactJWS))
        return try await StoreRuntime.shared.purchase(PurchaseOrder(product: id, options: chosen))
    }

    /// The customer's newest transaction of the product.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    /// The customer's transactions of the product.
    public var allTransactions: Transaction.Transactions { Transaction.all(for: id) }

    /// The transactions that give the customer the product now.
    public var currentEntitlements: Transaction.Transactions { Transaction.currentEntitlements(for: id) }
}

extension AdvancedCommerceProduct: Equatable {}
extension AdvancedCommerceProduct: Hashable {}
extension AdvancedCommerceProduct: Sendable {}

extension AdvancedCommerceProduct: CustomDebugStringConvertible {
    /// The identifier and the kind.
    public var debugDescription: String { "\(id) (\(type.rawValue))" }
}

extension AdvancedCommerceProduct.PurchaseOption: CustomDebugStringConvertible {
    /// The choice.
    public var debugDescription: String { option.debugDescription }
}
