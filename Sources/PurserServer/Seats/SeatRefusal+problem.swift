// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension SeatRefusal {
    /// The refusal as the API answers it.
    var problem: ServiceProblem {
        switch self {
        case .notAGroup:
            ServiceProblem(
                .seatsNotManaged,
                "The purchase is not a group subscription; only one with seats has members."
            )
        case .managedByAppStore:
            ServiceProblem(
                .seatsNotManaged,
                "The App Store invites the members of this subscription; they join with its link, not with an invitation."
            )
        case .inactive:
            ServiceProblem(.subscriptionInactive, "The group subscription is not active; it has no seats to give.")
        case .noSeatAvailable(let seats):
            ServiceProblem(
                .noSeatAvailable,
                "All \(seats) seats are taken or held by invitations, the buyer's included. Release a seat, cancel an "
                    + "invitation, or buy more seats."
            )
        case .tooMany(let limit):
            ServiceProblem(.tooManyInvitations, "A purchase has at most \(limit) of these.")
        case .unknownInvitation: .notFound("invitation")
        case .expired(let date):
            ServiceProblem(
                .invitationExpired,
                "The invitation expired at \(date.millisecondsSince1970) (milliseconds since 1970). Ask for a new one."
            )
        case .canceled: ServiceProblem(.invitationCanceled, "The invitation was canceled. Ask for a new one.")
        case .used: ServiceProblem(.invitationUsed, "Another member accepted the invitation. Ask for one of your own.")
        case .accepted:
            ServiceProblem(.invitationUsed, "The invitation was accepted; release the member's seat instead.")
        case .purchaser:
            ServiceProblem(.alreadyMember, "The customer owns the subscription and needs no invitation.")
        case .alreadyMember:
            ServiceProblem(.alreadyMember, "The customer has a seat of this subscription already.")
        case .unknownClaim: .notFound("seat claim of this purchase")
        }
    }
}
