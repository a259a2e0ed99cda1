// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// What the catalog and the map say of products and storefronts, so that charts can be taken apart by it.
///
/// Nothing of it is in stored totals: a product that moves to another group moves with its past.
public struct ChartGrouping: Sendable {
    private struct Traits {
        var group = ""
        var period = ""
        var kind = ""
    }

    private var traits: [ProductID: Traits] = [:]

    /// The names of subscription groups, by identifier.
    public private(set) var groupNames: [String: String] = [:]

    /// Knows nothing of products.
    public init() {}

    /// Knows the products of a catalog.
    public init(_ catalog: Catalog) {
        for product in catalog.products {
            traits[product.id] = Traits(
                group: product.groupID?.rawValue ?? "",
                period: product.period?.description ?? "",
                kind: product.type.rawValue
            )
        }
        for group in catalog.groups { groupNames[group.id.rawValue] = group.referenceName }
    }

    /// The name of a row's part along a dimension; empty where it has none.
    public func name(of key: ChartRow.Key, _ dimension: ChartRow.Dimension) -> String {
        switch dimension {
        case .day: key.day?.description ?? ""
        case .product: key.product?.rawValue ?? ""
        case .storefront: key.storefront?.rawValue ?? ""
        case .offer: key.offer ?? ""
        case .store: key.store?.rawValue ?? ""
        case .group: key.product.flatMap { traits[$0] }?.group ?? ""
        case .period: key.product.flatMap { traits[$0] }?.period ?? ""
        case .kind: key.product.flatMap { traits[$0] }?.kind ?? ""
        case .region: key.storefront.flatMap(ChartRegion.init)?.rawValue ?? ""
        }
    }

    /// The products of which any of some names is true along a dimension.
    package func products(_ names: [String], _ dimension: ChartRow.Dimension) -> Set<String> {
        let key = ChartRow.Key(measure: .revenue)
        return Set(
            traits.keys.filter { product in
                var key = key
                key.product = product
                return names.contains(name(of: key, dimension))
            }
            .map(\.rawValue)
        )
    }
}

extension ChartRow {
    /// Rows by product and storefront as rows by other dimensions, in order.
    ///
    /// - Parameters:
    ///   - rows: Rows that have at least what the dimensions follow from.
    ///   - dimensions: What the new rows are distinguished by.
    ///   - grouping: What products and storefronts belong to.
    /// - Returns: The new rows.
    package static func regrouped(
        _ rows: [ChartRow],
        by dimensions: Set<Dimension>,
        _ grouping: ChartGrouping
    ) -> [ChartRow] {
        var sums: [Key: BoundedSum] = [:]
        for row in rows {
            var key = row.key
            if dimensions.contains(.group) { key.group = grouping.name(of: row.key, .group) }
            if dimensions.contains(.period) { key.period = grouping.name(of: row.key, .period) }
            if dimensions.contains(.kind) { key.kind = grouping.name(of: row.key, .kind) }
            if dimensions.contains(.region) { key.region = grouping.name(of: row.key, .region) }
            if !dimensions.contains(.product) { key.product = nil }
            if !dimensions.contains(.storefront) { key.storefront = nil }
            var value = BoundedSum(row.value)
            // A clamped number stays marked.
            if row.isClamped { value += BoundedSum(row.value.signum()) }
            sums[key, default: 0] += value
        }
        return sums.filter { $0.value != 0 }.sorted(on: { $0.key })
            .map { ChartRow(key: $0.key, value: $0.value.value, isClamped: $0.value.isClamped) }
    }
}

extension Set<ChartRow.Dimension> {
    /// The dimensions from which these follow, and those of them that follow from nothing.
    package var stored: Set<ChartRow.Dimension> {
        var stored = intersection([.day, .product, .storefront, .offer, .store])
        if !isDisjoint(with: [.group, .period, .kind]) { stored.insert(.product) }
        if contains(.region) { stored.insert(.storefront) }
        return stored
    }
}
