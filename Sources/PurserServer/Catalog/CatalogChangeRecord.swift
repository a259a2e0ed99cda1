// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What one request changed in an app's catalog.
struct CatalogChangeRecord: Hashable, Sendable, Codable {
    var at: Date
    /// The changes of prices, and the others; of each at most ``maximumChanges``, and how many there were.
    var prices: [CatalogChange]
    var priceCount: Int
    var others: [CatalogChange]
    var otherCount: Int

    init(_ changes: [CatalogChange], at: Date) {
        self.at = at
        let (prices, others) = (changes.filter(\.isOfPrice), changes.filter { !$0.isOfPrice })
        (self.prices, priceCount) = (Array(prices.prefix(Self.maximumChanges)), prices.count)
        (self.others, otherCount) = (Array(others.prefix(Self.maximumChanges)), others.count)
    }

    /// How many changes of a request are stored; the first import of a catalog may have thousands.
    static let maximumChanges = 50
    /// How many requests an app has at most; the oldest ones are removed.
    static let maximumCount = 500

    /// The changes of each app's catalog, by the instant.
    static let records = OwnedRecordStore<BundleID, NumberedName, CatalogChangeRecord>("catalog-changes")
}

extension DatabaseWriter {
    /// Records what changed in an app's catalog; the catalog itself has only its present products.
    func record(_ changes: [CatalogChange], of app: BundleID, now: Date) throws {
        guard !changes.isEmpty else { return }
        let store = CatalogChangeRecord.records[app]
        // Two requests of one instant have different versions.
        let name = NumberedName(now.millisecondsSince1970, suffix: " \(try catalogVersion(of: app))")
        try upsert(CatalogChangeRecord(changes, at: now), as: name, in: store, now: now)
        try removeOldestRecords(in: store, beyond: CatalogChangeRecord.maximumCount)
    }

    /// Removes the records that were stored longest ago, so that a number of them is left.
    func removeOldestRecords<Name, Value>(in store: RecordStore<Name, Value>, beyond count: Int) throws {
        let known = try newestRecords(in: store, limit: count + 1).count
        if known > count { try removeOldestRecords(in: store, limit: known - count) }
    }
}
