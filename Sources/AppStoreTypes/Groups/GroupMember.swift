// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A member of a group.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/get-group-members>
public struct GroupMember: Hashable, Sendable, Codable {
    /// The member's download of the app.
    public var appTransactionId: AppTransactionID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(appTransactionId: AppTransactionID) {
        self.appTransactionId = appTransactionId
    }
}
