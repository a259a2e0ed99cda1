// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

/// A store of several products.
///
/// <https://developer.apple.com/documentation/storekit/storeview>
public struct StoreView<Icon: View, PlaceholderIcon: View>: PrimitiveView {
    private let contents: StoreKitSimulator.ShownStore.Contents
    private let icon: (Product) -> Icon

    /// Sells products, with pictures of them.
    public init(
        ids: some Collection<Product.ID>,
        prefersPromotionalIcon: Bool = false,
        @ViewBuilder icon: @escaping (Product) -> Icon,
        @ViewBuilder placeholderIcon: () -> PlaceholderIcon
    ) {
        contents = .products(Array(ids))
        self.icon = icon
    }

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        let store = tree.stored(at: path) { StoreKitSimulator.ShownStore(contents, on: tree) }
        store.show(contents, environment, at: path)
        for product in store.products {
            let part = ShownProduct(store: store, state: .success(product), icon: AnyView(icon(product)))
            part.open(on: tree, environment, at: "\(path)[\(product.id)]")
        }
    }
}

extension StoreView where PlaceholderIcon == EmptyView {
    /// Sells products, with pictures of them.
    public init(
        ids: some Collection<Product.ID>,
        prefersPromotionalIcon: Bool = false,
        @ViewBuilder icon: @escaping (Product) -> Icon
    ) {
        contents = .products(Array(ids))
        self.icon = icon
    }

    /// Sells products that are loaded, with pictures of them.
    public init(
        products: some Collection<Product>,
        prefersPromotionalIcon: Bool = false,
        @ViewBuilder icon: @escaping (Product) -> Icon
    ) {
        contents = .given(Array(products))
        self.icon = icon
    }
}

extension StoreView where Icon == EmptyView, PlaceholderIcon == EmptyView {
    /// Sells products.
    public init(ids: some Collection<Product.ID>, prefersPromotionalIcon: Bool = false) {
        contents = .products(Array(ids))
        icon = { _ in EmptyView() }
    }

    /// Sells products that are loaded.
    public init(products: some Collection<Product>, prefersPromotionalIcon: Bool = false) {
        contents = .given(Array(products))
        icon = { _ in EmptyView() }
    }
}

/// A product of a store in the style that the views around it chose.
@MainActor
struct ShownProduct {
    let store: StoreKitSimulator.ShownStore
    let state: Product.TaskState
    let icon: AnyView

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        let configuration = ProductViewStyleConfiguration(
            state: state,
            hasCurrentEntitlement: state.product.map { store.entitledProductIDs.contains($0.id) } ?? false,
            icon: icon
        ) {
            guard let product = state.product else { return }
            tree.start { _ = await store.buy(product) }
        }
        let style: any ProductViewStyle = environment.storeSettings.style ?? AutomaticProductViewStyle()
        open(style, configuration, on: tree, environment, path)
    }

    private func open(
        _ style: some ProductViewStyle,
        _ configuration: ProductViewStyleConfiguration,
        on tree: ViewTree,
        _ environment: EnvironmentValues,
        _ path: String
    ) {
        tree.open(style.makeBody(configuration: configuration), environment, at: path)
    }
}
