// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// A member's place in another customer's group subscription.
struct SeatAssignment: Hashable, Sendable, Codable {
    /// The subscription that the seat belongs to.
    var source: Int

    /// The member's role in an organization; absent in a consumer's group.
    var role: CustomerGroupRole?

    /// Whether the member loses the seat when the period ends, because fewer seats renewed.
    var endsWithPeriod = false
}

/// An invitation to a seat, which holds the seat until the member accepts or the buyer withdraws it.
struct SeatInvitation: Hashable, Sendable, Codable {
    /// The customer who is invited.
    var member: Int

    /// The role that the member is to have in an organization.
    var role: CustomerGroupRole?
}
