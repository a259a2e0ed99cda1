// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The seats of a group subscription, beside the transactions that bought them.
struct SeatHolding: Hashable, Sendable, Codable {
    /// The side that invites the members; fixed when the subscription begins.
    var invitationManagement: InvitationManagement

    /// How many seats renew.
    var renewal: Int

    /// The seats that the developer gave to members, the oldest first.
    var claims: [SeatClaim] = []
}

/// A seat that the developer gave to a member.
public struct SeatClaim: Hashable, Sendable, Codable {
    /// The claim.
    public var id: SeatClaimID

    /// The developer's name of the request that made it.
    public var request: UUID

    /// The member's download of the app, when it is known.
    public var appTransactionID: AppTransactionID?
}

/// A group subscription's seats at an instant.
public struct SeatInfo: Hashable, Sendable {
    /// How many seats the period has, refunded ones left out.
    public var totalSeats: Int

    /// How many of them can be claimed.
    public var availableSeats: Int

    /// The claims, the oldest first.
    public var claims: [SeatClaim]
}
