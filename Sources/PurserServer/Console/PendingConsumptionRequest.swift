// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A question of Apple's that is not answered yet and still can be.
struct PendingConsumptionRequest: Hashable, Sendable {
    var job: ConsumptionTask
    /// `waiting`, or why it was not answered automatically.
    var outcome: String
    var lastError: String?

    /// Apple decides without an answer after so long.
    static let time: TimeInterval = 12 * 60 * 60
}

extension DatabaseReader {
    /// Apple's questions that wait: those in the queue, and those not answered automatically, as long as an answer
    /// counts.
    func waitingConsumption(in scope: AppScope, now: Date) throws -> [PendingConsumptionRequest] {
        var waiting = try jobs(of: ConsumptionTask.queue, limit: 1000).compactMap {
            stored -> PendingConsumptionRequest? in
            let job = try ServiceJSON.decode(ConsumptionTask.self, from: stored.job.body)
            guard job.scope == scope else { return nil }
            return PendingConsumptionRequest(job: job, outcome: "pending", lastError: stored.lastError)
        }
        let queued = Set(waiting.map(\.job.notification))
        // Nothing is kept before it was asked: what was kept before then was asked too long ago.
        let start = now.addingTimeInterval(-PendingConsumptionRequest.time)
        for record in try newestRecords(in: ConsumptionRecord.records[scope], since: start) {
            let answer = try record.value
            guard ["no-consent", "no-customer"].contains(answer.outcome),
                now.timeIntervalSince(answer.asked) < PendingConsumptionRequest.time,
                !queued.contains(record.name)
            else { continue }
            let job = ConsumptionTask(
                scope: scope,
                transaction: answer.transaction,
                notification: record.name,
                asked: answer.asked
            )
            waiting.append(PendingConsumptionRequest(job: job, outcome: answer.outcome))
        }
        return waiting.sorted { $0.job.asked < $1.job.asked }
    }
}
