// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// What this device stores about promoted products.
///
/// Apple keeps it on the device; here it lives as long as the process.
final class Promotions: Sendable {
    private struct Entry: Sendable {
        var product: String
        // Apple's visibility is not declared as one that can be sent.
        var visibility: Int

        init(_ product: String, _ visibility: Product.PromotionInfo.Visibility) {
            self.product = product
            self.visibility = visibility.rawValue
        }

        var shown: Product.PromotionInfo.Visibility { .init(rawValue: visibility) ?? .appStoreConnectDefault }
    }

    private let entries = Mutex<[Entry]>([])

    var all: [Product.PromotionInfo] {
        entries.withLock { $0 }.map { Product.PromotionInfo(productID: $0.product, visibility: $0.shown) }
    }

    func reorder(_ order: [String]) {
        entries.withLock { entries in
            let known = Dictionary(entries.map { ($0.product, $0.shown) }) { first, _ in first }
            let rest = entries.filter { !order.contains($0.product) && $0.shown != .appStoreConnectDefault }
            entries = order.map { Entry($0, known[$0] ?? .appStoreConnectDefault) } + rest
        }
    }

    func show(_ visibility: Product.PromotionInfo.Visibility, _ product: String) {
        entries.withLock { entries in
            if let index = entries.firstIndex(where: { $0.product == product }) {
                entries[index] = Entry(product, visibility)
            } else {
                entries.append(Entry(product, visibility))
            }
        }
    }

    func replace(_ promotions: [Product.PromotionInfo]) {
        let new = promotions.map { Entry($0.productID, $0.visibility) }
        entries.withLock { $0 = new }
    }

    func visibility(of product: String) -> Product.PromotionInfo.Visibility {
        entries.withLock { $0 }.first { $0.product == product }?.shown ?? .appStoreConnectDefault
    }
}
