// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An invitation to a seat of a group subscription, and the claim that follows from it.
public struct SeatInvitationID: WireString {
    /// The identifier as the server writes it.
    public let rawValue: String

    /// Makes an identifier from the server's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier of a claim that Apple has and no invitation led to.
    public init(detected claim: SeatClaimID) {
        self.init(rawValue: "apple_\(claim)")
    }
}
