// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Gives up orders whose time is over.
struct OrderExpiry: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "orders", interval: .seconds(60)) { [self] in try await expireOrders() }]
    }

    /// Gives up orders whose time is over; a payment that comes later still counts.
    func expireOrders() async throws {
        let now = clock()
        var last: Order?
        while !Task.isCancelled {
            let after = last
            let page = try await database.read { try $0.openOrders(after: after, limit: 500) }
            for order in page where order.state == .created {
                guard let end = order.expiresDate, end <= now, let app = apps[order.scope.bundleID] else { continue }
                try await expire(order.id, app: app, now: now)
            }
            guard page.count == 500 else { return }
            last = page.last
        }
    }

    private func expire(_ id: OrderID, app: AppConfiguration, now: Date) async throws {
        let context = try await pipeline.context(app: app, now: now)
        try await database.write { writer in
            guard let order = try writer.order(id) else { return }
            try FulfillmentSession(writer: writer, context: context).change(order, .expire, by: "time")
        }
    }
}
