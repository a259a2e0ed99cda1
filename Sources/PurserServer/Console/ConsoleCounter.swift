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
    static let maximum = 100

    var undelivered = 0
    var consumption = 0
    var webhooks = 0
    /// The pending deliveries to endpoints.
    var pending = 0
}

/// Counts what needs a look.
struct ConsoleCounter: Sendable {
    let clock: @Sendable () -> Date
    let endpoints: WebhookEndpointCache
    let database: any Database

    func counts(in scope: AppScope) async throws -> ConsoleCounts {
        let endpoints = try await self.endpoints.all(of: scope.bundleID, now: clock())
        let now = clock()
        return try await database.read { reader in
            var counts = ConsoleCounts()
            counts.undelivered =
                try reader.undeliveredOrders(in: scope, limit: ConsoleCounts.maximum + 1).count
                + reader.records(in: UnclaimedPurchase.records[scope], limit: ConsoleCounts.maximum + 1).count
            counts.consumption = try reader.waitingConsumption(in: scope, now: now).count
            for endpoint in endpoints {
                counts.webhooks +=
                    try reader.webhookDeliveries(of: endpoint.id, state: .failed, limit: ConsoleCounts.maximum + 1)
                    .count
                counts.pending +=
                    try reader.webhookDeliveries(of: endpoint.id, state: .pending, limit: ConsoleCounts.maximum + 1)
                    .count
            }
            return counts
        }
    }
}
