// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A seat claim that was made.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/claim-seat>
public struct ClaimSeatResponse: Hashable, Sendable, Codable {
    /// The claim.
    public var seatClaimId: SeatClaimID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(seatClaimId: SeatClaimID) {
        self.seatClaimId = seatClaimId
    }
}
