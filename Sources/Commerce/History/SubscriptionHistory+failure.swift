// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What followed the end of a period: a failed charge, an end, or nothing that is known yet.
///
/// Documentation/SubscriptionRules.md has these rules as a table, which a test works out.
extension SubscriptionHistory {
    /// How long Apple retries a failed charge: 60 days from the period's end.
    ///
    /// https://developer.apple.com/documentation/storekit/reducing-involuntary-subscriber-churn
    static let retryMilliseconds: Int64 = 60 * 86_400_000

    /// How long Apple retries a failed charge of a commitment: 90 days from the month's end.
    ///
    /// https://developer.apple.com/documentation/storekit/supporting-monthly-subscriptions-with-a-12-month-commitment
    static let commitmentRetryMilliseconds: Int64 = 90 * 86_400_000

    /// How long Apple retries the charge that follows a transaction's period.
    static func retryMilliseconds(of transaction: Transaction) -> Int64 {
        transaction.paysCommitment ? commitmentRetryMilliseconds : retryMilliseconds
    }

    /// The renewal info that decides what followed the period at a place, as known at an instant.
    ///
    /// It is the latest one signed by then; if all were signed later, the earliest one.
    func failure(after place: Int, asOf instant: Date) -> RenewalRecord? {
        guard let bounds = bounds(place) else { return nil }
        let outcomes = failures(after: place, bounds)
        return outcomes.last { $0.signedDate <= instant } ?? outcomes.first
    }

    /// The renewal infos that report what followed the period at a place, in the order they were signed.
    func failures(after place: Int, _ period: PeriodBounds) -> [RenewalRecord] {
        let signed = renewalRecords(signedFrom: period.startDate, until: nextStart(after: place))
        guard let refundDate = period.withdrawalDate, let refundSigned = period.withdrawalSignedDate else {
            return Self.outcomes(in: signed, afterEndOf: period)
        }
        return Self.outcomes(
            in: signed,
            afterRefundSigned: refundSigned,
            // A refund within the period leaves the renewal on: Apple charges again at the period's end.
            deciding: refundDate < period.expirationDate ? period.expirationDate : refundSigned
        )
    }

    /// The renewal infos signed from one instant until before another; without it, to the last one.
    private func renewalRecords(signedFrom start: Date, until end: Date?) -> ArraySlice<RenewalRecord> {
        guard let last = renewalRecords.last, last.signedDate >= start else { return [] }
        let first = renewalRecords.firstPlace { $0.signedDate >= start }
        let past = end.map { end in renewalRecords.firstPlace { $0.signedDate >= end } } ?? renewalRecords.count
        return renewalRecords[first..<max(first, past)]
    }

    /// What followed a period that no refund cut short.
    ///
    /// A renewal info signed before the period's end counts only if it reports a failure or an end, as it does where Apple's
    /// clock is behind. A failure that is followed by an uneventful renewal info within the period is none: it was the charge
    /// of this period, which failed at first and was paid.
    private static func outcomes(
        in signed: ArraySlice<RenewalRecord>,
        afterEndOf period: PeriodBounds
    ) -> [RenewalRecord] {
        let withinPeriod = signed.prefix { $0.signedDate < period.endDate }
        let paid = withinPeriod.lastIndex(where: \.isUneventful)
        let sincePaid = signed[(paid.map { $0 + 1 } ?? signed.startIndex)...]
        return sincePaid.filter { !$0.isUneventful || $0.signedDate >= period.endDate }
    }

    /// What followed a refund: only a failed charge, which Apple still retries.
    ///
    /// Renewal infos are compared with when the refund was signed, which is earlier than the refund's date where the clock is
    /// behind. They count from `decisive` on; before it, only those that report a failure after the refund.
    private static func outcomes(
        in signed: ArraySlice<RenewalRecord>,
        afterRefundSigned refund: Date,
        deciding decisive: Date
    ) -> [RenewalRecord] {
        let outcomes = signed.filter { record in
            record.signedDate >= decisive || (record.signedDate > refund && record.reportsFailure)
        }
        // Several may be signed with the refund. If any of them reports no failure, the retries ended with the refund.
        let withRefund = outcomes.prefix { $0.signedDate == refund }
        if !withRefund.isEmpty, withRefund.allSatisfy(\.reportsFailure) { return outcomes }
        let afterRefund = outcomes.filter { $0.signedDate > refund }
        return afterRefund.contains(where: \.reportsFailure) ? afterRefund : []
    }

    /// Whether a period that was over was revoked while Apple retried the next charge, or during the grace period.
    ///
    /// The end of Family Sharing then ended access, and not the payment that had failed.
    func wasWithdrawnWhileTried(_ place: Int) -> Bool {
        let entry = entries[place]
        guard let revocation = entry.transaction.revocation, let bounds = bounds(place), !bounds.isWithdrawn,
            revocation.date >= bounds.endDate
        else { return false }
        let signed = entry.record.firstSigning(of: revocation)
        return failures(after: place, bounds).last { $0.signedDate < signed }?.reportsFailure == true
    }

    /// The latest renewal info signed at or before an instant; otherwise, the earliest one.
    public func renewalRecord(asOf instant: Date) -> RenewalRecord? {
        let place = renewalRecords.firstPlace { $0.signedDate > instant }
        return place > 0 ? renewalRecords[place - 1] : renewalRecords.first
    }
}

extension RenewalRecord {
    fileprivate var signedDate: Date { evidence.instant }

    /// Whether it reports that a charge failed and that Apple retries it.
    var reportsFailure: Bool {
        info.isInBillingRetryPeriod || info.gracePeriodExpirationDate != nil
    }

    /// Whether it reports neither a failure nor an end.
    var isUneventful: Bool { !reportsFailure && info.expirationIntent == nil }
}
