// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The seats of a group subscription, as they are answered.
struct SeatsBody: Codable, Sendable, SchemaDescribed {
    var originalTransaction: OriginalTransactionID
    var environment: Environment
    var invitationManagement: InvitationManagement?
    /// How many seats there are, without those revoked; 0 while the subscription gives no access.
    var seats: Int
    /// How many seats the buyer occupies.
    var buyersSeats: Int
    /// How many are claimed, or being claimed or released.
    var occupied: Int
    /// How many people can be invited now.
    var available: Int
    /// The invitations that can be accepted, and the seats that are occupied.
    var invitations: [SeatInvitationBody]
    /// The claims for which there is no seat, after a renewal with fewer.
    var excess: [SeatClaimID]

    private enum CodingKeys: String, CodingKey {
        case environment, invitationManagement, seats, buyersSeats, occupied, available, invitations
        case originalTransaction = "originalTransactionId"
        case excess = "excessSeatClaimIds"
    }

    static let schemaName = "Seats"
    static let schemaReferences: [any SchemaDescribed.Type] = [SeatInvitationBody.self]
    static let schema = Schema.object(
        [
            "originalTransactionId": .string, "environment": .string,
            "seats": .integer.described("The purchased seats without revoked ones; 0 without access."),
            "buyersSeats": .integer.described("The seats that the buyer occupies."),
            "occupied": .integer.described(
                "Seats that are claimed, being claimed or being released, without the buyer's."
            ),
            "available": .integer.described("The number of free seats."),
            "invitations": .array(of: .of(SeatInvitationBody.self)),
            "excessSeatClaimIds": .array(of: .string).described(
                "The claims for which there is no seat, after a renewal with fewer: the newest. They keep access; Apple "
                    + "gives no new claim until they are released."
            ),
        ],
        optional: [
            "invitationManagement": .string.described("APPLE or DEVELOPER; absent without a group subscription.")
        ]
    )

    /// Describes seats to a reader.
    ///
    /// - Parameters:
    ///   - reading: The seats.
    ///   - showsCustomers: Whether the reader is the team: a buyer does not learn the team's names of the members.
    init(_ reading: SeatReading, showsCustomers: Bool) {
        let roster = reading.roster
        originalTransaction = reading.key.lineage
        environment = reading.key.scope.environment
        invitationManagement = roster.invitationManagement
        seats = roster.seats
        buyersSeats = SeatRoster.buyersSeats
        occupied = roster.occupied
        available = roster.invitationManagement == .developer ? roster.free : 0
        invitations = roster.invitations
            .filter { ![.expired, .canceled, .released].contains($0.state(asOf: roster.asOf)) }
            .map { SeatInvitationBody($0, asOf: roster.asOf, showsCustomer: showsCustomers) }
        excess = roster.excess.compactMap(\.claim)
    }
}

/// An invitation to a seat, and the claim that followed from it.
struct SeatInvitationBody: Codable, Hashable, Sendable, SchemaDescribed {
    var id: SeatInvitationID
    var state: String
    /// The token that accepts it; in the answer that created it alone.
    var token: String?
    var note: String?
    var invitedBy: String?
    var created: Date?
    var expires: Date?
    var customer: CustomerID?
    var seatClaim: SeatClaimID?
    var claimed: Date?
    var appTransaction: AppTransactionID?
    /// The name of Apple's last refusal.
    var refusal: String?

    private enum CodingKeys: String, CodingKey {
        case id, state, token, note, invitedBy, customer, refusal
        case created = "createdDate"
        case expires = "expiresDate"
        case seatClaim = "seatClaimId"
        case claimed = "claimedDate"
        case appTransaction = "appTransactionId"
    }

