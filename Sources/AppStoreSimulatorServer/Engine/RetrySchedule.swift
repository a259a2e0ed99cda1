// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials

/// When a notification that was not taken is sent again.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/responding-to-app-store-server-notifications>
enum RetrySchedule {
    /// Hours after the attempt before, for version 2.
    static let version2 = [1, 12, 24, 48, 72]

    /// Hours after the attempt before, for version 1.
    static let version1 = [6, 24, 48]

    /// The instant of the next attempt; the sandbox tries once.
    static func next(after attempt: Int, at instant: Date, of notification: NotificationEffect) -> Date? {
        guard notification.environment == .production else { return nil }
        let hours =
            switch notification.name {
            case .version2: version2
            case .version1: version1
            }
        guard hours.indices.contains(attempt - 1) else { return nil }
        return instant.addingTimeInterval(Double(hours[attempt - 1]) * 3600)
    }
}
