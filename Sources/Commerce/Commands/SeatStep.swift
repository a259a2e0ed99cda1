// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Something that was done about a seat of a group subscription whose members the team invites.
///
/// Apple keeps how many seats are claimed, and not by whom: what is known of a member, these steps say.
public struct SeatStep: Hashable, Sendable, Codable {
    /// What was done.
    public enum Action: Hashable, Sendable, Codable {
        /// Someone was invited.
        case invited(Invitation)

        /// The invitation was canceled before anyone accepted it.
        case canceled

        /// The member accepted it: a claim was recorded, to be requested from Apple under this identifier.
        case requested(Request)

        /// Apple refused the claim for good, with the name of the refusal: the invitation is open again.
        case refused(request: UUID, code: String)

        /// Apple answered the request with a claim.
        case claimed(SeatClaimID, request: UUID)

        /// Apple was notified of the member's download of the app.
        case associated(AppTransactionID)

        /// The member left, or was removed, by whom it says; the claim is to be given back to Apple.
        case released(by: String)

        /// Apple has the claim no more.
        case unclaimed(SeatClaimID, UnclaimCause)

        /// Apple has a claim that no one knew, or that was believed to be gone.
        case detected(SeatClaimID)
    }

    /// What an invitation is made with.
    public struct Invitation: Hashable, Sendable, Codable {
        /// The SHA-256 of the invitation's token in hexadecimal digits; the token is shown once and never stored.
        public var tokenHash: String

        /// Until when it can be accepted.
        public var expirationDate: Date

        /// The one inviting: `purchaser`, or the name of the backend's key or of the person in the console.
        public var invitedBy: String

        /// A note of the one who invites; an erasure removes it.
        public var note: String?

        /// Makes an invitation.
        public init(tokenHash: String, expirationDate: Date, invitedBy: String, note: String? = nil) {
            self.tokenHash = tokenHash
            self.expirationDate = expirationDate
            self.invitedBy = invitedBy
            self.note = note
        }
    }

    /// A claim that is requested from Apple.
    public struct Request: Hashable, Sendable, Codable {
        /// Our name of the request: the same one gives the same claim, however often it is sent.
        public var identifier: UUID

        /// The member's download of the app, when it is known.
        public var appTransactionID: AppTransactionID?

        /// The one accepting: `member`, or the name of the backend's key.
        public var acceptedBy: String

        /// Makes a request.
        public init(identifier: UUID, appTransactionID: AppTransactionID? = nil, acceptedBy: String) {
            self.identifier = identifier
            self.appTransactionID = appTransactionID
            self.acceptedBy = acceptedBy
        }
    }

    /// Why Apple has a claim no more.
    public struct UnclaimCause: WireString {
        /// The cause as it is stored.
        public let rawValue: String

        /// Makes a cause from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The team gave it back.
        public static let released: UnclaimCause = "released"

        /// The App Store revoked it, as its notification says.
        public static let appStore: UnclaimCause = "app-store"

        /// It was not among the claims that Apple answered.
        public static let missing: UnclaimCause = "not-at-app-store"
    }

    /// The group subscription.
    public var lineage: OriginalTransactionID

    /// The invitation.
    public var invitation: SeatInvitationID

    /// The member, once one accepted.
    public var customer: CustomerID?

    /// What was done.
    public var action: Action

    /// Makes a step.
    public init(
        lineage: OriginalTransactionID,
        invitation: SeatInvitationID,
        customer: CustomerID? = nil,
        action: Action
    ) {
        self.lineage = lineage
        self.invitation = invitation
        self.customer = customer
        self.action = action
    }
}
