// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import StoreKit

/// A store of the subscriptions of a group.
///
/// <https://developer.apple.com/documentation/storekit/subscriptionstoreview>
public struct SubscriptionStoreView<Content: View>: PrimitiveView {
    private let contents: StoreKitSimulator.ShownStore.Contents
    private let content: Content

    /// Sells the subscriptions of a group, below the app's own views.
    ///
    /// - Parameters:
    ///   - groupID: The group.
    ///   - visibleRelationships: What a subscriber is shown.
    ///   - marketingContent: The app's own views.
    public init(
        groupID: String,
        visibleRelationships: Product.SubscriptionRelationship = .all,
        @ViewBuilder marketingContent: () -> Content
    ) {
        contents = .group(groupID, visibleRelationships)
        content = marketingContent()
    }

    /// Sells subscriptions, below the app's own views.
    public init(productIDs: some Collection<Product.ID>, @ViewBuilder marketingContent: () -> Content) {
        contents = .products(Array(productIDs))
        content = marketingContent()
    }

    /// Sells subscriptions that are loaded, below the app's own views.
    public init(subscriptions: some Collection<Product>, @ViewBuilder marketingContent: () -> Content) {
        contents = .given(Array(subscriptions))
        content = marketingContent()
    }

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        tree.open(content, environment, at: path + "/marketing")
        let store = tree.stored(at: path) { StoreKitSimulator.ShownStore(contents, on: tree) }
        store.show(contents, environment, at: path)
        for product in store.products {
            let part = ShownProduct(store: store, state: .success(product), icon: AnyView(EmptyView()))
            part.open(on: tree, environment, at: "\(path)[\(product.id)]")
        }
    }
}

extension SubscriptionStoreView where Content == EmptyView {
    /// Sells the subscriptions of a group.
    ///
    /// - Parameters:
    ///   - groupID: The group.
    ///   - visibleRelationships: What a subscriber is shown.
    public init(groupID: String, visibleRelationships: Product.SubscriptionRelationship = .all) {
        self.init(groupID: groupID, visibleRelationships: visibleRelationships) { EmptyView() }
    }

    /// Sells subscriptions.
    public init(productIDs: some Collection<Product.ID>) {
        self.init(productIDs: productIDs) { EmptyView() }
    }

    /// Sells subscriptions that are loaded.
    public init(subscriptions: some Collection<Product>) {
        self.init(subscriptions: subscriptions) { EmptyView() }
    }
}
