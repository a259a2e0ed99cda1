// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The catalogs of all apps, read from the store and kept in memory for ten seconds.
final class CatalogCache: Sendable {
    private struct Loaded: Sendable {
        var catalog: AppCatalog
        var loadedAt: Date
    }

    /// How old the catalog may be that an instance works by.
    static let lifetime: TimeInterval = 10

    private let database: any Database
    private let loaded = Mutex<[BundleID: Loaded]>([:])

    init(database: any Database) {
        self.database = database
    }

    /// An app's catalog.
    func catalog(of app: BundleID, now: Date) async throws -> AppCatalog {
        if let known = loaded.withLock({ $0[app] }) {
            let age = now.timeIntervalSince(known.loadedAt)
            if age >= 0, age < Self.lifetime { return known.catalog }
        }
        return try await current(of: app, now: now)
    }

    /// An app's catalog as it is stored now: what is remembered counts only when it has the stored version.
    func current(of app: BundleID, now: Date) async throws -> AppCatalog {
        let known = loaded.withLock { $0[app]?.catalog }
        let catalog = try await database.read { reader in
            guard let known, try known.version == reader.catalogVersion(of: app) else {
                return try reader.catalog(of: app)
            }
            return known
        }
        loaded.withLock { $0[app] = Loaded(catalog: catalog, loadedAt: now) }
        return catalog
    }

    /// Makes the next look read the store.
    func invalidate(_ app: BundleID) {
        loaded.withLock { $0[app] = nil }
    }
}

/// One app's products, groups and entitlements.
struct AppCatalog: Hashable, Sendable {
    var items: [ProductID: StoredCatalogProduct]
    /// The stored version: each change of the app's catalog makes it one more.
    var version: Int64 = 0
    /// What the rules work with.
    let rules: Catalog
    /// The same, looked up once for the accounts of many customers.
    let indexed: IndexedCatalogs

    init(
        app: BundleID,
        items: [StoredCatalogProduct],
        groups: [CatalogGroup] = [],
        entitlements: [CatalogEntitlement] = []
    ) {
        let ordered = items.sorted {
            ($0.promotionOrder ?? .max, $0.product.id.rawValue) < ($1.promotionOrder ?? .max, $1.product.id.rawValue)
        }
        self.items = Dictionary(ordered.map { ($0.product.id, $0) }, uniquingKeysWith: { first, _ in first })
        rules = Catalog(
            bundleID: app,
            products: ordered.map(\.product),
            groups: groups,
            entitlements: entitlements
        )
        indexed = IndexedCatalogs([rules])
    }

    /// The items in the order in which they are promoted, then by identifier.
    var ordered: [StoredCatalogProduct] { rules.products.compactMap { items[$0.id] } }

    subscript(_ id: ProductID) -> CatalogProduct? { items[id]?.product }
}

extension AppCatalog {
    fileprivate static let products = OwnedRecordStore<BundleID, ProductID, StoredCatalogProduct>("products")
    fileprivate static let groups = OwnedRecordStore<BundleID, SubscriptionGroupID, CatalogGroup>("subscription-groups")
    fileprivate static let entitlements = OwnedRecordStore<BundleID, EntitlementID, CatalogEntitlement>("entitlements")
    fileprivate static let versions = RecordStore<BundleID, Int64>("catalog-versions")
}

extension DatabaseReader {
    func catalog(of app: BundleID) throws -> AppCatalog {
        var catalog = AppCatalog(
            app: app,
            items: try values(in: AppCatalog.products[app]),
            groups: try values(in: AppCatalog.groups[app]),
            entitlements: try values(in: AppCatalog.entitlements[app])
        )
        catalog.version = try catalogVersion(of: app)
        return catalog
    }

    /// The version of an app's catalog; what was read earlier is current while it has this one.
    func catalogVersion(of app: BundleID) throws -> Int64 { try value(app, in: AppCatalog.versions) ?? 0 }
}

extension DatabaseWriter {
    /// Stores a product in an app's catalog.
    ///
    /// - Returns: How it differs from the one before.
    @discardableResult
    func upsert(_ item: StoredCatalogProduct, of app: BundleID, now: Date) throws -> [CatalogChange] {
        let stored = try value(item.product.id, in: AppCatalog.products[app])
        let change = ProductChange(item.product)
        if stored.map({ ProductChange($0.product) }) != change { try record(change, of: app, now: now) }
        try upsert(item, as: item.product.id, in: AppCatalog.products[app], now: now)
        try recordCatalogChange(of: app, now: now)
        return CatalogChange.changes(from: stored?.product, to: item.product)
    }

    /// Removes a product from an app's catalog.
    ///
    /// - Returns: Whether it was there.
    func removeProduct(_ product: ProductID, of app: BundleID, now: Date) throws -> Bool {
        guard try removeRecord(product, in: AppCatalog.products[app]) else { return false }
        try record(ProductChange(product: product, type: nil), of: app, now: now)
        try recordCatalogChange(of: app, now: now)
        try record([.removed(product: product)], of: app, now: now)
        return true
    }

    /// Records what deliveries of a product give from now on.
    private func record(_ change: ProductChange, of app: BundleID, now: Date) throws {
        try record(.product(change), in: .rules(of: app), by: "catalog", now: now)
    }

    func upsert(_ group: CatalogGroup, of app: BundleID, now: Date) throws {
        try upsert(group, as: group.id, in: AppCatalog.groups[app], now: now)
        try recordCatalogChange(of: app, now: now)
    }

    func upsert(_ entitlement: CatalogEntitlement, of app: BundleID, now: Date) throws {
        try upsert(entitlement, as: entitlement.id, in: AppCatalog.entitlements[app], now: now)
        try recordCatalogChange(of: app, now: now)
    }

    /// Notes that an app's catalog changed, so that no instance decides by what it remembers of it.
    func recordCatalogChange(of app: BundleID, now: Date) throws {
        try upsert(try catalogVersion(of: app) + 1, as: app, in: AppCatalog.versions, now: now)
    }
}

extension AppScope {
    /// Where an app's rules are recorded: they hold in all of its environments.
    static func rules(of app: BundleID) -> AppScope { AppScope(bundleID: app, environment: .production) }
}
