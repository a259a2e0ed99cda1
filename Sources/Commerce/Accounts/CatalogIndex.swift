// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// Catalogs whose entitlements and plans were looked up once, for the accounts of many customers.
package struct IndexedCatalogs: Hashable, Sendable {
    /// What the apps sell.
    package let catalogs: [Catalog]

    let index: CatalogIndex

    /// Looks everything up.
    package init(_ catalogs: [Catalog]) {
        self.catalogs = catalogs
        index = CatalogIndex(catalogs)
    }

    /// The index follows from the catalogs.
    package static func == (left: Self, right: Self) -> Bool { left.catalogs == right.catalogs }

    /// Hashes the catalogs.
    package func hash(into hasher: inout Hasher) { hasher.combine(catalogs) }
}

/// The entitlements and plans of every product, looked up once.
struct CatalogIndex: Sendable {
    private struct Entry: Sendable {
        var entitlements: Set<EntitlementID>
        var plan: PlanID?
        var product: CatalogProduct
    }

    private var entries: [BundleID: [ProductID: Entry]] = [:]

    init(_ catalogs: [Catalog]) {
        for catalog in catalogs {
            // Looked up group by group: one product at a time would look at every other product.
            let groups = Dictionary(grouping: catalog.products, by: \.groupID)
            var seen: Set<ProductID> = []
            for product in catalog.products where seen.insert(product.id).inserted {
                let entitlements = catalog.entitlements(of: product, among: groups[product.groupID] ?? [])
                entries[catalog.bundleID, default: [:]][product.id] = Entry(
                    entitlements: Set(entitlements),
                    plan: catalog.plan(of: product, giving: entitlements),
                    product: product
                )
            }
        }
    }

    func product(_ id: ProductID, in scope: AppScope) -> CatalogProduct? {
        entries[scope.bundleID]?[id]?.product
    }

    /// The products of one plan, in the order of their identifiers.
    func products(of plan: PlanID, in scope: AppScope) -> [CatalogProduct] {
        (entries[scope.bundleID] ?? [:]).values.filter { $0.plan == plan }.map(\.product).sorted(on: \.id)
    }

    func gives(_ id: ProductID, _ entitlement: EntitlementID, in scope: AppScope) -> Bool {
        entries[scope.bundleID]?[id]?.entitlements.contains(entitlement) ?? false
    }

    func entitlements(_ id: ProductID, in scope: AppScope) -> Set<EntitlementID> {
        entries[scope.bundleID]?[id]?.entitlements ?? []
    }

    /// Whether access can follow from a product: an entitlement, service time, or a plan that may be converted.
    func givesAccess(_ id: ProductID, in scope: AppScope) -> Bool {
        guard let entry = entries[scope.bundleID]?[id] else { return false }
        // What gives an entitlement has a plan.
        return entry.product.serviceDuration != nil || entry.plan != nil
    }

    func plan(_ id: ProductID, in scope: AppScope) -> PlanID? {
        entries[scope.bundleID]?[id]?.plan
    }
}
