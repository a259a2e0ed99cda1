// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

extension ServerClient {
    func seats(
        of subscription: String,
        for customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.Seats {
        try await get(Self.seatsPath(subscription), ["environment": environment], for: customer)
    }

    func inviteToSeat(
        _ body: ServerResponse.SeatInvitationRequest,
        of subscription: String,
        for customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.SeatInvitation {
        let path = Self.seatsPath(subscription) + "/invitations"
        return try await send("POST", path, body, query: ["environment": environment], for: customer)
    }

    func cancelInvitation(
        _ invitation: String,
        of subscription: String,
        for customer: String,
        environment: String
    ) async throws(ServerProblem) {
        let path = Self.seatsPath(subscription) + "/invitations/\(Self.escaped(invitation))"
        _ = try await response("DELETE", path, nil, query: ["environment": environment], for: customer)
    }

    func acceptInvitation(
        _ token: String,
        for customer: String
    ) async throws(ServerProblem) -> ServerResponse.MemberSeat {
        let body = ServerResponse.SeatAcceptance(token: token, customer: customer)
        return try await send("POST", "v1/invitations/accept", body, for: customer)
    }

    func memberSeats(
        of customer: String,
        environment: String
    ) async throws(ServerProblem) -> ServerResponse.MemberSeats {
        let path = "v1/customers/\(Self.escaped(customer))/seats"
        return try await get(path, ["environment": environment], for: customer)
    }

    func releaseSeat(
        _ claim: String,
        of subscription: String,
        for customer: String,
        environment: String
    ) async throws(ServerProblem) {
        let path = Self.seatsPath(subscription) + "/\(Self.escaped(claim))"
        _ = try await response("DELETE", path, nil, query: ["environment": environment], for: customer)
    }

    private static func seatsPath(_ subscription: String) -> String {
        "v1/purchases/\(escaped(subscription))/seats"
    }
}

extension ServerResponse {
    struct SeatInvitationRequest: Encodable {
        var note: String?
        var expires: Date?

        private enum CodingKeys: String, CodingKey {
            case note
            case expires = "expiresDate"
        }
    }

    struct SeatAcceptance: Encodable {
        var token: String
        var customer: String
    }

    struct SeatInvitation: Decodable {
        var id: String
        var state: String
        var token: String?
        var note: String?
        var expires: Date?
        var seatClaim: String?

        private enum CodingKeys: String, CodingKey {
            case id, state, token, note
            case expires = "expiresDate"
            case seatClaim = "seatClaimId"
        }

        var invitation: GroupSeats.Invitation {
            GroupSeats.Invitation(
                id: id,
                state: GroupSeats.Invitation.State(rawValue: state),
                token: token,
                note: note,
                expires: expires,
                seatClaim: seatClaim
            )
        }
    }

    struct Seats: Decodable {
        var total: Int
        var occupied: Int
        var available: Int
        var invitations: [SeatInvitation]

        private enum CodingKeys: String, CodingKey {
            case occupied, available, invitations
            case total = "seats"
        }

        var seats: GroupSeats {
            GroupSeats(
                seats: total,
                occupied: occupied,
                available: available,
                invitations: invitations.map(\.invitation)
            )
        }
    }

    struct MemberSeat: Decodable {
        var subscription: String
        var environment: String
        var state: String
        var seatClaim: String?

        private enum CodingKeys: String, CodingKey {
            case environment, state
            case subscription = "originalTransactionId"
            case seatClaim = "seatClaimId"
        }

        var seat: PurserClient.MemberSeat {
            PurserClient.MemberSeat(
                subscription: subscription,
                state: GroupSeats.Invitation.State(rawValue: state),
                seatClaim: seatClaim,
                environment: environment
            )
        }
    }

    struct MemberSeats: Decodable {
        var seats: [MemberSeat]
    }
}
