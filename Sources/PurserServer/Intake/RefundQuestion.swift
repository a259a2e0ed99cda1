// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A question to Apple about a refund that an unsigned notification reports.
///
/// A version 1 notification proves nothing, and the signed one beside it may be lost: Apple is asked about the purchase
/// itself.
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

    /// About how many purchases of one notification Apple is asked at most: each answer covers all refunds of the
    /// customer.
    private static let maximumAttempts = 20

    /// The questions that a notification gives rise to: about the purchases that it says were canceled, or else the one
    /// it names.
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
                questions.count < maximumAttempts, seen.insert(lineage).inserted
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

extension DatabaseWriter {
    /// Schedules the questions that came with a notification, once: a repeated notification asks nothing again.
    func schedule(_ questions: [RefundQuestion], now: Date) throws {
        for question in questions {
            try enqueue(
                NewTask(
                    queue: RefundQuestion.queue,
                    uniqueKey: "\(question.scope) \(question.lineage)",
                    dueDate: now,
                    body: try ServiceJSON.encode(question)
                )
            )
        }
    }
}

extension RefundQuestion {
    /// The event that a refund cannot be confirmed without a key.
    func event(owner: CustomerID?) -> ServerEvent {
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
