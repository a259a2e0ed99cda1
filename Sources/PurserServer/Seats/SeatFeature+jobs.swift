// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension SeatFeature {
    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "seat claims", interval: .seconds(5)) { [self] in try await sendClaims() },
            BackgroundJob(name: "seat checks", interval: .seconds(60)) { [self] in try await checkClaims() },
        ]
    }

    /// How long after a comparison the next one is due, in seconds: a day.
    private static let checkInterval: TimeInterval = 86_400

    /// How long to wait before Apple is asked again after so many attempts, in seconds.
    private static func wait(after attempts: Int) -> TimeInterval {
        min(30 * TimeInterval(1 << min(max(attempts - 1, 0), 7)), 3600)
    }

    /// Sends the claims and releases that Apple has not answered.
    ///
    /// - Throws: `DatabaseError`.
    func sendClaims() async throws {
        try await leases.forEachLeasedJob(of: SeatTask.claims) { job, owner in
            try await perform(job, owner) { key, app in
                // What is left is sent at once, in another round.
                try await claims.send(key, app: app) ? .done : .again(after: 0)
            }
        }
    }

    /// Compares the claims of group subscriptions with Apple's lists.
    ///
    /// - Throws: `DatabaseError`.
    func checkClaims() async throws {
        try await leases.forEachLeasedJob(of: SeatTask.checks) { job, owner in
            try await perform(job, owner) { key, app in
                try await claims.reconcile(key, app: app) ? .again(after: Self.checkInterval) : .done
            }
        }
    }

    private enum Progress {
        case done
        case again(after: TimeInterval)
    }

    private func perform(
        _ job: QueuedTask,
        _ owner: String,
        _ work: (LineageKey, AppConfiguration) async throws -> Progress
    ) async throws {
        let task = try ServiceJSON.decode(SeatTask.self, from: job.job.body)
        guard let app = apps[task.scope.bundleID] else {
            try await recorder.database.write { _ = try $0.complete(job, owner: owner) }
            let message =
                "the seats of \(task.lineage) are left: the configuration no longer has \(task.scope.bundleID)"
            return log(ServiceLogEntry(kind: .warning, message: message))
        }
        do {
            switch try await work(task.key, app) {
            case .done: try await recorder.database.write { _ = try $0.complete(job, owner: owner) }
            case .again(let wait): try await postpone(job, owner, wait, error: nil)
            }
        } catch let problem as ServiceProblem {
            let message = "the seats of \(task.lineage) wait for Apple: \(problem.message)"
            log(ServiceLogEntry(kind: .warning, message: message))
            try await postpone(job, owner, Self.wait(after: job.attempts), error: problem.message)
        }
    }

    private func postpone(_ job: QueuedTask, _ owner: String, _ wait: TimeInterval, error: String?) async throws {
        let date = clock().addingTimeInterval(wait)
        try await recorder.database.write { _ = try $0.postpone(job, owner: owner, until: date, error: error) }
    }
}
