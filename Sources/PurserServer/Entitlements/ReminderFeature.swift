// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Sends reminders before service ends or a subscription renews.
struct ReminderFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "reminders", interval: .seconds(30)) { [self] in try await sendReminders() }]
    }

    /// Sends the reminders that are due: about service that ends, and about renewals.
    func sendReminders() async throws {
        while !Task.isCancelled {
            let now = clock()
            let due = try await database.read { try $0.dueReminders(asOf: now, limit: 200) }
            for (scope, customer) in due {
                guard let app = apps[scope.bundleID] else {
                    try await database.write { try $0.removeReminders(of: customer, in: scope) }
                    continue
                }
                let context = try await pipeline.context(app: app, now: now)
                try await database.write { writer in
                    try FulfillmentSession(writer: writer, context: context)
                        .updateEntitlements(of: [customer], in: scope, .recheck())
                }
            }
            guard due.count == 200 else { return }
        }
    }
}
