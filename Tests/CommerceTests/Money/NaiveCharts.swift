// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// Business figures written a second time, from nothing but the documents and `Documentation/Charts.md`.
///
/// Plain loops over every purchase and every day; none of the library's histories, sales or calendars. Slow, and easy
/// to follow.
struct NaiveCharts {
    /// What a number is about, as one text: day, product, storefront, offer, currency, measure.
    typealias Sums = [String: Int64]

    /// Money that moved.
    struct Move {
        var at: Date
        var amount: Int64
        var transaction: Commerce.Transaction
        /// The customer when a claim names one, the purchase otherwise.
        var payer: String
        /// Whether a year of paid service had gone by when the transaction was charged.
        var isAfterYear = false
        var isAway: Bool { amount < 0 }
        var currency: Currency { transaction.price?.currency ?? "" }
    }

    /// Time in service.
    struct Span {
        var begin: Date
        var end: Date
        var transaction: Commerce.Transaction
        /// The end as it was first said.
        var firstEnd: Date
        var isTrial: Bool { transaction.offer?.discount == .freeTrial }
        /// In milliunits a month; zero for a trial.
        var monthly: Int64
        /// Whether the customer left it for another plan before its end.
        var isLeft = false
        /// When all of it, or the rest of it, was refunded, and when Apple first signed that.
        var refund: (at: Date, signed: Date)?
        /// When the next charge was due: a refund does not turn the renewal off.
        var due: Date { refund == nil ? end : transaction.expirationDate ?? end }
    }

    /// What Apple signed about the renewal.
    struct Statement {
        var at: Date
        var info: RenewalInfo
    }

