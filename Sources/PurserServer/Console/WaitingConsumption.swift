// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A question of Apple's that is not answered yet and still can be.
struct WaitingConsumption: Hashable, Sendable {
    var job: ConsumptionJob
    /// `waiting`, or why it was not answered by itself.
    var outcome: String
    var lastError: String?

    /// Apple decides without an answer after so long.
    static let time: TimeInterval = 12 * 60 * 60
}

extension StoreReader {
    /// Apple's questions that wait: those in the queue, and those not answered by themselves, as long as an answer counts.
    func waitingConsumption(in scope: AppScope, now: Date) throws -> [WaitingConsumption] {
        var waiting = try jobs(of: ConsumptionJob.queue, limit: 1000).compactMap { stored -> WaitingConsumption? in
            let job = try ServiceJSON.decode(ConsumptionJob.self, from: stored.job.body)
            guard job.scope == scope else { return nil }
            return WaitingConsumption(job: job, outcome: "waiting", lastError: stored.lastError)
        }
        let queued = Set(waiting.map(\.job.notification))
        // Nothing is kept before it was asked: what was kept before then was asked too long ago.
        let start = now.addingTimeInterval(-WaitingConsumption.time)
        for record in try newestRecords(.consumptionAnswers, owner: scope.description, since: start) {
            let answer: ConsumptionRecord = try ServiceJSON.decode(from: record.body)
            guard ["no-consent", "no-customer"].contains(answer.outcome),
                now.timeIntervalSince(answer.asked) < WaitingConsumption.time,
                let uuid = UUID(uuidString: record.name), !queued.contains(NotificationUUID(rawValue: uuid))
            else { continue }
            let job = ConsumptionJob(
                scope: scope,
                transaction: answer.transaction,
                notification: NotificationUUID(rawValue: uuid),
                asked: answer.asked
            )
            waiting.append(WaitingConsumption(job: job, outcome: answer.outcome))
        }
        return waiting.sorted { $0.job.asked < $1.job.asked }
    }
}
