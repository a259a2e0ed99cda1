// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The catalogues of all apps, read from the store and kept in memory for ten seconds.
final class CatalogueShelf: Sendable {
    private struct Loaded: Sendable {
        var catalogue: AppCatalogue
        /// What it was made of: as long as the same is stored it need not be made again.
        var source: [StoredRecord]
        var loadedAt: Date
    }

    /// How old the catalogue may be that an instance works by.
    static let lifetime: TimeInterval = 10

    private let store: any Store
    private let loaded = Mutex<[BundleID: Loaded]>([:])

    init(store: any Store) {
        self.store = store
    }

    /// An app's catalogue.
    func catalogue(of app: BundleID, now: Date) async throws -> AppCatalogue {
        let known = loaded.withLock { $0[app] }
        if let known {
            let age = now.timeIntervalSince(known.loadedAt)
            if age >= 0, age < Self.lifetime { return known.catalogue }
        }
        return try await load(app, known: known, now: now)
    }

    /// An app's catalog as it is stored now: what is remembered counts only when it has the stored version.
    func current(of app: BundleID, now: Date) async throws -> AppCatalogue {
        let known = loaded.withLock { $0[app] }
        let version = try await store.read { try $0.catalogVersion(of: app) }
        if let known, known.catalogue.version == version { return known.catalogue }
        return try await load(app, known: known, now: now)
    }

    private func load(_ app: BundleID, known: Loaded?, now: Date) async throws -> AppCatalogue {
        let fresh = try await store.read { reader in
            let source = try reader.catalogueRecords(of: app)
            let version = try reader.catalogVersion(of: app)
            if let known, known.source == source {
                var catalogue = known.catalogue
                catalogue.version = version
                return Loaded(catalogue: catalogue, source: source, loadedAt: now)
            }
            var catalogue = try AppCatalogue(app: app, records: source)
            catalogue.version = version
            return Loaded(catalogue: catalogue, source: source, loadedAt: now)
        }
        loaded.withLock { $0[app] = fresh }
        return fresh.catalogue
    }

    /// Makes the next look read the store.
    func forget(_ app: BundleID) {
        loaded.withLock { $0[app] = nil }
    }
}

/// One app's products, groups and rights.
struct AppCatalogue: Hashable, Sendable {
    var items: [ProductID: CatalogueItem]
    /// The stored version: each change of the app's catalog makes it one more.
    var version: Int64 = 0
    /// What the rules work with.
    let rules: Catalog
    /// The same, looked up once for the accounts of many customers.
    let indexed: IndexedCatalogs

    init(app: BundleID, items: [CatalogueItem], groups: [CatalogGroup] = [], entitlements: [CatalogEntitlement] = []) {
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
    var ordered: [CatalogueItem] { rules.products.compactMap { items[$0.id] } }

    subscript(_ id: ProductID) -> CatalogProduct? { items[id]?.product }
}

extension StoreReader {
    func catalogue(of app: BundleID) throws -> AppCatalogue {
        var catalogue = try AppCatalogue(app: app, records: try catalogueRecords(of: app))
        catalogue.version = try catalogVersion(of: app)
        return catalogue
    }

    /// The version of an app's catalog; what was read earlier is current while it has this one.
    func catalogVersion(of app: BundleID) throws -> Int64 {
        let record = try record(.catalogVersions, name: app.rawValue)
        return record.flatMap { Int64(String(decoding: $0.body, as: UTF8.self)) } ?? 0
    }

    fileprivate func catalogueRecords(of app: BundleID) throws -> [StoredRecord] {
        try [.products, .subscriptionGroups, .entitlements].flatMap { try records($0, owner: app.rawValue) }
    }
}

extension AppCatalogue {
    /// Reads what is stored of an app's catalogue.
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

extension StoreWriter {
    func put(_ item: CatalogueItem, of app: BundleID, now: Date) throws {
        try put(.products, item, named: item.product.id.rawValue, of: app, now: now)
    }

    func put(_ group: CatalogGroup, of app: BundleID, now: Date) throws {
        try put(.subscriptionGroups, group, named: group.id.rawValue, of: app, now: now)
    }

    func put(_ entitlement: CatalogEntitlement, of app: BundleID, now: Date) throws {
        try put(.entitlements, entitlement, named: entitlement.id.rawValue, of: app, now: now)
    }

    /// Notes that an app's catalog changed, so that no instance decides by what it remembers of it.
    func noteCatalogChange(of app: BundleID, now: Date) throws {
        let version = try catalogVersion(of: app) + 1
        try put(
            StoredRecord(
                collection: .catalogVersions,
                name: app.rawValue,
                updatedDate: now,
                body: Data(String(version).utf8)
            )
        )
    }

    private func put(
        _ collection: RecordCollection,
        _ value: some Encodable,
        named name: String,
        of app: BundleID,
        now: Date
    ) throws {
        let body = try ServiceJSON.encode(value)
        try put(
            StoredRecord(collection: collection, owner: app.rawValue, name: name, updatedDate: now, body: body)
        )
        try noteCatalogChange(of: app, now: now)
    }
}

extension RecordCollection {
    /// The versions of the apps' catalogs, by app.
    static let catalogVersions = RecordCollection(rawValue: "catalog-versions")
}
