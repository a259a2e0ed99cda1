// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A question to Apple about a refund that an unsigned notification reports.
///
/// A version 1 notification proves nothing, and the signed one beside it may be lost: Apple is asked about the purchase itself.
struct RefundQuestion: Hashable, Sendable, Codable {
    var scope: AppScope
    /// The purchase that the notification names.
    var lineage: OriginalTransactionID
    /// The notification's type, such as `REFUND`.
    var type: NotificationType
    /// When the refund is said to have been granted; absent when the notification does not say it.
    var canceled: Date?
    /// When the notification came.
    var asked: Date

    /// The jobs that hold them.
    static let queue = "refund-questions"

    /// The types that report that Apple took a purchase back.
    private static let types: Set<NotificationType> = [.refund, .revoke, .cancel]

    /// About how many purchases of one notification Apple is asked at most: each answer covers all refunds of the customer.
    private static let most = 20

    /// The questions that a notification gives rise to: about the purchases that it says were canceled, or else the one it names.
    static func questions(about notification: NotificationV1, in scope: AppScope, now: Date) -> [RefundQuestion] {
        let type = NotificationType(rawValue: notification.notificationType.rawValue)
        guard types.contains(type) else { return [] }
        let listed =
            [notification.latestReceiptInfo, notification.latestExpiredReceiptInfo].compactMap(\.self)
            + (notification.unifiedReceipt?.latestReceiptInfo ?? [])
        let named = notification.originalTransactionId ?? listed.first?.originalTransactionId
        var seen: Set<OriginalTransactionID> = []
        var questions: [RefundQuestion] = []
        func ask(_ lineage: OriginalTransactionID?, _ canceled: Date?) {
            guard let lineage, !lineage.rawValue.isEmpty, lineage.rawValue.utf8.count <= 200,
                questions.count < most, seen.insert(lineage).inserted
            else { return }
            questions.append(
                RefundQuestion(scope: scope, lineage: lineage, type: type, canceled: canceled, asked: now)
            )
        }
        let date = listed.first { $0.originalTransactionId == named }?.cancellationDate
        ask(named, date ?? notification.cancellationDate)
        for entry in listed where entry.cancellationDate != nil {
            ask(entry.originalTransactionId, entry.cancellationDate)
        }
        return questions
    }

    /// How long to wait before Apple is asked again after so many attempts, in seconds.
    static func wait(after attempts: Int) -> TimeInterval {
        min(30 * TimeInterval(1 << min(max(attempts - 1, 0), 7)), 3600)
    }

    /// How long Purser asks, in seconds: Apple refunds within 60 days.
    static let lifetime: TimeInterval = 60 * 86_400
}

extension NotificationType {
    /// Apple Support canceled a subscription and refunded it; version 1 only.
    fileprivate static let cancel = NotificationType(rawValue: "CANCEL")
}

extension IntakeWork {
    /// Schedules the questions that came with a notification, once: a repeated notification asks nothing again.
    func schedule(_ questions: [RefundQuestion]) throws {
        for question in questions {
            try writer.enqueue(
                NewJob(
                    queue: RefundQuestion.queue,
                    uniqueKey: "\(question.scope) \(question.lineage)",
                    dueDate: now,
                    body: try ServiceJSON.encode(question)
                )
            )
        }
    }
}

/// Asks Apple about refunds that nobody signed for.
struct RefundQuestionFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let desk: IntakeDesk
    let leases: LeasedJobs
    let log: @Sendable (ServiceLogEntry) -> Void
    let refundRecovery: RefundRecovery
    let store: any Store

    var chores: [Chore] {
        [Chore(name: "refund questions", interval: .seconds(5)) { [self] in try await answerRefundQuestions() }]
    }

    /// Asks Apple about the refunds that version 1 notifications report, at once; what Apple does not answer is asked again.
    ///
    /// - Throws: `StoreError`.
    func answerRefundQuestions() async throws {
        try await leases.forEachLeasedJob(of: RefundQuestion.queue) { try await answer($0, owner: $1) }
    }

    private func answer(_ job: StoredJob, owner: String) async throws {
        let question = try ServiceJSON.decode(RefundQuestion.self, from: job.job.body)
        guard let app = apps[question.scope.bundleID] else {
            try await store.write { _ = try $0.complete(job, owner: owner) }
            let message =
                "the refund of \(question.lineage) in \(question.scope) is not confirmed: the configuration no longer has the app"
            return log(ServiceLogEntry(kind: .warning, message: message))
        }
        do {
            if try await !isAnswered(question, app: app) {
                var report = RecoveryReport(kind: "", environment: question.scope.environment, until: clock())
                try await refundRecovery.takeRefunds(of: question.lineage, question.scope, app: app, &report)
            }
            try await store.write { _ = try $0.complete(job, owner: owner) }
        } catch let error as ServiceProblem {
            try await putOff(job, question, error, app: app, owner: owner)
        } catch {
            guard !Task.isCancelled else { throw error }
            try await putOff(job, question, ServiceProblem(.internalError, "\(error)"), app: app, owner: owner)
        }
    }

    /// Whether a signed document has shown by now that Apple took the purchase back at, or after, the date that is said.
    private func isAnswered(_ question: RefundQuestion, app: AppConfiguration) async throws -> Bool {
        let policy = app.policy
        return try await store.read { reader in
            let key = LineageKey(scope: question.scope, lineage: question.lineage)
            let known = try reader.lifeFacts(of: key.lineage, in: key.scope).map(\.fact)
            let records = LineageChange(key: key, known: known, policy: policy).after.transactions
            return records.contains { record in
                guard let date = record.transaction.revocation?.date else { return false }
                return question.canceled.map { date >= $0.addingTimeInterval(-1) } ?? true
            }
        }
    }

    /// Reschedules the question; without a key, an event says what to do.
    private func putOff(
        _ job: StoredJob,
        _ question: RefundQuestion,
        _ problem: ServiceProblem,
        app: AppConfiguration,
        owner: String
    ) async throws {
        let now = clock()
        let isOver = now.timeIntervalSince(question.asked) >= RefundQuestion.lifetime
        let next = now.addingTimeInterval(RefundQuestion.wait(after: job.attempts))
        let context = try await desk.context(app: app, now: now)
        try await store.write { writer in
            if problem.code == .notConfigured {
                let work = try IntakeWork(
                    writer: writer,
                    context: context,
                    submission: Submission(intake: Intake(), source: .notification)
                )
                try work.tell(
                    question.event(owner: try writer.claim(on: question.lineage, in: question.scope)?.customer)
                )
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
        log(ServiceLogEntry(kind: isOver ? .failure : .warning, message: message))
    }
}

extension RefundQuestion {
    /// The event that a refund cannot be confirmed without a key.
    fileprivate func event(owner: CustomerID?) -> ServerEvent {
        let cause = String(canceled?.millisecondsSince1970 ?? 0)
        var event = ServerEvent(
            id: EventID(.refundUnconfirmed, scope, beside: lineage, causes: cause),
            type: .refundUnconfirmed,
            scope: scope,
            customer: owner,
            occurred: asked
        )
        event.originalTransaction = lineage
        event.reason = "no-server-api-key"
        event.detail =
            "A version 1 notification (\(type)) reports a refund. Version 1 is not signed, so nothing was revoked. Configure "
            + "apps[].appStoreServerAPI, and Purser asks Apple; or set the version 2 notification URL."
        return event
    }
}
