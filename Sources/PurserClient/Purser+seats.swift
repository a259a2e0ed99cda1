// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// The seats of a group subscription that the customer bought.
public struct GroupSeats: Hashable, Sendable {
    /// An invitation, or a seat that is occupied.
    public struct Invitation: Hashable, Sendable, Identifiable {
        /// How far an invitation is.
        public struct State: RawRepresentable, Hashable, Sendable {
            /// The state as the server spells it.
            public let rawValue: String

            /// Makes a state from its spelling.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// It can be accepted.
            public static let open = State(rawValue: "open")

            /// A member accepted it, and the App Store has not answered yet.
            public static let requested = State(rawValue: "requested")

            /// The member has the seat.
            public static let claimed = State(rawValue: "claimed")

            /// The member has left, and the App Store has not freed the seat yet.
            public static let releasing = State(rawValue: "releasing")
        }

        /// The invitation's identifier.
        public var id: String

        /// How far it is.
        public var state: State

        /// The token that accepts it; in the result of ``Purser/inviteToSeat(of:note:expires:)`` alone.
        public var token: String?

        /// The note that the customer gave.
        public var note: String?

        /// Until when it can be accepted.
        public var expires: Date?

        /// Apple's claim of the seat, once the member has it.
        public var seatClaim: String?
    }

    /// How many seats there are; 0 while the subscription is not active.
    public var seats: Int

    /// How many are occupied, without the customer's own.
    public var occupied: Int

    /// How many people can be invited now.
    public var available: Int

    /// The invitations that can be accepted, and the seats that are occupied.
    public var invitations: [Invitation]
}

/// A seat that the customer has of somebody else's group subscription.
public struct MemberSeat: Hashable, Sendable {
    /// The group subscription, by its original transaction identifier.
    public var subscription: String

    /// How far it is: access begins with `claimed`.
    public var state: GroupSeats.Invitation.State

    /// Apple's claim of the seat.
    public var seatClaim: String?

    /// The environment of the subscription, such as `Sandbox`.
    public var environment: String
}

extension Purser {
    /// Reads the seats of a group subscription that the customer bought.
    ///
    /// - Parameter subscription: The subscription's original transaction identifier.
    /// - Returns: The seats.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func seats(of subscription: String) async throws -> GroupSeats {
        let environment = await knownEnvironment()
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.seats(of: subscription, for: customer, environment: environment)
        }
        return body.seats
    }

    /// Invites someone to a seat.
    ///
    /// Send the token to the person in your own way; whoever has it can accept.
    ///
    /// - Parameters:
    ///   - subscription: The subscription's original transaction identifier.
    ///   - note: Whom it is for, as the customer will recognize it.
    ///   - expires: Until when it can be accepted; a week when `nil`, and at most 90 days.
    /// - Returns: The invitation with its token.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and the problem
    ///   `no-seat-available` when no seat is free.
    public func inviteToSeat(
        of subscription: String,
        note: String? = nil,
        expires: Date? = nil
    ) async throws -> GroupSeats.Invitation {
        let environment = await knownEnvironment()
        let request = ServerResponse.SeatInvitationRequest(note: note, expires: expires)
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.inviteToSeat(request, of: subscription, for: customer, environment: environment)
        }
        return body.invitation
    }

    /// Cancels an invitation that no one accepted.
    ///
    /// - Parameters:
    ///   - invitation: The invitation's identifier.
    ///   - subscription: The subscription's original transaction identifier.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and the problem
    ///   `invitation-used` when someone accepted it.
    public func cancelSeatInvitation(_ invitation: String, of subscription: String) async throws {
        let environment = await knownEnvironment()
        try await asCustomer { server, customer throws(ServerProblem) in
            try await server.cancelInvitation(invitation, of: subscription, for: customer, environment: environment)
        }
    }

    /// Accepts an invitation for the customer, who then has what the subscription gives.
    ///
    /// It is safe to repeat after an error.
    ///
    /// - Parameter token: The invitation's token.
    /// - Returns: The seat; `requested` while the App Store has not answered.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable`, or `serverRefused` and a problem such as
    ///   `invitation-expired`, `invitation-used` or `no-seat-available`.
    @discardableResult
    public func acceptSeatInvitation(_ token: String) async throws -> MemberSeat {
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.acceptInvitation(token, for: customer)
        }
        await refreshEntitlements()
        return body.seat
    }

    /// Reads the seats that the customer has of others' group subscriptions.
    ///
    /// - Returns: The seats.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func memberSeats() async throws -> [MemberSeat] {
        let environment = await knownEnvironment()
        let body = try await asCustomer { server, customer throws(ServerProblem) in
            try await server.memberSeats(of: customer, environment: environment)
        }
        return body.seats.map(\.seat)
    }

    /// Gives a seat back: the customer leaves it, or removes a member from a subscription of their own.
    ///
    /// - Parameters:
    ///   - seatClaim: Apple's claim of the seat.
    ///   - subscription: The subscription's original transaction identifier.
    /// - Throws: ``PurserError`` with `notSignedIn`, `serverUnavailable` or `serverRefused`.
    public func releaseSeat(_ seatClaim: String, of subscription: String) async throws {
        let environment = await knownEnvironment()
        try await asCustomer { server, customer throws(ServerProblem) in
            try await server.releaseSeat(seatClaim, of: subscription, for: customer, environment: environment)
        }
        await refreshEntitlements()
    }
}
