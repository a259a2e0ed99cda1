// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// One period as far as it counts toward a year of paid service.
///
/// Days of a trial and days of an extension are served and not paid; a period whose whole price went back counts as if
/// it had never been, of one whose price went back in part the days before that count.
///
/// <https://developer.apple.com/forums/thread/704554>
struct PaidServicePeriod: Hashable, Sendable, Codable {
    let key: TransactionKey
    let start: Date
    /// Its end, moved by an extension, or by a better plan.
    var end: Date
    /// The end of what was paid for.
    let paidUntil: Date
    var refundDate: Date?
    var isRefundedWhole = false
}

extension Lineage {
    /// After a longer lapse a year of paid service is counted again.
    static let maximumLapse = 60.0 * 86_400

    private static let year = 365.0 * 86_400

    /// A new period begins to count.
    mutating func serve(_ transaction: TransactionPayload) {
        guard let key = transaction.transactionId.key, let end = transaction.expiresDate else { return }
        if served == nil { servedUntil = service(by: .distantFuture).end }
        let isPaid = (transaction.price ?? 0) > 0
        let start = transaction.purchaseDate
        served = served ?? []
        served?.append(PaidServicePeriod(key: key, start: start, end: end, paidUntil: isPaid ? end : start))
    }

    /// The period that was bought last ends at another instant.
    mutating func moveService(to end: Date) {
        guard let count = served?.count, count > 0 else { return }
        served?[count - 1].end = end
    }

    /// A period was refunded, or its refund was reversed.
    mutating func recordService(_ transaction: TransactionPayload) {
        guard let place = served?.firstIndex(where: { $0.key == transaction.transactionId.key }) else { return }
        served?[place].refundDate = transaction.revocationDate
        served?[place].isRefundedWhole =
            transaction.revocationDate != nil && transaction.revocationType != .refundProrated
    }

    /// Counts for good what nothing changes any more: the periods up to one that is forgotten.
    mutating func completeService(through key: TransactionKey?) {
        guard let periods = served, let last = periods.firstIndex(where: { $0.key == key }) else { return }
        let total = service(by: .distantFuture, of: periods, last + 1)
        paidSeconds = total.paidSeconds
        servedUntil = total.end
        served?.removeFirst(last + 1)
    }

    /// Whether an instant's payment is one after a year of paid service.
    func hasServedYear(by instant: Date) -> Bool {
        let service = service(by: instant)
        guard let end = service.end, instant.timeIntervalSince(end) <= Self.maximumLapse else { return false }
        return service.paidSeconds >= Self.year
    }

    /// The paid service by an instant since the last long lapse, and when the last service ended.
    func service(by instant: Date) -> (paidSeconds: Double, end: Date?) {
        let periods = served ?? []
        return service(by: instant, of: periods, periods.count)
    }

    private func service(
        by instant: Date,
        of periods: [PaidServicePeriod],
        _ count: Int
    ) -> (paidSeconds: Double, end: Date?) {
        // A store of an older version kept the sum alone.
        var (paid, lastEnd) = (paidSeconds, servedUntil ?? (served == nil && !transactions.isEmpty ? expires : nil))
        for place in 0..<count where !periods[place].isRefundedWhole {
            let period = periods[place]
            var end = min(period.end, period.refundDate ?? period.end, instant)
            // Whatever began later took this one's place.
            for later in (place + 1)..<max(place + 1, periods.count)
            where !periods[later].isRefundedWhole && periods[later].start < periods[later].end {
                end = min(end, periods[later].start)
            }
            guard end > period.start else { continue }
            if let lastEnd, period.start.timeIntervalSince(lastEnd) > Self.maximumLapse { paid = 0 }
            lastEnd = max(lastEnd ?? end, end)
            paid += max(0, min(end, period.paidUntil).timeIntervalSince(period.start))
        }
        return (paid, lastEnd)
    }
}
