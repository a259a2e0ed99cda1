// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Time of service that runs while no period of its plan covers it: bought once, or converted from another plan.
struct ServiceCredit: Hashable, Sendable {
    enum Length: Hashable, Sendable {
        case calendar(CalendarPeriod)
        case milliseconds(Int64)
    }

    var plan: PlanID
    var scope: AppScope
    var productID: ProductID
    var key: LineageKey?
    var place: Int?
    var transactionID: TransactionID?
    var conversion: ConversionID?
    var device: DeviceID?
    var acquiredDate: Date
    var length: Length

    /// When what is left of it is taken away: by a refund, or by a conversion.
    var cutDate: Date?
    var evidence: Evidence
}

/// How one plan's credits are used up.
struct CreditUse: Sendable {
    /// The times in which a credit is used, in order.
    var spans: [(start: Date, end: Date)]

    /// How much of it is used at and after an instant, in milliseconds.
    func milliseconds(after instant: Date) -> Int64 {
        spans.reduce(BoundedSum()) { sum, span in
            sum + BoundedSum(max(0, span.end.milliseconds(since: max(span.start, instant))))
        }
        .value
    }
}

extension ServiceCredit {
    /// Uses credits up, one after the other, in the gaps that a plan's fixed spans leave.
    ///
    /// - Parameters:
    ///   - credits: The credits of one plan, in the order in which they were acquired.
    ///   - fixed: The spans of the plan's subscriptions and purchases, sorted by their beginning.
    /// - Returns: How each credit is used, in the order of the credits.
    static func use(_ credits: [ServiceCredit], around fixed: [AccessSpan]) -> [CreditUse] {
        var cursor = Date.distantPast
        return credits.map { credit in
            var use = CreditUse(spans: [])
            cursor = max(cursor, credit.acquiredDate)
            var left: Int64?
            while true {
                skip(over: fixed, from: &cursor)
                guard cursor < credit.cutDate ?? .distantFuture else { return use }
                let wanted = credit.end(from: cursor, left: left)
                let blocked = min(wanted, fixed.first { $0.startDate > cursor }?.startDate ?? wanted)
                let end = min(blocked, credit.cutDate ?? .distantFuture)
                if cursor < end { use.spans.append((cursor, end)) }
                left = wanted.milliseconds(since: end)
                let isCut = end < blocked
                cursor = end
                if isCut || left == 0 { return use }
            }
        }
    }

    private func end(from start: Date, left: Int64?) -> Date {
        if let left { return start.adding(milliseconds: left) }
        switch length {
        case .calendar(let period): return period.end(from: start)
        case .milliseconds(let count): return start.adding(milliseconds: count)
        }
    }

    /// Moves an instant past every span that covers it.
    private static func skip(over fixed: [AccessSpan], from cursor: inout Date) {
        for span in fixed where span.covers(cursor) {
            cursor = span.endDate ?? .distantFuture
        }
    }
}
