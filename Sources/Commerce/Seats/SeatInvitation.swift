// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// An invitation to a seat, and the claim that followed from it, at an instant.
public struct SeatInvitation: Hashable, Sendable {
    /// How far it is.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It can be accepted.
        case open

        /// No one accepted it in its time.
        case expired

        /// It was canceled before anyone accepted it.
        case canceled

        /// A member accepted it, and Apple has not answered yet.
        case requested

        /// The member has the seat.
        case claimed

        /// The member has left, and Apple has not freed the seat yet.
        case releasing

        /// The claim is gone.
        case released
    }

    /// The invitation.
    public let id: SeatInvitationID

    /// What it was made with; absent for a claim that Apple has and no invitation led to.
    public internal(set) var terms: SeatStep.Invitation?

    /// When it was made; for a claim without an invitation, when the claim was detected.
    public internal(set) var createdDate: Date?

    /// When it was canceled.
    public internal(set) var canceledDate: Date?

    /// The one who accepted it.
    public internal(set) var customer: CustomerID?

    /// The request that is, or was, sent to Apple; absent while the invitation is open.
    public internal(set) var request: SeatStep.Request?

    /// When it was accepted.
    public internal(set) var requestedDate: Date?

    /// The name of Apple's last refusal; absent when Apple refused nothing.
    public internal(set) var refusal: String?

    /// Apple's claim.
    public internal(set) var claim: SeatClaimID?

    /// When Apple's claim became known.
    public var claimedDate: Date? { claimedOrder?.instant }

    /// The place among the facts of the step by which Apple's claim became known.
    var claimedOrder: FactOrder?

    /// The member's download of the app, as Apple knows it.
    public internal(set) var appTransactionID: AppTransactionID?

    /// When the member left or was removed.
    public internal(set) var releasedDate: Date?

    /// The name of the one who released the seat.
    public internal(set) var releasedBy: String?

    /// When the claim was gone at Apple.
    public internal(set) var unclaimedDate: Date?

    /// Why the claim is gone at Apple.
    public internal(set) var unclaimCause: SeatStep.UnclaimCause?

    /// The steps that led to it, in order.
    public internal(set) var evidence: [Evidence] = []

    init(_ id: SeatInvitationID) {
        self.id = id
    }

    /// How far it is at an instant.
    public func state(asOf instant: Date) -> State {
        if unclaimedDate != nil { return .released }
        if claim != nil { return releasedDate == nil ? .claimed : .releasing }
        if request != nil { return releasedDate == nil ? .requested : .releasing }
        if releasedDate != nil { return .released }
        if canceledDate != nil { return .canceled }
        guard let end = terms?.expirationDate, instant < end else { return .expired }
        return .open
    }

    /// When the claim gives a member access: from Apple's answer until it is released or gone.
    ///
    /// A claim that was gone before its answer became known never does.
    public var accessDates: (start: Date, end: Date?)? {
        guard let start = claimedDate, claim != nil, customer != nil else { return nil }
        let end = [releasedDate, unclaimedDate].compactMap(\.self).min()
        if let end, end <= start { return nil }
        return (start, end)
    }
}
