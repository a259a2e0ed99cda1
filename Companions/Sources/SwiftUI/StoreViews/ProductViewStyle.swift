// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

/// How a product looks in a store.
///
/// <https://developer.apple.com/documentation/storekit/productviewstyle>
@MainActor
@preconcurrency
public protocol ProductViewStyle {
    /// What it is made of.
    associatedtype Body: View

    /// What it is made of.
    typealias Configuration = ProductViewStyleConfiguration

    /// Makes the view of a product.
    ///
    /// - Parameter configuration: What is known of it.
    /// - Returns: The view.
    @ViewBuilder
    func makeBody(configuration: Configuration) -> Body
}

/// What a style knows of a product.
///
/// <https://developer.apple.com/documentation/storekit/productviewstyleconfiguration>
@MainActor
public struct ProductViewStyleConfiguration {
    /// How far its loading is.
    public let state: Product.TaskState

    /// Whether the customer has it.
    public let hasCurrentEntitlement: Bool

    /// The app's picture of it.
    public let icon: AnyView

    private let buy: @MainActor () -> Void

    init(state: Product.TaskState, hasCurrentEntitlement: Bool, icon: AnyView, buy: @escaping @MainActor () -> Void) {
        self.state = state
        self.hasCurrentEntitlement = hasCurrentEntitlement
        self.icon = icon
        self.buy = buy
    }

    /// The product, once it is there.
    public var product: Product? { state.product }

    /// Begins a purchase.
    public func purchase() { buy() }
}

/// The store's own look: name, description, and a button with the price.
public struct AutomaticProductViewStyle: ProductViewStyle {
    /// Makes the style.
    public nonisolated init() {}

    /// Makes the view of a product.
    public func makeBody(configuration: Configuration) -> some View {
        if let product = configuration.product {
            configuration.icon
            Text(verbatim: product.displayName)
            Text(verbatim: product.description)
            Button(action: configuration.purchase) { Text(verbatim: product.displayPrice) }
        }
    }
}

/// The look for a list; on Linux it is the automatic one.
public typealias RegularProductViewStyle = AutomaticProductViewStyle

/// The look for a product alone; on Linux it is the automatic one.
public typealias LargeProductViewStyle = AutomaticProductViewStyle

/// The look for many products; on Linux it is the automatic one.
public typealias CompactProductViewStyle = AutomaticProductViewStyle

extension ProductViewStyle where Self == AutomaticProductViewStyle {
    /// As the store chooses.
    public static var automatic: AutomaticProductViewStyle { AutomaticProductViewStyle() }

    /// For a list.
    public static var regular: AutomaticProductViewStyle { AutomaticProductViewStyle() }

    /// For a product alone.
    public static var large: AutomaticProductViewStyle { AutomaticProductViewStyle() }

    /// For many products.
    public static var compact: AutomaticProductViewStyle { AutomaticProductViewStyle() }
}
