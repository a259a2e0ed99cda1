// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// The steps about the seats of one purchase: a fold in the order of facts, whatever the order of arrival.
struct SeatLedger: Hashable, Sendable {
    private struct Record: Hashable, Sendable {
        var step: SeatStep
        var evidence: Evidence
    }

    private var records: [Record] = []

    var isEmpty: Bool { records.isEmpty }

    /// The customers whom the steps name.
    var customers: Set<CustomerID> { Set(records.compactMap(\.step.customer)) }

    mutating func add(_ step: SeatStep, _ evidence: Evidence) {
        let place = records.firstPlace { $0.evidence.order >= evidence.order }
        if place < records.count, records[place].evidence.order == evidence.order { return }
        records.insert(Record(step: step, evidence: evidence), at: place)
    }

    /// The invitations by the steps up to an instant, in the order in which they were made.
    ///
    /// - Parameter instant: The instant; all steps count when absent.
    /// - Returns: The invitations.
    func invitations(asOf instant: Date? = nil) -> [SeatInvitation] {
        var fold = SeatFold()
        for record in records {
            if let instant, record.evidence.instant > instant { break }
            fold.add(record.step, record.evidence)
        }
        return fold.invitations
    }
}

/// A fold of seat steps in their order.
private struct SeatFold {
    private var known: [SeatInvitationID: SeatInvitation] = [:]
    private var order: [SeatInvitationID] = []
    /// The invitation of each claim, and the claims that Apple has no more: a claim is never given twice.
    private var claims: [SeatClaimID: SeatInvitationID] = [:]
    private var unclaimed: [SeatClaimID: (cause: SeatStep.UnclaimCause, evidence: Evidence)] = [:]

    /// The invitations, in the order in which they were made.
    var invitations: [SeatInvitation] { order.compactMap { known[$0] } }

    mutating func add(_ step: SeatStep, _ evidence: Evidence) {
        switch step.action {
        case .unclaimed(let claim, let cause): end(claim, cause, evidence)
        case .detected(let claim): detect(claim, step, evidence)
        default:
            var invitation = known[step.invitation] ?? SeatInvitation(step.invitation)
            guard apply(step, to: &invitation, evidence) else { return }
            invitation.evidence.append(evidence)
            store(invitation)
        }
    }

    private mutating func store(_ invitation: SeatInvitation) {
        if known.updateValue(invitation, forKey: invitation.id) == nil { order.append(invitation.id) }
    }

    /// Applies a step to its invitation.
    ///
    /// - Returns: Whether it changed anything: an invitation is accepted once, and a claim is answered once.
    private mutating func apply(_ step: SeatStep, to invitation: inout SeatInvitation, _ evidence: Evidence) -> Bool {
        switch step.action {
        case .invited(let terms):
            guard invitation.terms == nil else { return false }
            invitation.terms = terms
            invitation.createdDate = evidence.instant
        case .canceled:
            guard invitation.isUntouched else { return false }
            invitation.canceledDate = evidence.instant
        case .requested(let request):
            guard invitation.isUntouched else { return false }
            (invitation.request, invitation.requestedDate) = (request, evidence.instant)
            invitation.customer = step.customer
            invitation.refusal = nil
        case .refused(let request, let code):
            guard invitation.request?.identifier == request, invitation.claim == nil else { return false }
            (invitation.request, invitation.requestedDate, invitation.customer) = (nil, nil, nil)
            invitation.refusal = code
        case .claimed(let claim, let request):
            guard invitation.claim == nil, invitation.request.map({ $0.identifier == request }) ?? true else {
                return false
            }
            take(claim, for: &invitation, evidence)
            invitation.customer = step.customer ?? invitation.customer
            invitation.appTransactionID = invitation.request?.appTransactionID
        case .associated(let download):
            guard invitation.appTransactionID != download else { return false }
            invitation.appTransactionID = download
        case .released(let name):
            guard invitation.releasedDate == nil else { return false }
            (invitation.releasedDate, invitation.releasedBy) = (evidence.instant, name)
        case .unclaimed, .detected: return false
        }
        return true
    }

    /// Gives a claim to an invitation, instead of the record of a claim that was detected before its answer was stored.
    private mutating func take(_ claim: SeatClaimID, for invitation: inout SeatInvitation, _ evidence: Evidence) {
        if let other = claims[claim], other != invitation.id {
            known[other] = nil
            order.removeAll { $0 == other }
        }
        claims[claim] = invitation.id
        (invitation.claim, invitation.claimedOrder) = (claim, evidence.order)
        if let end = unclaimed[claim] {
            (invitation.unclaimedDate, invitation.unclaimCause) = (end.evidence.instant, end.cause)
        }
    }

    private mutating func end(_ claim: SeatClaimID, _ cause: SeatStep.UnclaimCause, _ evidence: Evidence) {
        guard unclaimed[claim] == nil else { return }
        unclaimed[claim] = (cause, evidence)
        guard let id = claims[claim], var invitation = known[id] else { return }
        (invitation.unclaimedDate, invitation.unclaimCause) = (evidence.instant, cause)
        invitation.evidence.append(evidence)
        store(invitation)
    }

    /// Apple has a claim that no one knew; or one that was believed to be gone, which its member has again.
    private mutating func detect(_ claim: SeatClaimID, _ step: SeatStep, _ evidence: Evidence) {
        if unclaimed[claim]?.cause == .missing { unclaimed[claim] = nil }
        if let id = claims[claim], var invitation = known[id] {
            guard invitation.unclaimCause == .missing else { return }
            (invitation.unclaimedDate, invitation.unclaimCause) = (nil, nil)
            invitation.evidence.append(evidence)
            return store(invitation)
        }
        guard unclaimed[claim] == nil else { return }
        var invitation = SeatInvitation(step.invitation)
        invitation.createdDate = evidence.instant
        invitation.evidence = [evidence]
        claims[claim] = invitation.id
        (invitation.claim, invitation.claimedOrder) = (claim, evidence.order)
        store(invitation)
    }
}

extension SeatInvitation {
    /// Whether no one accepted or canceled it.
    fileprivate var isUntouched: Bool { request == nil && claim == nil && canceledDate == nil }
}
