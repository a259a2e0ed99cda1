// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// What the app must not forget: orders, paid purchases, snapshots of entitlements, and how late it was.
struct PurchaseStorage: Sendable {
    /// A snapshot as it came, and when that was by the device's clock.
    struct StoredSnapshot: Hashable, Sendable, Codable {
        var document: String
        var received: Date
    }

    /// The most orders that are kept; the oldest is forgotten, since the server knows orders by their token too.
    static let orderLimit = 200

    /// The most paid purchases that are kept; with so many open, nothing more is bought.
    static let pendingLimit = 500

    /// The most customers whose snapshots are kept.
    static let snapshotLimit = 16

    private let chosen: LazyValue<any PurserStorage>

    /// - Parameter storage: Gives the storage when it is first needed.
    init(_ storage: @escaping @Sendable () -> any PurserStorage) { chosen = LazyValue(storage) }

    var storage: any PurserStorage { chosen.value }

    // Orders

    func orders() async throws -> [OpenOrder] {
        try await all(OpenOrder.self, "order.").sorted { $0.created < $1.created }
    }

    func save(_ order: OpenOrder) async throws {
        for old in try await orders().dropLast(Self.orderLimit - 1) { try await remove(old) }
        try await write(order, "order." + order.id)
    }

    func remove(_ order: OpenOrder) async throws { try await storage.remove("order." + order.id) }

    func remove(order: String) async throws { try await storage.remove("order." + order) }

    // Paid purchases

    func pending() async throws -> [PendingPurchase] {
        try await all(PendingPurchase.self, "paid.").sorted { $0.date < $1.date }
    }

    func pending(_ transaction: String) async throws -> PendingPurchase? {
        try await read(PendingPurchase.self, "paid." + transaction)
    }

    func save(_ purchase: PendingPurchase) async throws { try await write(purchase, "paid." + purchase.transaction) }

    func remove(_ purchase: PendingPurchase) async throws {
        try await storage.remove("paid." + purchase.transaction)
    }

    // Entitlements

    func snapshots() async throws -> [String: StoredSnapshot] {
        try await read([String: StoredSnapshot].self, "snapshots") ?? [:]
    }

    func save(_ snapshot: StoredSnapshot?, of customer: String) async throws {
        var all = try await snapshots()
        all[customer] = snapshot
        while all.count > Self.snapshotLimit,
            let oldest = all.filter({ $0.key != customer }).min(by: { $0.value.received < $1.value.received })
        {
            all[oldest.key] = nil
        }
        try await write(all, "snapshots")
    }

    func snapshotKeys() async throws -> Data? { try await storage.read("snapshot-keys") }

    func saveSnapshotKeys(_ keys: Data) async throws { try await storage.write(keys, as: "snapshot-keys") }

    // The customers without an account

    /// The identities of this device.
    ///
    /// - Throws: Also when the record is of another form: a new secret in its place would lose what was paid with it.
    func identities() async throws -> AnonymousIdentities {
        guard let data = try await storage.read("identities") else { return AnonymousIdentities() }
        return try ServerJSON.decoder.decode([AnonymousIdentities].self, from: data).first ?? AnonymousIdentities()
    }

    func save(_ identities: AnonymousIdentities) async throws { try await write(identities, "identities") }

    // The latest instant that is known to have passed, and the store's environment

    func lastSeen() async throws -> Date? { try await read(Date.self, "last-seen") }

    func saveLastSeen(_ instant: Date) async throws { try await write(instant, "last-seen") }

    /// Where the last purchase came from that was verified in a build of an environment.
    ///
    /// What a tester's build left says nothing of the App Store's build that takes its place.
    func environment(ofBuild build: String) async throws -> String? {
        guard let stored = try await read([String].self, "environment"), stored.count == 2, stored[1] == build else {
            return nil
        }
        return stored[0]
    }

    func save(environment: String, ofBuild build: String) async throws {
        try await write([environment, build], "environment")
    }

    // Records

    private func all<Value: Decodable>(_ type: Value.Type, _ prefix: String) async throws -> [Value] {
        var found: [Value] = []
        for name in try await storage.names() where name.hasPrefix(prefix) {
            if let value = try await read(type, name) { found.append(value) }
        }
        return found
    }

    /// A record; one that cannot be read is from another version and is passed over, never removed.
    private func read<Value: Decodable>(_ type: Value.Type, _ name: String) async throws -> Value? {
        guard let data = try await storage.read(name) else { return nil }
        return try? ServerJSON.decoder.decode([Value].self, from: data).first
    }

    private func write(_ value: some Encodable, _ name: String) async throws {
        try await storage.write(try ServerJSON.encoder.encode([value]), as: name)
    }
}