    static let schemaName = "SeatInvitation"
    static let schema = Schema.object(
        ["id": .string, "state": .oneOf(SeatInvitation.State.allCases.map(\.rawValue))],
        optional: [
            "token": .string.described(
                "The token that accepts the invitation. It is shown once, and stored only as a hash."
            ),
            "note": .string,
            "invitedBy": .string.described("`purchaser`, or the team's key; absent for a claim that Apple reported."),
            "createdDate": .instant, "expiresDate": .instant,
            "customer": .string.described("The member. Only a secret key gets it."),
            "seatClaimId": .string, "claimedDate": .instant, "appTransactionId": .string,
            "refusal": .string.described("Why Apple rejected the last claim. The invitation is open again."),
        ]
    )

    init(_ invitation: SeatInvitation, asOf now: Date, showsCustomer: Bool, token: String? = nil) {
        id = invitation.id
        state = invitation.state(asOf: now).rawValue
        self.token = token
        note = invitation.terms?.note
        invitedBy = invitation.terms?.invitedBy
        created = invitation.createdDate
        expires = invitation.terms?.expirationDate
        customer = showsCustomer ? invitation.customer : nil
        seatClaim = invitation.claim
        claimed = invitation.claimedDate
        appTransaction = showsCustomer ? invitation.appTransactionID : nil
        refusal = invitation.refusal
    }
}

/// A member's own seat of a group subscription.
struct MemberSeatBody: Codable, Hashable, Sendable, SchemaDescribed {
    var originalTransaction: OriginalTransactionID
    var environment: Environment
    var invitation: SeatInvitationID
    var state: String
    var seatClaim: SeatClaimID?
    var claimed: Date?

    private enum CodingKeys: String, CodingKey {
        case environment, invitation, state
        case originalTransaction = "originalTransactionId"
        case seatClaim = "seatClaimId"
        case claimed = "claimedDate"
    }

    static let schemaName = "MemberSeat"
    static let schema = Schema.object(
        [
            "originalTransactionId": .string, "environment": .string, "invitation": .string,
            "state": .oneOf(SeatInvitation.State.allCases.map(\.rawValue)),
        ],
        optional: ["seatClaimId": .string, "claimedDate": .instant]
    )

    init(_ invitation: SeatInvitation, of key: LineageKey, asOf now: Date) {
        originalTransaction = key.lineage
        environment = key.scope.environment
        self.invitation = invitation.id
        state = invitation.state(asOf: now).rawValue
        seatClaim = invitation.claim
        claimed = invitation.claimedDate
    }
}

struct MemberSeatList: Codable, Sendable, SchemaDescribed {
    var seats: [MemberSeatBody]

    static let schemaReferences: [any SchemaDescribed.Type] = [MemberSeatBody.self]
    static let schema = Schema.object(["seats": .array(of: .of(MemberSeatBody.self))])
}

struct SeatInvitationRequest: Decodable, Sendable, SchemaDescribed {
    var id: SeatInvitationID?
    var note: String?
    var expires: Date?

    private enum CodingKeys: String, CodingKey {
        case id, note
        case expires = "expiresDate"
    }

    static let schema = Schema.object(
        [:],
        optional: [
            "id": .pattern("^[A-Za-z0-9._-]{1,64}$", upTo: 64).described(
                "Your ID of the invitation. A repeated ID changes nothing, and the response has no token."
            ),
            "note": .string(upTo: 200).described("A note of the inviter about the invited person."),
            "expiresDate": .instant,
        ]
    )
}

struct SeatAcceptanceRequest: Decodable, Sendable, SchemaDescribed {
    var token: String
    var customer: CustomerID?
    var appTransaction: AppTransactionID?

    private enum CodingKeys: String, CodingKey {
        case token, customer
        case appTransaction = "appTransactionId"
    }

    static let schema = Schema.object(
        ["token": .string(upTo: 200).secret],
        optional: [
            "customer": .identifier.described("The member (default: the token's customer)."),
            "appTransactionId": .identifier.described("The member's download of the app, if known."),
        ]
    )
}

struct SeatAssociationRequest: Decodable, Sendable, SchemaDescribed {
    var appTransaction: AppTransactionID

    private enum CodingKeys: String, CodingKey {
        case appTransaction = "appTransactionId"
    }

    static let schema = Schema.object(["appTransactionId": .identifier])
}
