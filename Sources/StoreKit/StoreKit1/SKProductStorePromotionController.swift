// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether a promoted product is shown on this device.
@frozen
public enum SKProductStorePromotionVisibility: Int, Sendable {
    /// As App Store Connect says.
    case `default`

    /// Shown.
    case show

    /// Hidden.
    case hide
}

/// Changes which products are promoted on this device, and in which order.
///
/// <https://developer.apple.com/documentation/storekit/skproductstorepromotioncontroller>
open class SKProductStorePromotionController: NSObject, @unchecked Sendable {
    private static let shared = SKProductStorePromotionController()

    /// The controller.
    open class func `default`() -> Self { unsafeDowncast(shared, to: Self.self) }

    /// Reads the order of promoted products.
    open func fetchStorePromotionOrder(completionHandler: (([SKProduct], (any Error)?) -> Void)? = nil) {
        let handler = Unchecked(completionHandler)
        Task {
            do {
                let order = StoreRuntime.shared.promotions.all.map(\.productID)
                let records = try await StoreRuntime.shared.products(for: order)
                let sorted = order.compactMap { id in records.first { $0.id == id } }.map(SKProduct.init(record:))
                SKPaymentQueue.shared.onMain { handler.value?(sorted, nil) }
            } catch {
                let reason = SKError(reason: error)
                SKPaymentQueue.shared.onMain { handler.value?([], reason) }
            }
        }
    }

    /// Reads whether a product is shown.
    open func fetchStorePromotionVisibility(
        for product: SKProduct,
        completionHandler: ((SKProductStorePromotionVisibility, (any Error)?) -> Void)? = nil
    ) {
        let handler = Unchecked(completionHandler)
        Task {
            let visibility = StoreRuntime.shared.promotions.visibility(of: product.productIdentifier)
            let answer = SKProductStorePromotionVisibility(rawValue: visibility.rawValue) ?? .default
            SKPaymentQueue.shared.onMain { handler.value?(answer, nil) }
        }
    }

    /// Stores the order of promoted products.
    open func update(
        storePromotionOrder promotionOrder: [SKProduct],
        completionHandler: (((any Error)?) -> Void)? = nil
    ) {
        let handler = Unchecked(completionHandler)
        Task {
            StoreRuntime.shared.promotions.reorder(promotionOrder.map(\.productIdentifier))
            SKPaymentQueue.shared.onMain { handler.value?(nil) }
        }
    }

    /// Stores whether a product is shown.
    open func update(
        storePromotionVisibility promotionVisibility: SKProductStorePromotionVisibility,
        for product: SKProduct,
        completionHandler: (((any Error)?) -> Void)? = nil
    ) {
        let handler = Unchecked(completionHandler)
        let visibility = Product.PromotionInfo.Visibility(rawValue: promotionVisibility.rawValue)
        Task {
            let chosen = visibility ?? .appStoreConnectDefault
            StoreRuntime.shared.promotions.show(chosen, product.productIdentifier)
            SKPaymentQueue.shared.onMain { handler.value?(nil) }
        }
    }
}
