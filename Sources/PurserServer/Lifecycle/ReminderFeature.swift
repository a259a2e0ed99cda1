// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Persistence

/// Sends reminders before service ends or a subscription renews.
struct ReminderFeature: Sendable {
    let dueCustomers: DueCustomers

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "reminders", interval: .seconds(30)) { [self] in try await sendReminders() }]
    }

    /// Sends the reminders that are due: about service that ends, and about renewals.
    func sendReminders() async throws {
        try await dueCustomers.recompute { reader, now, limit in
            try reader.dueReminders(asOf: now, limit: limit)
        } remove: { writer, scope, customer in
            try writer.removeReminders(of: customer, in: scope)
        }
    }
}
