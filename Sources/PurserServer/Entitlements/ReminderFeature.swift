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
    let desk: IntakeDesk
    let store: any Store

    var chores: [Chore] {
        [Chore(name: "reminders", interval: .seconds(30)) { [self] in try await followReminders() }]
    }

    /// Sends the reminders that are due: about service that ends, and about renewals.
    func followReminders() async throws {
        while !Task.isCancelled {
            let now = clock()
            let due = try await store.read { try $0.dueReminders(asOf: now, limit: 200) }
            for (scope, customer) in due {
                guard let app = apps[scope.bundleID] else {
                    try await store.write { try $0.forgetReminders(of: customer, in: scope) }
                    continue
                }
                let context = try await desk.context(app: app, now: now)
                try await store.write { writer in
                    try FulfillmentSession(writer: writer, context: context)
                        .updateEntitlements(of: [customer], in: scope, .recheck())
                }
            }
            guard due.count == 200 else { return }
        }
    }
}
