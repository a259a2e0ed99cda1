// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// The numbers of the business over some Pacific days, worked out from facts, one purchase after another.
///
/// `Documentation/Charts.md` defines each. Memory grows with the rows that are asked for, not with the purchases.
public struct BusinessCharts: Sendable {
    private let first: CivilDay
    private let last: CivilDay
    private let dimensions: Set<ChartRow.Dimension>
    private let terms: SaleTerms
    /// The days at whose ends states are looked at, each with the midnight before, or before the days left out since the last
    /// one, and with the one that ends it.
    private let nights: [Night]
    private var sums: [ChartRow.Key: BoundedSum] = [:]

    private struct Night: Sendable {
        var day: CivilDay
        var start: Date
        var end: Date
    }

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - days: The Pacific days.
    ///   - dimensions: What rows are distinguished by; without the day all days are summed, and states are those of the
    ///     last.
    ///   - terms: Taxes and Apple's shares.
    public init(
        days: ClosedRange<CivilDay>,
        by dimensions: Set<ChartRow.Dimension>,
        terms: SaleTerms
    ) {
        let all = (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).map(CivilDay.init(daysSince1970:))
        self.init(all, days, by: dimensions, terms: terms)
    }

    /// Begins with nothing, for purchases whose states change on some days alone.
    ///
    /// - Parameters:
    ///   - days: The days in the order of time, at least one; on others nothing happens.
    ///   - dimensions: What rows are distinguished by.
    ///   - terms: Taxes and Apple's shares.
    init(on days: [CivilDay], by dimensions: Set<ChartRow.Dimension>, terms: SaleTerms) {
        self.init(days, days[0]...days[days.count - 1], by: dimensions, terms: terms)
    }

    private init(
        _ days: [CivilDay],
        _ range: ClosedRange<CivilDay>,
        by dimensions: Set<ChartRow.Dimension>,
        terms: SaleTerms
    ) {
        first = range.lowerBound
        last = range.upperBound
        self.dimensions = dimensions
        self.terms = terms
        var nights: [Night] = []
        nights.reserveCapacity(days.count)
        for day in days {
            // Nothing happens between two of the days, so the state at the end of one is that at the beginning of the next.
            let start = nights.last?.end ?? ReportingZone.pacific.start(of: day)
            nights.append(Night(day: day, start: start, end: ReportingZone.pacific.start(of: day.adding(days: 1))))
        }
        self.nights = nights
    }

    /// The rows so far, in order; zeros are left out.
    public var rows: [ChartRow] { unorderedRows.sorted(on: { $0.key }) }

    /// The rows so far, in any order, for whom adds them up: sorting those of one purchase costs more than computing them.
    package var unorderedRows: [ChartRow] {
        sums.filter { $0.value != 0 }
            .map { ChartRow(key: $0.key, value: $0.value.value, isClamped: $0.value.isClamped) }
    }

    /// Counts a purchase in.
    public mutating func add(_ life: LineageChartInput) {
        for sale in life.sales { add(sale, life.revenueMeasure(of: sale)) }
        addTrials(life)
        addRenewals(life)
        addOffers(life)
        addBillingProblems(life)
        for answer in life.priceAnswers { count(answer.measure, on: answer.date, Segment(answer.period)) }
        for change in life.priceChanges {
            let day = ReportingZone.pacific.day(of: change.renewal.startDate)
            guard (first...last).contains(day) else { continue }
            let place = Segment(change.renewal)
            count(.priceRenewals, 1, day, place)
            count(.priceEffect, change.effect.milliunits, day, place, change.effect.currency)
        }
        for answer in life.refundAnswers {
            guard let transaction = life.history.record(of: answer.transactionID)?.transaction else { continue }
            count(answer.measure, on: answer.date, Segment(transaction))
        }
        addStates(life)
    }

    private mutating func add(_ sale: RecordedSale, _ part: ChartMeasure) {
        let day = sale.day
        guard (first...last).contains(day), sale.amount != 0 else { return }
        let place = Segment(
            product: sale.productID,
            storefront: sale.country,
            offer: LineageChartInput.name(of: sale.offerType, sale.offerID),
            store: sale.store
        )
        let currency = sale.price.currency
        count(.revenue, sale.amount, day, place, currency)
        count(part, sale.amount, day, place, currency)
        if sale.direction == .sale {
            count(.payments, 1, day, place)
            if part == .revenueOneTime { count(.oneTimePayments, 1, day, place) }
        } else {
            count(.refunds, 1, day, place)
            count(.refunded, (-BoundedSum(sale.amount)).value, day, place, currency)
        }
        guard let parts = terms.proceeds(of: sale) else { return }
        count(.proceeds, parts.proceeds.milliunits, day, place, currency)
        count(.tax, parts.tax.milliunits, day, place, currency)
        count(.commission, parts.commission.milliunits, day, place, currency)
    }

