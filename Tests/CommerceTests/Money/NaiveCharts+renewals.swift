// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// The figures about renewals, failed charges, offers and price increases, and what customers are worth.
extension NaiveCharts {
    /// A time after a period in which Apple tries to charge for the next one.
    struct Trouble {
        /// In grace or in retry, from one instant to the next.
        struct Part {
            var begin: Date
            var end: Date
            var isGrace: Bool
        }

        /// The period that ended.
        var span: Span
        var parts: [Part]
        /// Whether the next period began at its end.
        var isRecovered: Bool
    }

    private static let sixtyDays = 60 * 86_400.0

    /// The statements about what followed a period, until the next one began.
    private static func statements(after place: Int, in life: Life) -> [Statement] {
        let span = life.bought[place]
        let next = life.bought[(place + 1)...].first?.begin ?? .distantFuture
        let signed = life.statements.filter { $0.at >= span.begin && $0.at < next }
        guard let refund = span.refund else {
            // An uneventful one within the period shows that an earlier failure was of the charge for this period.
            let start = signed.lastIndex { $0.at < span.end && $0.isUneventful }.map { $0 + 1 } ?? 0
            return signed[start...].filter { !$0.isUneventful || $0.at >= span.end }
        }
        // After a refund only a failure counts, and what was signed later about that.
        let isLate = refund.at >= span.due
        let together = signed.filter { $0.at == refund.signed }
        let later = signed.filter { $0.at > refund.signed }
        if isLate, !together.isEmpty, together.allSatisfy(\.isFailure) { return together + later }
        let counted = later.filter { isLate || $0.at >= span.due || $0.isFailure }
        return counted.contains(where: \.isFailure) ? counted : []
    }

    /// The statement that decides what followed: the newest that is known, or else the first one after.
    private static func deciding(_ statements: [Statement], where isKnown: (Statement) -> Bool) -> Statement? {
        statements.last(where: isKnown) ?? statements.first
    }

    /// Whether there is grace, or else a retry, at an instant after a period; nothing when there is neither.
    private static func isGrace(at instant: Date, after place: Int, in life: Life) -> Bool? {
        let span = life.bought[place]
        guard instant >= span.due, !span.isLeft,
            !life.spans.contains(where: { $0.begin <= instant && instant < $0.end }),
            let info = deciding(statements(after: place, in: life), where: { $0.at <= instant })?.info
        else { return nil }
        if let grace = info.gracePeriodExpirationDate, instant < grace { return true }
        return info.isInBillingRetryPeriod && instant < span.due.addingTimeInterval(sixtyDays) ? false : nil
    }

    /// Every failed charge of a purchase, by looking at each instant at which something changes.
    static func troubles(of life: Life) -> [Trouble] {
        var troubles: [Trouble] = []
        for (place, span) in life.bought.enumerated() {
            let next = life.bought[(place + 1)...].first?.begin ?? .distantFuture
            let statements = statements(after: place, in: life)
            var marks = [span.due, span.due.addingTimeInterval(sixtyDays)] + statements.map(\.at)
            marks += statements.compactMap(\.info.gracePeriodExpirationDate) + life.spans.map(\.end)
            marks = Set(marks).filter { $0 >= span.due && $0 < next }.sorted()
            var parts: [Trouble.Part] = []
            for (mark, end) in zip(marks, marks.dropFirst() + [next]) {
                if let isGrace = isGrace(at: mark, after: place, in: life) {
                    parts.append(Trouble.Part(begin: mark, end: end, isGrace: isGrace))
                } else if !parts.isEmpty {
                    troubles.append(Trouble(span: span, parts: parts, isRecovered: false))
                    parts = []
                }
            }
            if let parts = voided(after: span, in: life) {
                troubles.append(Trouble(span: span, parts: [parts], isRecovered: true))
            }
            // Grace and retries do not last forever: these ended because the next period began.
            if !parts.isEmpty { troubles.append(Trouble(span: span, parts: parts, isRecovered: true)) }
        }
        return troubles
    }

