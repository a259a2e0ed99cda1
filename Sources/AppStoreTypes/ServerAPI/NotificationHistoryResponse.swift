// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A page of sent notifications.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryresponse>
public struct NotificationHistoryResponse: Hashable, Sendable, Codable {
    /// The mark of the next page, while there is one.
    public var paginationToken: String?

    /// Whether another page follows.
    public var hasMore: Bool

    /// At most 20 notifications.
    public var notificationHistory: [NotificationHistoryResponseItem]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        paginationToken: String? = nil,
        hasMore: Bool,
        notificationHistory: [NotificationHistoryResponseItem]
    ) {
        self.paginationToken = paginationToken
        self.hasMore = hasMore
        self.notificationHistory = notificationHistory
    }
}