    struct Life {
        var moves: [Move] = []
        var spans: [Span] = []
        /// The spans, and those that were refunded as if never bought, which end where they begin.
        var bought: [Span] = []
        var statements: [Statement] = []
        var troubles: [Trouble] = []
    }

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt
        return calendar
    }()

    /// A Pacific day as in "2025-02-01".
    static func day(_ instant: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: instant)
        let two = { (number: Int?) in (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    }

    /// The day so many days after another one.
    static func day(_ day: String, plus days: Int) -> String {
        self.day(calendar.date(byAdding: .day, value: days, to: midnight(day)) ?? .distantFuture)
    }

    static func midnight(_ day: String) -> Date {
        let numbers = day.split(separator: "-").compactMap { Int($0) }
        return calendar.date(from: DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])) ?? .distantPast
    }

    private(set) var lives: [Life] = []

    /// Reads every purchase's documents.
    init(_ facts: [OriginalTransactionID: [Fact]]) {
        for (lineage, facts) in facts { lives.append(Self.life(lineage.rawValue, facts)) }
    }

    private static func life(_ lineage: String, _ facts: [Fact]) -> Life {
        var documents: [String: [(Date, Commerce.Transaction)]] = [:]
        var life = Life()
        var payer = lineage
        for fact in facts.sorted(by: { $0.order < $1.order }) {
            switch fact.content {
            case .transaction(let transaction) where transaction.ownership == .purchased:
                documents[transaction.id.rawValue, default: []].append((fact.order.instant, transaction))
            case .renewalInfo(let info): life.statements.append(Statement(at: fact.order.instant, info: info))
            case .command(.claim(let claim)): payer = claim.customer.rawValue
            default: break
            }
        }
        for id in documents.keys { documents[id]?.sort { $0.0 < $1.0 } }
        let newest = documents.values.compactMap(\.last?.1).sorted {
            ($0.purchaseDate, $0.id.rawValue.count, $0.id.rawValue) < (
                $1.purchaseDate, $1.id.rawValue.count, $1.id.rawValue
            )
        }
        for transaction in newest {
            let received = documents[transaction.id.rawValue] ?? []
            life.moves += moves(transaction, received, among: newest, payer)
            if let span = span(transaction, received, among: newest) { life.bought.append(span) }
        }
        for (place, span) in life.bought.enumerated() where span.begin < span.end {
            guard let next = life.bought[(place + 1)...].first(where: { $0.begin < $0.end }) else { continue }
            life.bought[place].end = min(span.end, next.begin)
        }
        life.spans = life.bought.filter { $0.begin < $0.end }
        life.troubles = troubles(of: life)
        for place in life.moves.indices where life.moves[place].transaction.expirationDate != nil {
            life.moves[place].isAfterYear = hadYear(before: life.moves[place].transaction, documents, among: newest)
        }
        return life
    }

    /// 365 days that were paid for, as first said, trials left out, without a gap of more than 60 days in service.
    ///
    /// What was refunded whole before the charge counts not at all, what was refunded in part until then; later refunds
    /// change nothing, nor does it that a refund was reversed later.
    private static func hadYear(
        before payment: Commerce.Transaction,
        _ documents: [String: [(Date, Commerce.Transaction)]],
        among all: [Commerce.Transaction]
    ) -> Bool {
        let instant = payment.purchaseDate
        let charge = min(documents[payment.id.rawValue]?.first?.0 ?? instant, instant)
        var served: [(begin: Date, end: Date, paidEnd: Date)] = []
        for transaction in all where transaction.purchaseDate < instant {
            guard let expiration = transaction.expirationDate else { continue }
            let received = documents[transaction.id.rawValue] ?? []
            var refund: Revocation?
            for (signed, document) in received {
                if let revocation = document.revocation {
                    if revocation.date <= charge { refund = revocation }
                } else if signed <= charge {
                    refund = nil
                }
            }
            if let refund, refund.type != .refundProrated { continue }
            let begin = transaction.purchaseDate
            // Charged a day early, and left for a better plan before it began.
            let isVoid = all.contains {
                !$0.isUpgraded && $0.purchaseDate < begin && ($0.expirationDate ?? begin) > begin
                    && $0.productID != transaction.productID
            }
            if transaction.isUpgraded, isVoid { continue }
            let ends = [expiration, refund?.date, left(transaction, among: all), instant]
            let end = ends.compactMap(\.self).min() ?? begin
            if let last = served.indices.last {
                served[last].end = min(served[last].end, begin)
                served[last].paidEnd = min(served[last].paidEnd, begin)
            }
            let isTrial = transaction.offer?.discount == .freeTrial
            served.append((begin, end, isTrial ? begin : min(end, received.first?.1.expirationDate ?? end)))
        }
        let maximumGap = 60 * 86_400.0
        var (paid, last) = (0.0, nil as Date?)
        for span in served {
            if let last, span.begin.timeIntervalSince(last) > maximumGap { paid = 0 }
            last = max(last ?? span.end, span.end)
            paid += max(0, span.paidEnd.timeIntervalSince(span.begin))
        }
        guard let last, instant.timeIntervalSince(last) <= maximumGap else { return false }
        return paid >= 365 * 86_400
    }

    /// When the customer left a plan for a better one: when the next plan was bought.
    private static func left(_ transaction: Commerce.Transaction, among all: [Commerce.Transaction]) -> Date? {
        guard transaction.isUpgraded else { return nil }
        for other in all where other.expirationDate != nil && other.purchaseDate > transaction.purchaseDate {
            return other.purchaseDate
        }
        return nil
    }

    private static func moves(
        _ transaction: Commerce.Transaction,
        _ received: [(Date, Commerce.Transaction)],
        among all: [Commerce.Transaction],
        _ payer: String
    ) -> [Move] {
        let price = transaction.price?.milliunits ?? 0
        func move(_ at: Date, _ amount: Int64) -> Move {
            Move(at: at, amount: amount, transaction: transaction, payer: payer)
        }
        var moves = [move(transaction.purchaseDate, price)]
        let rest = rest(of: transaction, among: all, price: price)
        var removed: Int64?
        for (signed, document) in received {
            if let revocation = document.revocation, removed == nil {
                let part = Int64(revocation.percentage ?? 100_000)
                // What went back with the better plan does not go back again.
                let amount = min((price * part * 2 + 100_000) / 200_000, price - (rest?.amount ?? 0))
                moves.append(move(revocation.date, -amount))
                removed = amount
            } else if document.revocation == nil, let amount = removed {
                moves.append(move(signed, amount))
                removed = nil
            }
        }
        if let rest { moves.append(move(rest.at, -rest.amount)) }
        return moves.filter { $0.amount != 0 }
    }

    /// What went back when the customer left for a better plan.
    private static func rest(
        of transaction: Commerce.Transaction,
        among all: [Commerce.Transaction],
        price: Int64
    ) -> (at: Date, amount: Int64)? {
        guard let end = transaction.expirationDate, let at = left(transaction, among: all), at < end else { return nil }
        let length = end.millisecondsSince1970 - transaction.purchaseDate.millisecondsSince1970
        let rest = end.millisecondsSince1970 - at.millisecondsSince1970
        return (at, (price * rest * 2 + length) / (length * 2))
    }

    private static func span(
        _ transaction: Commerce.Transaction,
        _ received: [(Date, Commerce.Transaction)],
        among all: [Commerce.Transaction]
    ) -> Span? {
        guard let expiration = transaction.expirationDate else { return nil }
        var (end, isLeft) = (expiration, false)
        if let at = left(transaction, among: all), at < end { (end, isLeft) = (at, true) }
        var refund: (at: Date, signed: Date)?
        if let revocation = transaction.revocation {
            // All of it, or the rest of it, of which there is none after its end.
            let at = revocation.type == .refundProrated ? revocation.date : transaction.purchaseDate
            if at < end || revocation.type != .refundProrated {
                let signed = received.filter { $0.1.revocation?.date == revocation.date }.map(\.0).min()
                refund = (revocation.date, min(signed ?? revocation.date, revocation.date))
                (end, isLeft) = (at, false)
            }
        }
        let firstEnd = received.first?.1.expirationDate ?? expiration
        var monthly: Int64 = 0
        if transaction.offer?.discount != .freeTrial, let price = transaction.price?.milliunits, price > 0 {
            let days = ((firstEnd.timeIntervalSince(transaction.purchaseDate)) / 86_400).rounded()
            monthly = self.monthly(price, days: Int64(days))
        }
        return Span(
            begin: transaction.purchaseDate,
            end: end,
            transaction: transaction,
            firstEnd: firstEnd,
            monthly: monthly,
            isLeft: isLeft,
            refund: refund
        )
    }

    /// A price over its days' months: whole months where the days make some, else by 30.4375 days.
    private static func monthly(_ price: Int64, days: Int64) -> Int64 {
        for (months, range) in [(1, 28...31), (2, 59...62), (3, 89...92), (6, 181...184), (12, 365...366)]
        where range.contains(Int(days)) {
            return (price * 2 + Int64(months)) / Int64(months * 2)
        }
        return (price * 304_375 * 2 + days * 10_000) / (days * 20_000)
    }
}

