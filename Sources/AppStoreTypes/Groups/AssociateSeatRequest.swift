// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The member for whom a seat was claimed.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/associate-seat>
public struct AssociateSeatRequest: Hashable, Sendable, Codable {
    /// The member's download of the app.
    public var appTransactionId: AppTransactionID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(appTransactionId: AppTransactionID) {
        self.appTransactionId = appTransactionId
    }
}