    private mutating func addTrials(_ life: LineageChartInput) {
        var hadTrial = false
        var hasConverted = false
        for period in life.periods {
            let day = ReportingZone.pacific.day(of: period.startDate)
            let isCounted = (first...last).contains(day)
            if period.kind == .freeTrial {
                hadTrial = true
                if isCounted { count(.trialsStarted, 1, day, Segment(period)) }
            } else if hadTrial, !hasConverted, period.kind.isPaid {
                hasConverted = true
                if isCounted { count(.trialConversions, 1, day, Segment(period)) }
            }
        }
    }

    private mutating func addRenewals(_ life: LineageChartInput) {
        for (period, _, renewal) in life.duePeriods where period.kind.isPaid {
            let place = Segment(period)
            count(.renewalsDue, on: period.endDate, place)
            guard let renewal else { continue }
            let isSame = renewal.transaction.productID == period.transaction.productID
            count(isSame ? .renewalsDone : .renewalsChanged, on: period.endDate, place)
        }
    }

    private mutating func addOffers(_ life: LineageChartInput) {
        var before: ServicePeriod?
        for period in life.periods {
            if !period.offerName.isEmpty, before?.hasOffer(of: period) != true {
                count(.offersStarted, on: period.startDate, Segment(period))
            }
            before = period
        }
        for (period, next, renewal) in life.duePeriods
        where !period.offerName.isEmpty && next?.hasOffer(of: period) != true {
            count(.offersEnded, on: period.endDate, Segment(period))
            guard let renewal, renewal.kind.isPaid, renewal.offerName.isEmpty else { continue }
            count(.offersConverted, on: period.endDate, Segment(period))
        }
    }

    private mutating func addBillingProblems(_ life: LineageChartInput) {
        for problem in life.billingProblems {
            let place = Segment(problem.period)
            count(.billingFailed, on: problem.startDate, place)
            let recovered: ChartMeasure =
                problem.spans[problem.spans.count - 1].isGrace ? .recoveredInGrace : .recoveredInRetry
            count(problem.isRecovered ? recovered : .billingLost, on: problem.endDate, place)
        }
    }

    private mutating func addStates(_ life: LineageChartInput) {
        guard let end = nights.last?.end else { return }
        let begin = life.periods.first?.startDate ?? .distantFuture
        let beginnings = [begin, life.billingProblems.first?.startDate ?? .distantFuture]
        guard beginnings.contains(where: { $0 < end }) else { return }
        let firstRevenue = life.periods.first { $0.monthlyRevenue() != nil }?.startDate ?? .distantFuture
        var before = Service(of: life, at: nights[0].start)
        for (index, night) in nights.enumerated() {
            // By the day's own beginning, so that a day's figures are the same whichever days they are asked for with.
            let hadService = begin < night.start
            let hadRevenue = firstRevenue < night.start
            let now = Service(of: life, at: night.end)
            if dimensions.contains(.day) || index == nights.count - 1 {
                addState(now, of: life, at: night.end, night.day)
            }
            addMove(from: before?.period, to: now?.period, hadService: hadService, night.day)
            addTrialMove(from: before?.period, to: now?.period, night.day)
            if let before, now == nil {
                let reason = life.churnMeasure(of: before.period, asOf: night.end.adding(milliseconds: -1))
                count(reason, 1, night.day, Segment(before.period))
            }
            addRevenueMove(from: before, to: now, hadRevenue: hadRevenue, night.day)
            before = now
        }
    }

    /// The period in service just before a midnight, with what it brings a month then.
    private struct Service {
        var period: ServicePeriod
        var monthlyRevenue: Money?
        var committedRevenue: Money?
        var seats: Int?

        init?(of life: LineageChartInput, at midnight: Date) {
            guard let period = life.periods.last(where: { $0.startDate < midnight && $0.endDate >= midnight }) else {
                return nil
            }
            self.period = period
            let instant = midnight.adding(milliseconds: -1)
            monthlyRevenue = period.monthlyRevenue(asOf: instant)
            committedRevenue = period.transaction.committedCharge
            seats = period.seats(asOf: instant)
        }
    }

