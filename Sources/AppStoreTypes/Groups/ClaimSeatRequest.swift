// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A claim of a seat for a member.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/claim-seat>
public struct ClaimSeatRequest: Hashable, Sendable, Codable {
    /// The caller's name of the claim; the same one gives the same claim again.
    public var requestIdentifier: UUID

    /// The member's download of the app, when it is known.
    public var appTransactionId: AppTransactionID?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(requestIdentifier: UUID, appTransactionId: AppTransactionID? = nil) {
        self.requestIdentifier = requestIdentifier
        self.appTransactionId = appTransactionId
    }
}
