// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import StoreKit

/// The products that were loaded, with the prices of the storefront that they were loaded in.
final class ProductCache<Item>: @unchecked Sendable {
    /// The most that are kept; then all are loaded again.
    static var limit: Int { 500 }

    // Everything below is touched only while the lock is held; the products themselves never change.
    private let lock = NSLock()
    private var products: [String: Item] = [:]
    private var clearings = 0

    /// A product, loaded when it is not here.
    func product(_ id: String, load: () async throws -> Item?) async throws -> Item? {
        let (known, turn) = lock.withLock { (products[id], clearings) }
        if let known { return known }
        guard let loaded = try await load() else { return nil }
        lock.withLock {
            // What was asked for in another storefront is for this call alone.
            guard clearings == turn else { return }
            if products.count >= Self.limit { products = [:] }
            products[id] = loaded
        }
        return loaded
    }

    /// The products of a list that are sold; those that are not here are loaded together.
    func products(_ ids: [String], load: ([String]) async throws -> [Item]) async throws -> [Item]
    where Item: Identifiable, Item.ID == String {
        let (known, turn) = lock.withLock { (products, clearings) }
        let unknown = Set(ids).subtracting(known.keys)
        let loaded = unknown.isEmpty ? [] : try await load(unknown.sorted())
        lock.withLock {
            guard clearings == turn else { return }
            if products.count + loaded.count > Self.limit { products = [:] }
            for product in loaded.prefix(Self.limit) { products[product.id] = product }
        }
        return ids.compactMap { known[$0] } + loaded
    }

    /// Begins to forget all prices whenever the customer is in another storefront.
    func observeStorefront() -> Task<Void, Never> {
        Task { [weak self] in
            var changes = Storefront.updates.makeAsyncIterator()
            // A change that came before anyone listened is not reported.
            repeat { self?.clear() } while await changes.next() != nil
        }
    }

    private func clear() {
        lock.withLock {
            products = [:]
            clearings += 1
        }
    }
}