    /// A charge that failed and was paid in the grace period: the next period begins where this one ended.
    private static func voided(after span: Span, in life: Life) -> Trouble.Part? {
        guard let place = life.spans.firstIndex(where: { $0.transaction.id == span.transaction.id }),
            let next = life.spans[(place + 1)...].first, next.begin <= life.spans[place].end
        else { return nil }
        let signed = life.statements.filter { $0.at >= next.begin && $0.at < next.end }
        let failures = signed.prefix(signed.lastIndex(where: \.isUneventful) ?? 0).filter(\.isFailure)
        guard !failures.isEmpty else { return nil }
        let isGrace = failures.contains { $0.info.gracePeriodExpirationDate != nil }
        return Trouble.Part(begin: next.begin, end: next.begin, isGrace: isGrace)
    }

    /// Why a subscription was no longer in service at a midnight after a period.
    static func reason(of span: Span, in life: Life, by midnight: Date) -> String {
        guard span.refund == nil,
            let place = life.bought.firstIndex(where: { $0.transaction.id == span.transaction.id })
        else { return "refunded" }
        let later = life.bought[(place + 1)...].prefix { $0.begin < midnight }
        if later.contains(where: { bought in !life.spans.contains { $0.transaction.id == bought.transaction.id } }) {
            return "refunded"
        }
        let statements = statements(after: place, in: life)
        guard let last = deciding(statements, where: { $0.at < midnight }) else { return "other" }
        if last.isFailure { return "billing" }
        switch last.info.expirationIntent {
        case .canceled?: return "canceled"
        case .billingError?: return "billing"
        case .priceIncreaseNotConsented?: return "price"
        case nil where last.info.willAutoRenew == false: return "canceled"
        default: return "other"
        }
    }

    /// Which part of the revenue moved.
    static func part(of move: Move) -> String {
        guard move.transaction.productType == .autoRenewableSubscription else { return "revenue_one_time" }
        return move.transaction.reason == .renewal ? "revenue_renewals" : "revenue_new"
    }
}

extension NaiveCharts.Statement {
    /// Whether it reports that a charge failed.
    fileprivate var isFailure: Bool { info.isInBillingRetryPeriod || info.gracePeriodExpirationDate != nil }

    /// Whether it reports neither a failed charge nor an end.
    fileprivate var isUneventful: Bool { !isFailure && info.expirationIntent == nil }
}

extension NaiveCharts.Span {
    /// Whether it is of the same offer as another one.
    fileprivate func hasOffer(of other: Self?) -> Bool {
        let (own, others) = (transaction.offer, other?.transaction.offer)
        return own?.type == others?.type && own?.id == others?.id
    }

    /// Whether it is a renewal, after a period that ended.
    fileprivate func isRenewal(after end: Date) -> Bool {
        transaction.reason.map { $0 == .renewal } ?? (begin.timeIntervalSince(end) <= 60 * 86_400)
    }
}

extension NaiveCharts {
    /// Renewals that were due, and offers that began and ended.
    func addEnds(_ life: Life, _ days: [String], _ count: Count) {
        for (place, span) in life.spans.enumerated() {
            let previous = place > 0 ? life.spans[place - 1] : nil
            let next = life.spans[(place + 1)...].first
            let (begin, end) = (Self.day(span.begin), Self.day(span.end))
            let hasOffer = span.transaction.offer != nil
            if hasOffer, !span.hasOffer(of: previous), days.contains(begin) {
                count("offers_started", 1, begin, span.transaction, false)
            }
            guard !span.isLeft, span.refund == nil, days.contains(end) else { continue }
            let renewal = next.flatMap { $0.isRenewal(after: span.end) ? $0 : nil }
            if !span.isTrial {
                count("renewals_due", 1, end, span.transaction, false)
                if let renewal {
                    let isSame = renewal.transaction.productID == span.transaction.productID
                    count(isSame ? "renewals_done" : "renewals_changed", 1, end, span.transaction, false)
                }
            }
            guard hasOffer, !span.hasOffer(of: next) else { continue }
            count("offers_ended", 1, end, span.transaction, false)
            if let renewal, renewal.transaction.offer == nil {
                count("offers_converted", 1, end, span.transaction, false)
            }
        }
    }

