// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension Product {
    /// Whether and where a product is promoted on the app's page in the App Store, on this device.
    ///
    /// <https://developer.apple.com/documentation/storekit/product/promotioninfo>
    public struct PromotionInfo: Equatable {
        /// Whether a promoted product is shown.
        public enum Visibility: Int, Equatable, Hashable {
            /// As App Store Connect says.
            case appStoreConnectDefault

            /// Shown.
            case visible

            /// Hidden.
            case hidden
        }

        /// The product.
        public let productID: Product.ID

        /// Whether it is shown.
        public var visibility: Product.PromotionInfo.Visibility

        /// Stores the visibility of this product.
        public func update() async throws {
            try await Self.updateProductVisibility(visibility, for: productID)
        }

        /// The promoted products in the order of this device; empty means App Store Connect's order.
        public static var currentOrder: [Product.PromotionInfo] {
            get async throws { StoreRuntime.shared.promotions.all }
        }

        /// Stores the order of this device; products that are not named follow in App Store Connect's order.
        public static func updateProductOrder(byID order: some Collection<String>) async throws {
            StoreRuntime.shared.promotions.reorder(Array(order))
        }

        /// Stores whether a product is shown on this device.
        public static func updateProductVisibility(
            _ visibility: Product.PromotionInfo.Visibility,
            for productID: Product.ID
        ) async throws {
            StoreRuntime.shared.promotions.show(visibility, productID)
        }

        /// Stores the order and visibility of several products at once.
        public static func updateAll(_ promotions: some Collection<Product.PromotionInfo>) async throws {
            StoreRuntime.shared.promotions.replace(Array(promotions))
        }
    }
}
