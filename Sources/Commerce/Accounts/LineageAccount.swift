// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// One purchase's transaction history with what was said about whose it is.
struct LineageAccount: Hashable, Sendable {
    /// A claim or transfer.
    struct ClaimRecord: Hashable, Sendable {
        var command: Command
        var evidence: Evidence
    }

    var history: SubscriptionHistory
    private(set) var claims: [ClaimRecord] = []
    var seats = SeatLedger()

    init(history: SubscriptionHistory) {
        self.history = history
    }

    mutating func add(_ command: Command, _ evidence: Evidence) {
        let record = ClaimRecord(command: command, evidence: evidence)
        let place = claims.firstPlace { $0.evidence.order >= evidence.order }
        if place < claims.count, claims[place].evidence.order == evidence.order { return }
        claims.insert(record, at: place)
    }

    /// Whose the purchase is under a restore policy.
    ///
    /// A purchase made with the token of a customer's order, an administrator's word and a transfer always move it: the
    /// first was paid for there, the others were decided. A restore, or a signed-in customer who shows it, asks the
    /// policy; without proof of the customer it stays where it is.
    func ownership(under policy: RestorePolicy) -> Ownership {
        var ownership = Ownership()
        for claim in claims {
            switch claim.command {
            case .transfer(let transfer):
                ownership.append(
                    transfer.recipient,
                    ownership.owners.isEmpty ? .claimed : .transferred,
                    owners: [transfer.recipient],
                    evidence: claim.evidence
                )
                ownership.recordProof(of: transfer.recipient)
            case .release(let release):
                guard ownership.owners.contains(release.customer) else { continue }
                ownership.append(
                    release.customer,
                    .released,
                    owners: ownership.owners.filter { $0 != release.customer },
                    evidence: claim.evidence
                )
            case .claim(let request):
                resolve(request, claim.evidence, policy, &ownership)
                if request.isProven, ownership.owners.contains(request.customer) {
                    ownership.recordProof(of: request.customer)
                }
            default: break
            }
        }
        return ownership
    }

    private func resolve(_ claim: Claim, _ evidence: Evidence, _ policy: RestorePolicy, _ ownership: inout Ownership) {
        let owners = ownership.owners
        if owners.contains(claim.customer) { return }
        guard !owners.isEmpty else {
            ownership.append(claim.customer, .claimed, owners: [claim.customer], evidence: evidence)
            return
        }
        let moves: Bool
        switch claim.basis {
        case .token, .administrator: moves = true
        case _ where !claim.isProven: moves = false
        default:
            switch claim.restorePolicy ?? policy {
            case .share:
                let all = owners + [claim.customer]
                ownership.append(claim.customer, .shared, owners: all, evidence: evidence)
                return
            case .retainOwner: moves = false
            case .transfer: moves = true
            case .transferIfLapsed: moves = !gaveAccess(at: evidence.instant)
            }
        }
        ownership.append(
            claim.customer,
            moves ? .transferred : .ownerRetained,
            owners: moves ? [claim.customer] : owners,
            evidence: evidence
        )
    }

    /// Whether it gave access at an instant, as one saw it then: a later refund does not reach back.
    ///
    /// What is not a subscription was delivered for good, consumables too: showing it takes it from no one.
    private func gaveAccess(at instant: Date) -> Bool {
        var policy = history.policy
        policy.refund.full = .fromItsDate
        policy.familyRevocation = .fromItsDate
        let then = history.under(policy)
        if let state = then.state(asOf: instant), state.hasAccess { return true }
        return then.purchases.contains { record in
            let transaction = record.transaction
            return transaction.purchaseDate <= instant && transaction.revocation.map { instant < $0.date } ?? true
        }
    }
}
