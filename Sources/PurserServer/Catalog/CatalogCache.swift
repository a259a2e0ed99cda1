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
        /// What it was made of: as long as the same is stored it need not be made again.
        var source: [StoredRecord]
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
        let known = loaded.withLock { $0[app] }
        if let known {
            let age = now.timeIntervalSince(known.loadedAt)
            if age >= 0, age < Self.lifetime { return known.catalog }
        }
        return try await load(app, known: known, now: now)
    }

    /// An app's catalog as it is stored now: what is remembered counts only when it has the stored version.
    func current(of app: BundleID, now: Date) async throws -> AppCatalog {
        let known = loaded.withLock { $0[app] }
        let version = try await self.database.read { try $0.catalogVersion(of: app) }
        if let known, known.catalog.version == version { return known.catalog }
        return try await load(app, known: known, now: now)
    }

    private func load(_ app: BundleID, known: Loaded?, now: Date) async throws -> AppCatalog {
        let fresh = try await self.database.read { reader in
            let source = try reader.catalogRecords(of: app)
            let version = try reader.catalogVersion(of: app)
            if let known, known.source == source {
                var catalog = known.catalog
                catalog.version = version
                return Loaded(catalog: catalog, source: source, loadedAt: now)
            }
            var catalog = try AppCatalog(app: app, records: source)
            catalog.version = version
            return Loaded(catalog: catalog, source: source, loadedAt: now)
        }
        loaded.withLock { $0[app] = fresh }
        return fresh.catalog
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

extension DatabaseReader {
    func catalog(of app: BundleID) throws -> AppCatalog {
        var catalog = try AppCatalog(app: app, records: try catalogRecords(of: app))
        catalog.version = try catalogVersion(of: app)
        return catalog
    }

    /// The version of an app's catalog; what was read earlier is current while it has this one.
    func catalogVersion(of app: BundleID) throws -> Int64 {
        let record = try record(.catalogVersions, name: app.rawValue)
        return record.flatMap { Int64(String(decoding: $0.body, as: UTF8.self)) } ?? 0
    }

    fileprivate func catalogRecords(of app: BundleID) throws -> [StoredRecord] {
        try [.products, .subscriptionGroups, .entitlements].flatMap { try records($0, owner: app.rawValue) }
    }
}

extension AppCatalog {
    /// Reads what is stored of an app's catalog.
    fileprivate init(app: BundleID, records: [StoredRecord]) throws {
        func all<Value: Decodable>(_ collection: RecordCollection) throws -> [Value] {
            try records.filter { $0.collection == collection }.map { try ServiceJSON.decode(from: $0.body) }
        }
        self.init(
            app: app,
            items: try all(.products),
            groups: try all(.subscriptionGroups),
            entitlements: try all(.entitlements)
        )
    }
}

extension DatabaseWriter {
    func upsert(_ item: StoredCatalogProduct, of app: BundleID, now: Date) throws {
        let name = item.product.id.rawValue
        let stored = try record(.products, owner: app.rawValue, name: name)
            .map { try ServiceJSON.decode(StoredCatalogProduct.self, from: $0.body) }
        let change = ProductChange(item.product)
        if stored.map({ ProductChange($0.product) }) != change { try record(change, of: app, now: now) }
        try upsert(.products, item, named: name, of: app, now: now)
    }

    /// Removes a product from an app's catalog.
    ///
    /// - Returns: Whether it was there.
    func removeProduct(_ product: ProductID, of app: BundleID, now: Date) throws -> Bool {
        guard try removeRecord(.products, owner: app.rawValue, name: product.rawValue) else { return false }
        try record(ProductChange(product: product, type: nil), of: app, now: now)
        try recordCatalogChange(of: app, now: now)
        return true
    }

    /// Records what deliveries of a product give from now on.
    private func record(_ change: ProductChange, of app: BundleID, now: Date) throws {
        try record(.product(change), in: .rules(of: app), by: "catalog", now: now)
    }

    func upsert(_ group: CatalogGroup, of app: BundleID, now: Date) throws {
        try upsert(.subscriptionGroups, group, named: group.id.rawValue, of: app, now: now)
    }

    func upsert(_ entitlement: CatalogEntitlement, of app: BundleID, now: Date) throws {
        try upsert(.entitlements, entitlement, named: entitlement.id.rawValue, of: app, now: now)
    }

    /// Notes that an app's catalog changed, so that no instance decides by what it remembers of it.
    func recordCatalogChange(of app: BundleID, now: Date) throws {
        let version = try catalogVersion(of: app) + 1
        try upsert(
            StoredRecord(
                collection: .catalogVersions,
                name: app.rawValue,
                updatedDate: now,
                body: Data(String(version).utf8)
            )
        )
    }

    private func upsert(
        _ collection: RecordCollection,
        _ value: some Encodable,
        named name: String,
        of app: BundleID,
        now: Date
    ) throws {
        let body = try ServiceJSON.encode(value)
        try upsert(
            StoredRecord(collection: collection, owner: app.rawValue, name: name, updatedDate: now, body: body)
        )
        try recordCatalogChange(of: app, now: now)
    }
}

extension RecordCollection {
    /// The versions of the apps' catalogs, by app.
    static let catalogVersions = RecordCollection(rawValue: "catalog-versions")
}

extension AppScope {
    /// Where an app's rules are recorded: they hold in all of its environments.
    static func rules(of app: BundleID) -> AppScope { AppScope(bundleID: app, environment: .production) }
}
