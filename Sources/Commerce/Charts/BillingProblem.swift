// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A grace period or billing retry after a period: from the period's end until the charge succeeded or Apple stopped retrying.
struct BillingProblem: Sendable {
    /// A part of it.
    struct Span: Sendable {
        /// When it begins; the instant counts.
        var startDate: Date
        /// When it ends; the instant does not count.
        var endDate: Date
        /// Whether it is a grace period; otherwise, billing retry without one.
        var isGrace: Bool
    }

    /// The period whose renewal was not paid.
    var period: ServicePeriod

    /// Its parts in the order of time, each beginning where the one before ends; at least one.
    var spans: [Span]

    /// Whether it ended with a new period.
    var isRecovered: Bool

    /// When it began.
    var startDate: Date { spans[0].startDate }

    /// When it ended.
    var endDate: Date { spans[spans.count - 1].endDate }

    /// The part that it was in just before an instant; nothing outside it.
    func span(before instant: Date) -> Span? {
        spans.first { $0.startDate < instant && instant <= $0.endDate }
    }

    /// The problems of a purchase, in the order of time.
    ///
    /// What a purchase is in between two periods changes only where Apple signed a document, or where a grace period or
    /// the retries end; so the history is asked at these instants alone.
    ///
    /// - Parameters:
    ///   - history: The purchase's history.
    ///   - periods: Its periods of service that were not undone, in the order of time.
    ///   - undone: When its other periods began: one that was refunded later was paid, too.
    /// - Returns: The problems.
    static func all(
        in history: SubscriptionHistory,
        between periods: [ServicePeriod],
        _ undone: [Date]
    ) -> [BillingProblem] {
        guard history.renewalRecords.contains(where: \.reportsFailure) else { return [] }
        let instants = history.renewalRecords.map(\.evidence.instant) + history.entries.map(\.startDate)
        let changes = instants.sorted()
        var problems: [BillingProblem] = []
        // A purchase that was refunded and not paid again never was in service.
        if let first = undone.first {
            problems = unpaid(in: history, changing: changes, from: first, until: periods.first?.startDate, undone)
        }
        for (place, period) in periods.enumerated() {
            let next = place + 1 < periods.count ? periods[place + 1].startDate : nil
            if let next, next <= period.endDate {
                if let span = voidedFailure(in: history, at: periods[place + 1]) {
                    problems.append(BillingProblem(period: period, spans: [span], isRecovered: true))
                }
                continue
            }
            problems += unpaid(in: history, changing: changes, from: period.endDate, until: next, undone)
        }
        return problems
    }

    /// The problems from an instant until the next period that was not undone; none where that begins earlier.
    private static func unpaid(
        in history: SubscriptionHistory,
        changing changes: [Date],
        from start: Date,
        until next: Date?,
        _ undone: [Date]
    ) -> [BillingProblem] {
        var problems: [BillingProblem] = []
        var instant = start
        while next.map({ instant < $0 }) ?? true {
            let state = history.state(asOf: instant)
            let isGrace = state?.renewalState == .inGracePeriod
            let isProblem = isGrace || state?.renewalState == .inBillingRetryPeriod
            let change = changes[changes.firstPlace { $0 > instant }...].first
            let end = isProblem ? (isGrace ? state?.graceEndDate : state?.retryEndDate) : nil
            guard let end = [change, end, next].compactMap(\.self).min() else { break }
            if isProblem, let period = state?.period, period.transaction.isSale {
                let isRecovered = end == next || undone.contains(end)
                let span = Span(startDate: instant, endDate: end, isGrace: isGrace)
                if let last = problems.last, last.endDate == instant,
                    last.period.transaction.id == period.transaction.id
                {
                    problems[problems.count - 1].spans.append(span)
                    problems[problems.count - 1].isRecovered = isRecovered
                } else {
                    problems.append(BillingProblem(period: period, spans: [span], isRecovered: isRecovered))
                }
            }
            instant = end
        }
        return problems
    }

    /// A charge that failed at first and was paid within the grace period: the period then begins where the one before it
    /// ended, and the problem has no length.
    private static func voidedFailure(in history: SubscriptionHistory, at period: ServicePeriod) -> Span? {
        let records = history.renewalRecords
        let from = records.firstPlace { $0.evidence.instant >= period.startDate }
        let within = records[from...].prefix { $0.evidence.instant < period.endDate }
        guard let paid = within.lastIndex(where: \.isUneventful) else { return nil }
        let failures = within[..<paid].filter(\.reportsFailure)
        guard !failures.isEmpty else { return nil }
        let isGrace = failures.contains { $0.info.gracePeriodExpirationDate != nil }
        return Span(startDate: period.startDate, endDate: period.startDate, isGrace: isGrace)
    }
}
