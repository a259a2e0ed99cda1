// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Asks Apple about refunds that only unsigned notifications report.
struct RefundQuestionFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let leases: LeasedJobs
    let log: @Sendable (ServiceLogEntry) -> Void
    let refundRecovery: RefundRecovery
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "refund questions", interval: .seconds(5)) { [self] in
                try await processRefundQuestions()
            }
        ]
    }

    /// Asks Apple about the refunds that version 1 notifications report, at once; what Apple does not answer is asked
    /// again.
    ///
    /// - Throws: `DatabaseError`.
    func processRefundQuestions() async throws {
        try await leases.forEachLeasedJob(of: RefundQuestion.queue) { try await answer($0, owner: $1) }
    }

    private func answer(_ job: QueuedTask, owner: String) async throws {
        let question = try ServiceJSON.decode(RefundQuestion.self, from: job.job.body)
        guard let app = apps[question.scope.bundleID] else {
            try await database.write { _ = try $0.complete(job, owner: owner) }
            let message =
                "the refund of \(question.lineage) in \(question.scope) is not confirmed: the configuration no longer has the app"
            return log(ServiceLogEntry(kind: .warning, message: message))
        }
        do {
            if try await !isAnswered(question, app: app) {
                var report = RecoveryReport(kind: "", environment: question.scope.environment, until: clock())
                try await refundRecovery.processRefunds(of: question.lineage, question.scope, app: app, &report)
            }
            try await database.write { _ = try $0.complete(job, owner: owner) }
        } catch let error as ServiceProblem {
            try await reschedule(job, question, error, app: app, owner: owner)
        } catch {
            guard !Task.isCancelled else { throw error }
            try await reschedule(job, question, ServiceProblem(.internalError, "\(error)"), app: app, owner: owner)
        }
    }

    /// Whether a signed document has shown by now that Apple took the purchase back at, or after, the date that is
    /// said.
    private func isAnswered(_ question: RefundQuestion, app: AppConfiguration) async throws -> Bool {
        let policy = app.policy
        return try await database.read { reader in
            let key = LineageKey(scope: question.scope, lineage: question.lineage)
            let records = try reader.purchase(key, policy: policy).after.transactions
            return records.contains { record in
                guard let date = record.transaction.revocation?.date else { return false }
                return question.canceled.map { date >= $0.addingTimeInterval(-1) } ?? true
            }
        }
    }

    /// Reschedules the question; without a key, an event says what to do.
    private func reschedule(
        _ job: QueuedTask,
        _ question: RefundQuestion,
        _ problem: ServiceProblem,
        app: AppConfiguration,
        owner: String
    ) async throws {
        let now = clock()
        let isOver = now.timeIntervalSince(question.asked) >= RefundQuestion.lifetime
        let next = now.addingTimeInterval(RefundQuestion.wait(after: job.attempts))
        let context = try await pipeline.context(app: app, now: now)
        try await database.write { writer in
            if problem.code == .notConfigured {
                let owner = try writer.claim(on: question.lineage, in: question.scope)?.customer
                try writer.enqueueDeliveries(question.event(owner: owner), endpoints: context.endpoints, now: now)
            }
            if isOver {
                _ = try writer.complete(job, owner: owner)
            } else {
                _ = try writer.postpone(job, owner: owner, until: next, error: problem.message)
            }
        }
        let outcome = isOver ? "It is not asked about any more." : "It is asked about again."
        let message =
            "the refund of \(question.lineage) in \(question.scope), which a version 1 notification reports, is not confirmed: "
            + "\(problem.message) \(outcome)"
        log(ServiceLogEntry(kind: isOver ? .error : .warning, message: message))
    }
}
