// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A difference between a product of one catalog and of the next that may show in the app's figures.
///
/// Texts, offers, levels and states of approval are not part of it.
public enum CatalogChange: Hashable, Sendable, Codable {
    /// The product is new.
    case added(product: ProductID)

    /// The product was removed.
    case removed(product: ProductID)

    /// The product is on sale again, or no longer.
    case sale(product: ProductID, isOnSale: Bool)

    /// The product has another price: in a storefront, or in all without a price of their own when it names none. `others`
    /// counts the further storefronts whose own price changed.
    case price(product: ProductID, storefront: StorefrontCountryCode?, old: Money?, new: Money?, others: Int)

    /// The product gives other entitlements.
    case entitlements(product: ProductID, added: [EntitlementID], removed: [EntitlementID])

    /// One purchase buys another time of service.
    case serviceTime(product: ProductID, old: CalendarPeriod?, new: CalendarPeriod?)

    /// The product.
    public var product: ProductID {
        switch self {
        case .added(let product), .removed(let product), .sale(let product, _), .price(let product, _, _, _, _),
            .entitlements(let product, _, _), .serviceTime(let product, _, _):
            product
        }
    }

    /// Whether it is a change of a price.
    public var isOfPrice: Bool {
        if case .price = self { true } else { false }
    }

    /// The differences between two versions of a product, in the order of the cases.
    ///
    /// - Parameters:
    ///   - old: The product before; `nil` where the catalog did not have it.
    ///   - new: The product after; `nil` where the catalog no longer has it.
    /// - Returns: The differences; a product that is new or gone is one.
    public static func changes(from old: CatalogProduct?, to new: CatalogProduct?) -> [CatalogChange] {
        guard let old else { return new.map { [.added(product: $0.id)] } ?? [] }
        guard let new else { return [.removed(product: old.id)] }
        var changes: [CatalogChange] = []
        if old.isOnSale != new.isOnSale { changes.append(.sale(product: new.id, isOnSale: new.isOnSale)) }
        if let price = priceChange(from: old, to: new) { changes.append(price) }
        let (before, after) = (Set(old.entitlements), Set(new.entitlements))
        if before != after {
            let (added, removed) = (after.subtracting(before).sorted(), before.subtracting(after).sorted())
            changes.append(.entitlements(product: new.id, added: added, removed: removed))
        }
        let (time, newTime) = (old.serviceDuration ?? old.period, new.serviceDuration ?? new.period)
        if time != newTime { changes.append(.serviceTime(product: new.id, old: time, new: newTime)) }
        return changes
    }

    private static func priceChange(from old: CatalogProduct, to new: CatalogProduct) -> CatalogChange? {
        // A storefront without a price of its own follows the base price.
        let storefronts = Set(old.prices.map(\.storefront) + new.prices.map(\.storefront)).sorted()
            .filter { old.price(in: $0) != new.price(in: $0) }
        if old.price != new.price {
            return .price(
                product: new.id,
                storefront: nil,
                old: old.price,
                new: new.price,
                others: storefronts.count
            )
        }
        guard let first = storefronts.first else { return nil }
        return .price(
            product: new.id,
            storefront: first,
            old: old.price(in: first),
            new: new.price(in: first),
            others: storefronts.count - 1
        )
    }
}
