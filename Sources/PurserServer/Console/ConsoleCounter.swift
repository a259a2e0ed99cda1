// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// How much needs a look; each is counted up to a bound, so that counting is quick however much there is.
struct ConsoleCounts: Hashable, Sendable, Codable {
    static let maximum = 10_000

    var undelivered = 0
    var consumption = 0
    var webhooks = 0
    /// The pending deliveries to endpoints.
    var pending = 0

    /// By the places of the navigation that show them.
    var byPlace: [Page.NavigationItem: Int] {
        [.undelivered: undelivered, .consumption: consumption, .webhooks: webhooks]
    }
}

/// Counts what needs a look.
struct ConsoleCounter: Sendable {
    let clock: @Sendable () -> Date
    let endpoints: WebhookEndpointCache
    let database: any Database

    func counts(in scope: AppScope) async throws -> ConsoleCounts {
        let now = clock()
        let endpoints = try await self.endpoints.all(of: scope.bundleID, now: now)
        return try await database.read { reader in
            let limit = ConsoleCounts.maximum
            var counts = ConsoleCounts()
            counts.undelivered =
                try reader.undeliveredOrderCount(in: scope, upTo: limit)
                + reader.recordCount(in: UnclaimedPurchase.records[scope], upTo: limit)
            counts.consumption = try reader.waitingConsumption(in: scope, now: now).count
            for endpoint in endpoints {
                counts.webhooks += try reader.webhookDeliveryCount(of: endpoint.id, state: .failed, upTo: limit)
                counts.pending += try reader.webhookDeliveryCount(of: endpoint.id, state: .pending, upTo: limit)
            }
            return counts
        }
    }
}