    private mutating func addState(
        _ service: Service?,
        of life: LineageChartInput,
        at midnight: Date,
        _ day: CivilDay
    ) {
        guard let service else {
            for problem in life.billingProblems {
                guard let span = problem.span(before: midnight) else { continue }
                count(span.isGrace ? .inGrace : .inRetry, 1, day, Segment(problem.period))
            }
            return
        }
        let place = Segment(service.period)
        let isTrial = service.period.kind == .freeTrial
        let isEnding = life.isRenewalOff(asOf: midnight.adding(milliseconds: -1))
        count(.active, 1, day, place)
        count(isTrial ? .activeTrial : .activePaid, 1, day, place)
        count(isEnding ? .activeEnding : .activeRenewing, 1, day, place)
        if isTrial, isEnding { count(.activeTrialEnding, 1, day, place) }
        if let seats = service.seats { count(.seats, Int64(seats), day, place) }
        if let money = service.monthlyRevenue { count(.monthlyRevenue, money.milliunits, day, place, money.currency) }
        if let money = service.committedRevenue {
            count(.committedRevenue, money.milliunits, day, place, money.currency)
        }
    }

    private mutating func addMove(
        from before: ServicePeriod?,
        to now: ServicePeriod?,
        hadService: Bool,
        _ day: CivilDay
    ) {
        switch (before, now) {
        case (nil, .some(let now)): count(hadService ? .reactivated : .new, 1, day, Segment(now))
        case (.some(let before), nil): count(.churned, 1, day, Segment(before))
        default: break
        }
    }

    private mutating func addTrialMove(from before: ServicePeriod?, to now: ServicePeriod?, _ day: CivilDay) {
        switch (before.map { $0.kind == .freeTrial } ?? false, now.map { $0.kind == .freeTrial }) {
        case (false, true?): if let now { count(.trialsEntered, 1, day, Segment(now)) }
        case (true, false?): if let now { count(.trialsPaid, 1, day, Segment(now)) }
        case (true, nil): if let before { count(.trialsLost, 1, day, Segment(before)) }
        default: break
        }
    }

    private mutating func addRevenueMove(
        from before: Service?,
        to now: Service?,
        hadRevenue: Bool,
        _ day: CivilDay
    ) {
        let (old, new) = (before?.monthlyRevenue, now?.monthlyRevenue)
        if let now, let new, old?.currency != new.currency {
            let measure: ChartMeasure = hadRevenue ? .monthlyRevenueReactivated : .monthlyRevenueNew
            count(measure, new.milliunits, day, Segment(now.period), new.currency)
        }
        if let before, let old, old.currency != new?.currency {
            count(.monthlyRevenueChurned, old.milliunits, day, Segment(before.period), old.currency)
        }
        guard let now, let old, let new, old.currency == new.currency else { return }
        let change = new.milliunits - old.milliunits
        if change > 0 { count(.monthlyRevenueExpansion, change, day, Segment(now.period), new.currency) }
        if change < 0 { count(.monthlyRevenueContraction, -change, day, Segment(now.period), new.currency) }
    }

    /// Counts one on the day of an instant, if it is one of the days.
    private mutating func count(_ measure: ChartMeasure, on instant: Date, _ place: Segment) {
        let day = ReportingZone.pacific.day(of: instant)
        if (first...last).contains(day) { count(measure, 1, day, place) }
    }

    private mutating func count(
        _ measure: ChartMeasure,
        _ value: Int64,
        _ day: CivilDay,
        _ place: Segment,
        _ currency: Currency? = nil
    ) {
        let key = ChartRow.Key(
            day: dimensions.contains(.day) ? day : nil,
            product: dimensions.contains(.product) ? place.product : nil,
            storefront: dimensions.contains(.storefront) ? place.storefront : nil,
            offer: dimensions.contains(.offer) ? place.offer : nil,
            store: dimensions.contains(.store) ? place.store : nil,
            currency: currency,
            measure: measure
        )
        sums[key, default: 0] += value
    }
}

/// What a number is about besides its day.
private struct Segment {
    var product: ProductID
    var storefront: StorefrontCountryCode
    var offer: String
    var store: Store

    init(product: ProductID, storefront: StorefrontCountryCode, offer: String, store: Store) {
        self.product = product
        self.storefront = storefront
        self.offer = offer
        self.store = store
    }

    init(_ period: ServicePeriod) { self.init(period.transaction) }

    init(_ transaction: Transaction) {
        product = transaction.productID
        storefront = transaction.storefront ?? ""
        offer = LineageChartInput.name(of: transaction.offer?.type, transaction.offer?.id)
        store = transaction.store
    }
}
