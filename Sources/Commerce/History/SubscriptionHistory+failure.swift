// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension SubscriptionHistory {
    /// How long Apple tries to charge after a period's end: 60 days.
    static let retryMilliseconds: Int64 = 60 * 86_400_000

    /// The word that tells what became of a period after its end, as it stood at an instant.
    ///
    /// Only what was said between the period's beginning and the next one's counts. The newest that was said by then
    /// wins; when nothing had been said yet, the first that was said later tells of the past.
    func failure(after place: Int, asOf instant: Date) -> RenewalRecord? {
        guard let period = period(place) else { return nil }
        let next = entries[(place + 1)...].first { $0.transaction.expirationDate != nil }
        let from = renewalRecords.firstPlace { $0.evidence.instant >= period.startDate }
        let until = next.map { next in
            renewalRecords.firstPlace { $0.evidence.instant >= next.transaction.purchaseDate }
        }
        let window = renewalRecords[from..<max(from, until ?? renewalRecords.count)]
        func tells(_ record: RenewalRecord) -> Bool {
            record.info.isInBillingRetryPeriod || record.info.gracePeriodExpirationDate != nil
                || record.info.expirationIntent != nil || record.evidence.instant >= period.endDate
        }
        if let known = window.last(where: { $0.evidence.instant <= instant && tells($0) }) { return known }
        return window.first { $0.evidence.instant > instant && tells($0) }
    }

    /// The newest word about the next period at an instant; the first one ever when none was older.
    public func renewalRecord(asOf instant: Date) -> RenewalRecord? {
        let place = renewalRecords.firstPlace { $0.evidence.instant > instant }
        return place > 0 ? renewalRecords[place - 1] : renewalRecords.first
    }
}
