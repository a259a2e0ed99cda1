// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Which of the sent notifications are wanted.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryrequest>
public struct NotificationHistoryRequest: Hashable, Sendable, Codable {
    /// From when; at most 180 days ago, in the sandbox 30.
    public var startDate: Date

    /// Until when; the future counts as now.
    public var endDate: Date

    /// Only this type; not together with a transaction.
    public var notificationType: NotificationType?

    /// Only this subtype; needs a type.
    public var notificationSubtype: NotificationSubtype?

    /// Only notifications about this transaction's customer.
    public var transactionId: TransactionID?

    /// Only those that the server did not take.
    public var onlyFailures: Bool?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        startDate: Date,
        endDate: Date,
        notificationType: NotificationType? = nil,
        notificationSubtype: NotificationSubtype? = nil,
        transactionId: TransactionID? = nil,
        onlyFailures: Bool? = nil
    ) {
        self.startDate = startDate
        self.endDate = endDate
        self.notificationType = notificationType
        self.notificationSubtype = notificationSubtype
        self.transactionId = transactionId
        self.onlyFailures = onlyFailures
    }
}
