// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// Buys the product.
    ///
    /// - Parameter options: The choices that go along.
    /// - Returns: How it ended.
    /// - Throws: ``Product/PurchaseError`` when it could not begin, ``StoreKitError`` when the store failed.
    @MainActor
    public func purchase(options: Set<Product.PurchaseOption> = []) async throws -> Product.PurchaseResult {
        try await StoreRuntime.shared.purchase(PurchaseOrder(product: id, options: options))
    }

    /// Buys the product, asking for confirmation in a scene.
    ///
    /// There is nothing to show on Linux: it is the same as without a scene.
    ///
    /// - Parameters:
    ///   - scene: Where to ask.
    ///   - options: The choices that go along.
    /// - Returns: How it ended.
    /// - Throws: ``Product/PurchaseError`` when it could not begin, ``StoreKitError`` when the store failed.
    @MainActor
    public func purchase(
        confirmIn scene: some UIScene,
        options: Set<Product.PurchaseOption> = []
    ) async throws -> Product.PurchaseResult {
        try await purchase(options: options)
    }

    /// Buys the product, asking for confirmation over a view controller.
    ///
    /// There is nothing to show on Linux: it is the same as without a controller.
    ///
    /// - Parameters:
    ///   - viewController: Where to ask.
    ///   - options: The choices that go along.
    /// - Returns: How it ended.
    /// - Throws: ``Product/PurchaseError`` when it could not begin, ``StoreKitError`` when the store failed.
    public func purchase(
        confirmIn viewController: UIViewController,
        options: Set<Product.PurchaseOption> = []
    ) async throws -> Product.PurchaseResult {
        try await purchase(options: options)
    }
}
