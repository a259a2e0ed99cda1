// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// Why something about a seat is not done.
package enum SeatRefusal: Hashable, Sendable {
    /// The purchase is not a group subscription.
    case notAGroup

    /// The App Store invites the members of the group.
    case managedByAppStore

    /// The subscription gives no access now.
    case inactive

    /// Every seat is claimed, or held by an invitation that can be accepted; so many seats there are.
    case noSeatAvailable(seats: Int)

    /// There are too many members, or were too many invitations, for one purchase.
    case tooMany(limit: Int)

    /// The invitation is not known.
    case unknownInvitation

    /// The invitation was not accepted in its time.
    case expired(Date)

    /// The invitation was canceled.
    case canceled

    /// Another member accepted the invitation.
    case used

    /// The invitation was accepted: release the seat instead.
    case accepted

    /// The customer owns the subscription, whose seat needs no invitation.
    case purchaser

    /// The customer has a seat of the subscription already.
    case alreadyMember(SeatInvitationID)

    /// The claim is not known, or is gone.
    case unknownClaim
}

/// The result of a request about a seat.
package enum SeatRuling: Hashable, Sendable {
    /// These steps are to be recorded.
    case steps([SeatStep])

    /// It was done before: nothing is to be recorded.
    case unchanged(SeatInvitationID)

    /// It is not done.
    case refused(SeatRefusal)
}
