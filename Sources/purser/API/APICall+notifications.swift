// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Foundation

extension APICall {
    /// Calls about notifications.
    static let notifications: [APICall] = [
        APICall(
            "test-notification",
            [],
            "POST /inApps/v1/notifications/test",
            "Request a test notification and print its token."
        ) { session in
            try session.print(try await session.server().requestTestNotification())
        },
        APICall(
            "test-notification-status",
            ["TOKEN"],
            "GET /inApps/v1/notifications/test/{testNotificationToken}",
            "Show the delivery of a test notification."
        ) { session in
            try session.print(try await session.server().testNotification(session.operands[0]))
        },
        APICall(
            "notifications",
            [],
            "POST /inApps/v1/notifications/history",
            "List the notifications that Apple sent, page by page.",
            options: [
                Option("from", value: "TIME", "From then on: 2026-07-04, 2026-07-04T12:00:00Z or milliseconds."),
                Option("to", value: "TIME", "Before this time (default: now)."),
                Option("type", value: "TYPE", "Only this type, such as did-renew."),
                Option("subtype", value: "SUBTYPE", "Only this subtype; needs --type."),
                Option("transaction", value: "ID", "Only about this transaction; not together with --type."),
                Option("failures", "Only those that were not delivered."),
            ] + notificationPageOptions,
            example: "notifications --from 2026-07-01 --type refund"
        ) { session in
            guard let from = try session.instant("from") else { throw UsageError("--from is needed") }
            let request = NotificationHistoryRequest(
                startDate: from,
                endDate: try session.instant("to") ?? Date(),
                notificationType: session.argument("type"),
                notificationSubtype: session.argument("subtype"),
                transactionId: session.arguments.value("transaction").map(TransactionID.init(rawValue:)),
                onlyFailures: session.arguments.has("failures") ? true : nil
            )
            let mark = session.arguments.value("after")
            try await session.print(try session.server().notificationHistory(request, after: mark))
        },
    ]
}
