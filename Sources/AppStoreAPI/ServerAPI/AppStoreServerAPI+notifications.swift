// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

extension AppStoreServerAPI {
    /// Asks Apple to send a test notification.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/request-a-test-notification>
    public func requestTestNotification() async throws -> Document<SendTestNotificationResponse> {
        try await requester.document(call(.requestTest, "POST", "/inApps/v1/notifications/test"))
    }

    /// The test notification and Apple's attempts to send it.
    ///
    /// Apple answers 4040008 until the notification was sent.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-test-notification-status>
    public func testNotification(_ token: String) async throws -> Document<CheckTestNotificationResponse> {
        let path = try APIRequester.path(.fixed("/inApps/v1/notifications/test"), .given(token))
        return try await requester.document(get(.testStatus, path))
    }

    /// The pages of the notifications that Apple sent.
    ///
    /// <https://developer.apple.com/documentation/appstoreserverapi/get-notification-history>
    ///
    /// - Parameters:
    ///   - request: Which notifications.
    ///   - paginationToken: Where an earlier reader stopped; it ends soon.
    /// - Returns: The pages, asked for as they are read.
    public func notificationHistory(
        _ request: NotificationHistoryRequest,
        after paginationToken: String? = nil
    ) -> Pages<NotificationHistoryResponse> {
        let requester = requester
        return Pages(after: paginationToken) { mark in
            try await requester.document(
                APIRequester.Call(
                    endpoint: .notificationHistory,
                    method: "POST",
                    path: "/inApps/v1/notifications/history",
                    query: mark.map { [(name: "paginationToken", value: $0)] } ?? [],
                    body: try AppStoreJSON.encode(request)
                )
            )
        }
    }
}
