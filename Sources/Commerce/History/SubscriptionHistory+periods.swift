// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SubscriptionHistory {
    /// The subscription's periods in the order of purchase, undone ones included.
    ///
    /// No two of them overlap: a period ends where the next one begins.
    public var periods: [ServicePeriod] {
        entries.indices.compactMap(period)
    }

    /// The transactions that bought no period: one-time purchases.
    public var purchases: [TransactionRecord] {
        entries.filter { $0.transaction.expirationDate == nil }.map(\.record)
    }

    /// Every transaction, in the order of purchase.
    public var transactions: [TransactionRecord] { entries.map(\.record) }

    /// Whether all that is known comes from receipts.
    public var isFromReceiptsOnly: Bool { entries.allSatisfy(\.record.isFromReceiptOnly) }

    /// The times between periods in which there was none, undone periods left out.
    ///
    /// Each is found by comparing a period's end with the next one's purchase, as Apple's guide says.
    public var lapses: [Lapse] {
        let sound = entries.indices.filter { period($0).map { !$0.isUndone } ?? false }
        return zip(sound, sound.dropFirst()).compactMap { earlier, later in
            guard let before = period(earlier), let after = period(later), before.endDate < after.startDate else {
                return nil
            }
            let grace = failure(after: earlier, asOf: after.startDate)?.info.gracePeriodExpirationDate
            return Lapse(
                startDate: before.endDate,
                endDate: after.startDate,
                graceEndDate: grace.map { min($0, after.startDate) }
            )
        }
    }

    /// The place of the last transaction bought at or before an instant, or -1 when there is none.
    func lastPlace(boughtBy instant: Date) -> Int {
        var place = entries.firstPlace { $0.startDate > instant } - 1
        while place >= 0, entries[place].transaction.purchaseDate > instant { place -= 1 }
        return place
    }

    /// The period that the transaction at a place bought, or nothing when it bought none.
    func period(_ place: Int) -> ServicePeriod? {
        let transaction = entries[place].transaction
        guard let expiration = transaction.expirationDate else { return nil }
        let start = entries[place].startDate
        var (end, ending) = (max(start, expiration), ServicePeriod.Ending.expiration)
        func shorten(to date: Date, _ reason: ServicePeriod.Ending) {
            guard date < end else { return }
            (end, ending) = (max(start, date), reason)
        }
        if isSuperseded(place) {
            (end, ending) = (start, .upgrade)
        } else if transaction.isUpgraded {
            let next = entries[(place + 1)...].first { $0.transaction.expirationDate != nil }
            if let date = transaction.revocation?.date ?? next?.startDate { shorten(to: date, .upgrade) }
        } else if let revocation = transaction.revocation {
            switch extent(of: revocation, ownership: transaction.ownership) {
            case .asIfNeverBought: (end, ending) = (start, .undone)
            case .fromItsDate: shorten(to: revocation.date, .revocation)
            }
        }
        if start < end, let next = nextSoundStart(after: place) { shorten(to: next, .succession) }
        return ServicePeriod(
            transaction: transaction,
            evidence: entries[place].record.evidence,
            startDate: start,
            endDate: end,
            ending: ending,
            firstExpirationDate: entries[place].record.firstExpirationDate
        )
    }

    /// When the next period begins that was neither undone nor left before it began.
    private func nextSoundStart(after place: Int) -> Date? {
        var next = place + 1
        while next < entries.count {
            let transaction = entries[next].transaction
            if transaction.expirationDate != nil, !isUndone(transaction), !isSuperseded(next) {
                return entries[next].startDate
            }
            next += 1
        }
        return nil
    }

    /// Whether the customer moved to another plan before a period that was charged early had begun.
    ///
    /// No later transaction took its place then: the one before it, which covers its beginning, did.
    func isSuperseded(_ place: Int) -> Bool {
        let transaction = entries[place].transaction
        guard transaction.isUpgraded, let expiration = transaction.expirationDate, place > 0 else { return false }
        let before = entries[place - 1].transaction
        guard !before.isUpgraded, before.revocation == nil, let covered = before.expirationDate,
            covered > transaction.purchaseDate, before.productID != transaction.productID
        else { return false }
        return !entries[(place + 1)...].contains {
            $0.transaction.expirationDate != nil && $0.startDate < expiration
        }
    }

    /// Whether a refund undid a purchase; leaving a plan for another does not.
    func isUndone(_ transaction: Transaction) -> Bool {
        guard let revocation = transaction.revocation, !transaction.isUpgraded else { return false }
        return extent(of: revocation, ownership: transaction.ownership) == .asIfNeverBought
    }

    /// How far back a revocation reaches under the policy.
    func extent(of revocation: Revocation, ownership: InAppOwnershipType) -> WithdrawalExtent {
        switch revocation.type {
        case .familyRevoke?: policy.familyRevocation
        case .refundProrated?: policy.refund.prorated
        case .refundFull?: policy.refund.full
        default: ownership == .familyShared ? policy.familyRevocation : policy.refund.full
        }
    }
}
