// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

/// A store of one product.
///
/// <https://developer.apple.com/documentation/storekit/productview>
public struct ProductView<Icon: View, PlaceholderIcon: View>: PrimitiveView {
    private enum Contents {
        case store(StoreKitSimulator.ShownStore.Contents)
        case configuration(ProductViewStyleConfiguration)
    }

    private let contents: Contents
    private let icon: () -> Icon

    /// Sells a product, with a picture of it.
    public init(
        id productID: Product.ID,
        prefersPromotionalIcon: Bool = false,
        @ViewBuilder icon: @escaping () -> Icon,
        @ViewBuilder placeholderIcon: () -> PlaceholderIcon
    ) {
        contents = .store(.products([productID]))
        self.icon = icon
    }

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        switch contents {
        case .configuration(let configuration):
            tree.open(AutomaticProductViewStyle().makeBody(configuration: configuration), environment, at: path)
        case .store(let contents):
            let store = tree.stored(at: path) { StoreKitSimulator.ShownStore(contents, on: tree) }
            store.show(contents, environment, at: path)
            let part = ShownProduct(store: store, state: store.state.onlyProduct, icon: AnyView(icon()))
            part.open(on: tree, environment, at: path + "/product")
        }
    }
}

extension ProductView where PlaceholderIcon == EmptyView {
    /// Sells a product, with a picture of it.
    public init(id productID: Product.ID, prefersPromotionalIcon: Bool = false, @ViewBuilder icon: @escaping () -> Icon)
    {
        contents = .store(.products([productID]))
        self.icon = icon
    }

    /// Sells a product that is loaded, with a picture of it.
    public init(_ product: Product, prefersPromotionalIcon: Bool = false, @ViewBuilder icon: @escaping () -> Icon) {
        contents = .store(.given([product]))
        self.icon = icon
    }
}

extension ProductView where Icon == EmptyView, PlaceholderIcon == EmptyView {
    /// Sells a product.
    public init(id productID: Product.ID, prefersPromotionalIcon: Bool = false) {
        contents = .store(.products([productID]))
        icon = { EmptyView() }
    }

    /// Sells a product that is loaded.
    public init(_ product: Product, prefersPromotionalIcon: Bool = false) {
        contents = .store(.given([product]))
        icon = { EmptyView() }
    }

    /// Shows the product of a style, as a part of that style.
    public init(_ configuration: ProductViewStyleConfiguration) {
        contents = .configuration(configuration)
        icon = { EmptyView() }
    }
}

extension Product.CollectionTaskState {
    /// The state of the only product.
    fileprivate var onlyProduct: Product.TaskState {
        switch self {
        case .loading: .loading
        case .failure(let error): .failure(error)
        case .success(let products, _): products.first.map { .success($0) } ?? .unavailable
        }
    }
}
