// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The seats that a transaction of a group subscription bought.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/transactionmultiseatinfo>
public struct TransactionMultiSeatInfo: Hashable, Sendable, Codable {
    /// The side that invites the members.
    public var invitationManagement: InvitationManagement?

    /// The seats by price, in any order.
    public var priceTiers: [MultiSeatPriceTier]?

    /// How many seats of this transaction Apple refunded.
    public var revokedSeatQuantity: Int?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        invitationManagement: InvitationManagement? = nil,
        priceTiers: [MultiSeatPriceTier]? = nil,
        revokedSeatQuantity: Int? = nil
    ) {
        self.invitationManagement = invitationManagement
        self.priceTiers = priceTiers
        self.revokedSeatQuantity = revokedSeatQuantity
    }
}
