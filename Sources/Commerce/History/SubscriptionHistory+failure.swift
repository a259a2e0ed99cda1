// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension SubscriptionHistory {
    /// How long Apple tries to charge after a period's end: 60 days.
    static let retryMilliseconds: Int64 = 60 * 86_400_000

    /// The word that tells what became of a period after its end, as it stood at an instant.
    ///
    /// The newest that was said by then wins; when nothing had been said yet, the first that was said later tells of
    /// the past.
    func failure(after place: Int, asOf instant: Date) -> RenewalRecord? {
        guard let bounds = bounds(place) else { return nil }
        let words = failures(after: place, bounds)
        return words.last { $0.evidence.instant <= instant } ?? words.first
    }

    /// The words that tell what became of a period after its end, in the order of saying.
    ///
    /// Only what was said between the period's beginning and the next one's counts, and what was said before the
    /// period's end only when it speaks of a failure or an end, as it does where Apple's clock is behind. After a refund the
    /// renewal may still be tried: then only a failure that is told with the refund or after it counts. Words are compared with
    /// when the refund was first signed of: where the clock is behind, its date is later than the words that came with it.
    func failures(after place: Int, _ period: PeriodBounds) -> [RenewalRecord] {
        guard let last = renewalRecords.last, last.evidence.instant >= period.startDate else { return [] }
        let from = renewalRecords.firstPlace { $0.evidence.instant >= period.startDate }
        let until = nextStart(after: place).map { next in
            renewalRecords.firstPlace { $0.evidence.instant >= next }
        }
        let window = renewalRecords[from..<max(from, until ?? renewalRecords.count)]
        if let date = period.withdrawalDate, let withdrawn = period.withdrawalSignedDate {
            let told = date < period.expirationDate ? period.expirationDate : withdrawn
            let words = window.filter { record in
                let said = record.evidence.instant
                return said >= told || (said > withdrawn && record.tellsOfFailure)
            }
            let after = words.filter { $0.evidence.instant > withdrawn }
            // Of several words that came with the refund one that tells of no retry is the last.
            let isTriedOn =
                words.first?.evidence.instant == withdrawn
                && words.prefix { $0.evidence.instant == withdrawn }.allSatisfy(\.tellsOfFailure)
            if isTriedOn { return words }
            return after.contains(where: \.tellsOfFailure) ? after : []
        }
        // A failure within the period that was followed by a word of none was the period's own, paid late from its beginning.
        let early = window.prefix { $0.evidence.instant < period.endDate }
        let recovered = early.lastIndex { !$0.tellsOfFailure && $0.info.expirationIntent == nil }
        return window[(recovered.map { $0 + 1 } ?? window.startIndex)...].filter { record in
            record.tellsOfFailure || record.info.expirationIntent != nil || record.evidence.instant >= period.endDate
        }
    }

    /// Whether a period that was over was taken back while Apple still tried to charge for the next one, or grace was open.
    ///
    /// Sharing that ends then is what ended access, not the payment that had failed.
    func wasWithdrawnWhileTried(_ place: Int) -> Bool {
        let entry = entries[place]
        guard let revocation = entry.transaction.revocation, let bounds = bounds(place), !bounds.isWithdrawn,
            revocation.date >= bounds.endDate
        else { return false }
        let signed = entry.record.firstSigning(of: revocation)
        return failures(after: place, bounds).last { $0.evidence.instant < signed }?.tellsOfFailure == true
    }

    /// The newest word about the next period at an instant; the first one ever when none was older.
    public func renewalRecord(asOf instant: Date) -> RenewalRecord? {
        let place = renewalRecords.firstPlace { $0.evidence.instant > instant }
        return place > 0 ? renewalRecords[place - 1] : renewalRecords.first
    }
}

extension RenewalRecord {
    /// Whether it tells that a payment failed and Apple goes on trying.
    var tellsOfFailure: Bool {
        info.isInBillingRetryPeriod || info.gracePeriodExpirationDate != nil
    }
}