extension NaiveCharts {
    /// The rows of some days under their texts; a dimension that is not asked for is empty.
    func rows(_ days: [String], by dimensions: Set<ChartRow.Dimension>, taxes: [String: Tax]) -> Sums {
        var sums: Sums = [:]
        func count(_ measure: String, _ value: Int64, _ day: String, _ about: Commerce.Transaction, _ money: Bool) {
            let offer = about.offer.map {
                $0.id?.rawValue ?? ($0.type == .introductory ? "introductory" : "offer-\($0.type.rawValue)")
            }
            let cells = [
                dimensions.contains(.day) ? day : "", dimensions.contains(.product) ? about.productID.rawValue : "",
                dimensions.contains(.storefront) ? about.storefront?.rawValue ?? "" : "",
                dimensions.contains(.offer) ? offer ?? "" : "", money ? about.price?.currency.rawValue ?? "" : "",
                measure,
            ]
            sums[cells.joined(separator: "|"), default: 0] += value
        }
        let nights = days.map { Night(day: $0, begin: Self.midnight($0), end: Self.midnight(Self.day($0, plus: 1))) }
        for life in lives {
            for move in life.moves where days.contains(Self.day(move.at)) {
                let day = Self.day(move.at)
                count("revenue", move.amount, day, move.transaction, true)
                count(Self.part(of: move), move.amount, day, move.transaction, true)
                let parts = Self.parts(of: move, taxes)
                count("tax", parts.tax, day, move.transaction, true)
                count("commission", parts.commission, day, move.transaction, true)
                count("proceeds", parts.proceeds, day, move.transaction, true)
                count(move.isAway ? "refunds" : "payments", 1, day, move.transaction, false)
                if move.isAway { count("refunded", -move.amount, day, move.transaction, true) }
                if !move.isAway, Self.part(of: move) == "revenue_one_time" {
                    count("one_time_payments", 1, day, move.transaction, false)
                }
            }
            addTrials(life, days, count)
            addEnds(life, days, count)
            addTroubles(life, days, count)
            addPriceIncreases(life, days, count)
            addPriceChanges(life, days, count)
            for night in nights {
                let isLast = night.day == days.last || dimensions.contains(.day)
                addStates(life, night, isLast: isLast, count)
                if isLast { addTroubles(life, night, count) }
            }
        }
        return sums.filter { $0.value != 0 }
    }

    /// What the law takes, what Apple keeps and what is left of money that moved, by whole numbers and schoolbook
    /// rounding.
    static func parts(
        of move: Move,
        _ taxes: [String: Tax]
    ) -> (tax: Int64, commission: Int64, proceeds: Int64) {
        let size = abs(move.amount)
        let tax: Int64
        switch taxes[move.transaction.storefront?.rawValue ?? ""] {
        case .netOfTax(let hundredths): tax = rounded(size * hundredths, over: 10_000)
        case .inside(let hundredths): tax = size - rounded(size * 10_000, over: 10_000 + hundredths)
        case nil: tax = 0
        }
        let isLower = move.transaction.storefront == "CHN" && day(move.transaction.purchaseDate) >= "2026-03-15"
        let share: Int64 = move.isAfterYear ? (isLower ? 88 : 85) : (isLower ? 75 : 70)
        let proceeds = rounded((size - tax) * share, over: 100)
        let sign: Int64 = move.isAway ? -1 : 1
        return (sign * tax, sign * (size - tax - proceeds), sign * proceeds)
    }

