// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The endpoints of all apps, read from the store and kept in memory for ten seconds.
final class WebhookEndpointCache: Sendable {
    private struct Loaded: Sendable {
        var endpoints: [WebhookEndpoint]
        var loadedAt: Date
    }

    private struct State: Sendable {
        var loaded: [BundleID: Loaded] = [:]
        /// How often the endpoints of an app changed: what was read before a change is not kept after it.
        var changes: [BundleID: Int] = [:]
    }

    private static let lifetime: TimeInterval = 10

    private let database: any Database
    private let state = Mutex(State())

    init(database: any Database) {
        self.database = database
    }

    func all(of app: BundleID, now: Date) async throws -> [WebhookEndpoint] {
        let (known, changes) = state.withLock { ($0.loaded[app], $0.changes[app]) }
        if let known {
            let age = now.timeIntervalSince(known.loadedAt)
            if age >= 0, age < Self.lifetime { return known.endpoints }
        }
        let endpoints = try await self.database.read { try $0.webhookEndpoints(of: app) }
        state.withLock { state in
            guard state.changes[app] == changes else { return }
            state.loaded[app] = Loaded(endpoints: endpoints, loadedAt: now)
        }
        return endpoints
    }

    /// Makes the next look read the store.
    func invalidate(_ app: BundleID) {
        state.withLock { state in
            state.loaded[app] = nil
            state.changes[app, default: 0] += 1
        }
    }
}

extension WebhookEndpoint {
    /// The endpoints of each app's backend.
    static let records = OwnedRecordStore<BundleID, String, WebhookEndpoint>("webhook-endpoints")
}

extension DatabaseReader {
    func webhookEndpoints(of app: BundleID) throws -> [WebhookEndpoint] {
        try values(in: WebhookEndpoint.records[app])
    }

    func webhookEndpoint(_ id: String, of app: BundleID) throws -> WebhookEndpoint? {
        try value(id, in: WebhookEndpoint.records[app])
    }
}

extension DatabaseWriter {
    func upsert(_ endpoint: WebhookEndpoint, now: Date) throws {
        try upsert(endpoint, as: endpoint.id, in: WebhookEndpoint.records[endpoint.app], now: now)
    }

    /// Writes an event and its way to each endpoint that wants it, unless it was enqueued before.
    ///
    /// - Returns: Whether it was not.
    @discardableResult
    func enqueueDeliveries(_ event: ServerEvent, endpoints: [WebhookEndpoint], now: Date) throws -> Bool {
        guard let number = try appendIfNew(event.stored()) else { return false }
        let wanting = endpoints.filter { $0.accepts(event) }.map(\.id)
        try enqueueDeliveries(number, of: event.customer, to: wanting, now: now)
        return true
    }
}
