// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A question of Apple's that waits for its answer.
struct ConsumptionTask: Hashable, Sendable, Codable {
    var scope: AppScope
    var transaction: TransactionID
    var notification: NotificationUUID
    var asked: Date
    /// What a person chose to prefer; the app's setting when absent, nothing when empty.
    var preference: String?

    static let queue = "consumption"
}

extension DatabaseWriter {
    /// Enqueues Apple's request for consumption information about a purchase.
    func enqueue(_ notification: ServerNotification, in scope: AppScope, asked: Date, now: Date) throws {
        guard let transaction = notification.transactionID else { return }
        let job = ConsumptionTask(
            scope: scope,
            transaction: transaction,
            notification: notification.id,
            asked: asked
        )
        try enqueue(
            NewTask(
                queue: ConsumptionTask.queue,
                uniqueKey: notification.id.description,
                dueDate: now,
                body: try ServiceJSON.encode(job)
            )
        )
    }
}