    private static func rounded(_ number: Int64, over divisor: Int64) -> Int64 {
        (number * 2 + divisor) / (divisor * 2)
    }

    /// A storefront's tax in hundredths of a per cent: kept of the whole price, or inside it.
    enum Tax {
        case netOfTax(Int64)
        case inside(Int64)
    }

    /// The taxes of a file of storefronts, read word by word.
    static func taxes(in text: String) -> [String: Tax] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
        guard let head = lines.first, let kind = head.firstIndex(of: "tax"), let rate = head.firstIndex(of: "rate")
        else {
            return [:]
        }
        var taxes: [String: Tax] = [:]
        for line in lines.dropFirst() where line.count > rate {
            let parts = line[rate].split(separator: ".")
            let decimals = parts.count > 1 ? String((parts[1] + "00").prefix(2)) : "00"
            let hundredths = (Int64(parts[0]) ?? 0) * 100 + (Int64(decimals) ?? 0)
            if line[kind] == "withheld" { taxes[String(line[0])] = .netOfTax(hundredths) }
            if line[kind] == "included" { taxes[String(line[0])] = .inside(hundredths) }
        }
        return taxes
    }

    typealias Count = (String, Int64, String, Commerce.Transaction, Bool) -> Void

    /// A day between its two midnights.
    struct Night {
        var day: String
        var begin: Date
        var end: Date
    }

    private func addTrials(_ life: Life, _ days: [String], _ count: Count) {
        for (place, span) in life.spans.enumerated() where days.contains(Self.day(span.begin)) {
            let earlier = life.spans[..<place]
            if span.isTrial {
                count("trials_started", 1, Self.day(span.begin), span.transaction, false)
            } else if let trial = earlier.firstIndex(where: \.isTrial), earlier[trial...].allSatisfy(\.isTrial) {
                count("trial_conversions", 1, Self.day(span.begin), span.transaction, false)
            }
        }
    }

    private func addStates(_ life: Life, _ night: Night, isLast: Bool, _ count: Count) {
        let (day, begin, end) = (night.day, night.begin, night.end)
        let before = life.spans.last { $0.begin < begin && $0.end >= begin }
        let now = life.spans.last { $0.begin < end && $0.end >= end }
        if isLast, let now {
            count("active", 1, day, now.transaction, false)
            count(now.isTrial ? "active_trial" : "active_paid", 1, day, now.transaction, false)
            if now.monthly > 0 { count("mrr", now.monthly, day, now.transaction, true) }
            let isOff = life.statements.last { $0.at < end }?.info.willAutoRenew == false
            count(isOff ? "active_ending" : "active_renewing", 1, day, now.transaction, false)
            if isOff, now.isTrial { count("active_trial_ending", 1, day, now.transaction, false) }
        }
        if let now, before == nil {
            let isBack = life.spans.contains { $0.begin < begin }
            count(isBack ? "reactivated" : "new", 1, day, now.transaction, false)
        }
        if let before, now == nil {
            count("churned", 1, day, before.transaction, false)
            count("churned_" + Self.reason(of: before, in: life, by: end), 1, day, before.transaction, false)
        }
        let wasTrial = before?.isTrial == true
        if let now, now.isTrial, !wasTrial { count("trials_entered", 1, day, now.transaction, false) }
        if let now, !now.isTrial, wasTrial { count("trials_paid", 1, day, now.transaction, false) }
        if let before, wasTrial, now == nil { count("trials_lost", 1, day, before.transaction, false) }
        let (old, new) = (before?.monthly ?? 0, now?.monthly ?? 0)
        if let now, old == 0, new > 0 {
            let isBack = life.spans.contains { $0.begin < begin && $0.monthly > 0 }
            count(isBack ? "mrr_reactivated" : "mrr_new", new, day, now.transaction, true)
        }
        if let before, old > 0, new == 0 { count("mrr_churned", old, day, before.transaction, true) }
        guard let now, old > 0, new > 0, old != new else { return }
        count(new > old ? "mrr_expansion" : "mrr_contraction", abs(new - old), day, now.transaction, true)
    }
}