    /// Failed charges, and how they ended.
    func addTroubles(_ life: Life, _ days: [String], _ count: Count) {
        for trouble in life.troubles {
            guard let first = trouble.parts.first, let last = trouble.parts.last else { continue }
            let (begin, end) = (Self.day(first.begin), Self.day(last.end))
            let about = trouble.span.transaction
            if days.contains(begin) { count("billing_failed", 1, begin, about, false) }
            let recovered = last.isGrace ? "recovered_in_grace" : "recovered_in_retry"
            if days.contains(end) { count(trouble.isRecovered ? recovered : "billing_lost", 1, end, about, false) }
        }
    }

    /// Failed charges at the end of a day.
    func addTroubles(_ life: Life, _ night: Night, _ count: Count) {
        for trouble in life.troubles {
            for part in trouble.parts where part.begin < night.end && part.end >= night.end {
                count(part.isGrace ? "in_grace" : "in_retry", 1, night.day, trouble.span.transaction, false)
            }
        }
    }

    /// Price increases: each statement that says something else about them than the one before.
    func addPriceIncreases(_ life: Life, _ days: [String], _ count: Count) {
        var before: RenewalInfo?
        for statement in life.statements {
            let (old, new) = (before, statement.info)
            before = new
            let day = Self.day(statement.at)
            guard days.contains(day), let span = life.spans.last(where: { $0.begin <= statement.at }) else { continue }
            if new.priceIncrease == .pending, old?.priceIncrease != .pending {
                count("price_asked", 1, day, span.transaction, false)
            }
            if new.priceIncrease == .accepted, old?.priceIncrease != .accepted {
                count("price_accepted", 1, day, span.transaction, false)
            }
            let declined = ExpirationIntent.priceIncreaseNotConsented
            if new.expirationIntent == declined, old?.expirationIntent != declined {
                count("price_declined", 1, day, span.transaction, false)
            }
        }
    }

    /// Renewals at another price.
    func addPriceChanges(_ life: Life, _ days: [String], _ count: Count) {
        for (span, next) in zip(life.spans, life.spans.dropFirst()) {
            let (old, new, day) = (span.transaction, next.transaction, Self.day(next.begin))
            guard days.contains(day), !span.isLeft, span.refund == nil, next.isRenewal(after: span.end),
                old.productID == new.productID, old.storefront == new.storefront, old.offer == nil, new.offer == nil,
                span.monthly > 0, next.monthly > 0, old.price != new.price,
                old.price?.currency == new.price?.currency
            else { continue }
            count("price_renewals", 1, day, new, false)
            count("price_effect", next.monthly - span.monthly, day, new, true)
        }
    }

    /// What customers paid by the currency and the month of their first payment, as lines of text.
    ///
    /// The currency and the month, customers and sum to date; then days, customers and sum of each horizon.
    func customerValues(asOf now: Date, where isCounted: (Move) -> Bool = { _ in true }) -> [String] {
        let today = Self.day(now)
        var moves: [String: [Move]] = [:]
        for move in lives.flatMap(\.moves) where Self.day(move.at) <= today && isCounted(move) {
            moves["\(move.currency) \(move.payer)", default: []].append(move)
        }
        var groups: [String: [(first: String, moves: [Move])]] = [:]
        for own in moves.values {
            guard let first = own.filter({ !$0.isAway }).min(by: { $0.at < $1.at }) else { continue }
            let day = Self.day(first.at)
            groups["\(first.currency) \(day.prefix(7))-01", default: []].append((day, own))
        }
        return groups.sorted { $0.key < $1.key }.map { name, customers in
            let sum = customers.flatMap { $0.moves }.reduce(0) { $0 + $1.amount }
            var line = "\(name) \(customers.count) \(sum)"
            for days in [7, 30, 90, 365] {
                let old = customers.filter { Self.day($0.first, plus: days - 1) < today }
                let paid = old.flatMap { customer in
                    customer.moves.filter { Self.day($0.at) < Self.day(customer.first, plus: days) }
                }
                line += " \(days) \(old.count) \(paid.reduce(0) { $0 + $1.amount })"
            }
            return line
        }
    }
}
