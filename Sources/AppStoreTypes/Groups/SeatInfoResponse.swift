// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The seats of a group subscription whose members the app's team invites.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/get-seat-info>
public struct SeatInfoResponse: Hashable, Sendable, Codable {
    /// How many seats the subscription has.
    public var totalSeatCount: Int

    /// How many seats can be claimed.
    public var availableSeatCount: Int

    /// The claims; more than seats after a renewal with fewer.
    public var assignedSeatClaimIds: [SeatClaimID]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(totalSeatCount: Int, availableSeatCount: Int, assignedSeatClaimIds: [SeatClaimID]) {
        self.totalSeatCount = totalSeatCount
        self.availableSeatCount = availableSeatCount
        self.assignedSeatClaimIds = assignedSeatClaimIds
    }
}
