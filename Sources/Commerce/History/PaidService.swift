// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// How much paid service a customer had without a long break: after a year of it Apple keeps less.
///
/// Free trials and extensions do not count, paid offers do; a change of plan inside the group continues counting, a lapse
/// of more than 60 days begins again. A refund of the whole price takes all its days away, one of a part those that
/// follow it: that is Apple's rule, whatever the team's policy lets the customer keep.
///
/// <https://developer.apple.com/app-store/subscriptions/#net-revenue>,
/// <https://developer.apple.com/forums/thread/704554>
public struct PaidService: Hashable, Sendable, Codable {
    /// How long a year of paid service is: 365 days.
    public static let yearMilliseconds: Int64 = 365 * 86_400_000

    /// How long a lapse may be: 60 days.
    public static let lapseMilliseconds: Int64 = 60 * 86_400_000

    /// When the service that counts began.
    public var startDate: Date?

    /// How much of it is paid and gone by, in milliseconds.
    public var milliseconds: Int64

    /// Whole days of it.
    public var days: Int { Int(milliseconds / 86_400_000) }

    /// Whether it is a year or more.
    public var isYear: Bool { milliseconds >= Self.yearMilliseconds }
}

extension SubscriptionHistory {
    /// The paid service up to an instant, of the group that the subscription is in.
    ///
    /// Apple counts per subscriber and group; a purchase's transaction history never leaves its group. What was refunded later was not
    /// yet.
    public func paidService(asOf instant: Date) -> PaidService { paidService(asOf: instant, knownBy: instant) }

    /// Whether a period is charged after a year of paid service, so that 85 % of it are the team's.
    public func isAfterPaidYear(_ period: ServicePeriod) -> Bool {
        paidService(asOf: period.startDate).isYear
    }

    /// The paid service up to an instant, as refunds had left it at another: a renewal is charged before it begins.
    func paidService(asOf instant: Date, knownBy known: Date) -> PaidService {
        var service = PaidService(startDate: nil, milliseconds: 0)
        var lastEnd: Int64?
        for span in servedSpans(asOf: instant, knownBy: known) {
            if let lastEnd, Self.milliseconds(from: lastEnd, to: span.start) > PaidService.lapseMilliseconds {
                service = PaidService(startDate: nil, milliseconds: 0)
            }
            lastEnd = max(lastEnd ?? span.end, span.end)
            guard span.paidEnd > span.start else { continue }
            if service.startDate == nil { service.startDate = Date(millisecondsSince1970: span.start) }
            service.milliseconds =
                (BoundedSum(service.milliseconds) + BoundedSum(Self.milliseconds(from: span.start, to: span.paidEnd)))
                .value
        }
        if let lastEnd,
            Self.milliseconds(from: lastEnd, to: instant.millisecondsSince1970) > PaidService.lapseMilliseconds
        {
            return PaidService(startDate: nil, milliseconds: 0)
        }
        return service
    }

    /// A document may name instants so far apart that no number holds the time between them.
    private static func milliseconds(from start: Int64, to end: Int64) -> Int64 {
        (BoundedSum(end) - BoundedSum(start)).value
    }

    /// Time in service up to an instant, and how much of it was paid for, in milliseconds since 1970.
    private struct ServiceSpan {
        var start: Int64
        var end: Int64
        var paidEnd: Int64

        mutating func shorten(to instant: Int64) {
            end = min(end, max(start, instant))
            paidEnd = min(paidEnd, end)
        }
    }

    private func servedSpans(asOf instant: Date, knownBy known: Date) -> [ServiceSpan] {
        var spans: [ServiceSpan] = []
        for place in entries.indices where entries[place].startDate <= instant {
            guard var span = servedSpan(place, knownBy: known) else { continue }
            span.shorten(to: instant.millisecondsSince1970)
            // A period lasts until the next one begins.
            if let last = spans.indices.last { spans[last].shorten(to: span.start) }
            spans.append(span)
        }
        return spans
    }

    private func servedSpan(_ place: Int, knownBy known: Date) -> ServiceSpan? {
        let entry = entries[place]
        let transaction = entry.transaction
        guard let expiration = entry.expirationDate, transaction.isSale, !isSuperseded(place)
        else { return nil }
        let isPaid = PeriodKind(transaction.offer).isPaid && transaction.charge?.milliunits != 0
        let start = entry.startDate.millisecondsSince1970
        let firstEnd = (entry.record.firstExpirationDate ?? expiration).millisecondsSince1970
        let end = max(start, expiration.millisecondsSince1970)
        var span = ServiceSpan(start: start, end: end, paidEnd: isPaid ? max(start, min(firstEnd, end)) : start)
        // Old receipts date a plan's end like a refund when a better one took over.
        let isReplaced = transaction.isUpgraded && transaction.revocation?.type == nil
        let replaced = isReplaced ? transaction.revocation?.date : nil
        if wasLeft(place), let date = replaced ?? nextStart(after: place) {
            span.shorten(to: date.millisecondsSince1970)
        }
        guard let revocation = transaction.revocation, revocation.date <= known, !isReplaced else { return span }
        guard revocation.type == .refundProrated else { return nil }
        span.shorten(to: revocation.date.millisecondsSince1970)
        return span
    }
}
