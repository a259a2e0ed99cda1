// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The ratios of the business over some Pacific days, and what customers have brought since they came.
///
/// Ratios are reported by their parts, so that whoever shows them rounds once. Memory grows with the number of payers.
public struct ChartSummary: Sendable {
    /// Payments and refunds in the days.
    public private(set) var payments = 0

    /// Refunds in the days.
    public private(set) var refunds = 0

    /// What customers paid in the days, less what went back.
    public private(set) var revenue: [Currency: BoundedSum] = [:]

    /// Trials that began in the days and ended before today.
    public private(set) var endedTrials = 0

    /// Those of them that a paid period followed.
    public private(set) var convertedTrials = 0

    /// The customers whose first payment is in the days.
    public var newPayers: Int { firstPayments.values.count { days.contains($0) } + countedNewPayers }

    /// The trials that began in the days and are over, by what was tried.
    public private(set) var trials: [TrialKey: TrialCount] = [:]

    /// What everybody paid since the beginning, less what went back.
    public private(set) var lifetimeRevenue: [Currency: BoundedSum] = [:]

    private let days: ClosedRange<CivilDay>
    private let part: ChartPart
    /// The day that is not over yet: trials that end on it have not ended.
    private let today: CivilDay
    /// By the currency in which they paid, and all of them.
    private var payersInDays: [Currency?: Payers] = [:]
    private var payersEver: [Currency?: Payers] = [:]
    /// The day of each customer's first payment.
    private var firstPayments: [String: CivilDay] = [:]
    /// New customers that were counted elsewhere.
    private var countedNewPayers = 0

    /// Customers who paid.
    private struct Payers: Sendable {
        var known: Set<String> = []
        /// Those that were counted elsewhere.
        var counted = 0

        var count: Int { known.count + counted }
    }

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - days: The Pacific days.
    ///   - part: The payments and trials that count.
    ///   - now: The present instant.
    public init(days: ClosedRange<CivilDay>, of part: ChartPart = .all, asOf now: Date) {
        self.days = days
        self.part = part
        today = ReportingZone.pacific.day(of: now)
    }

    /// The customers who paid in the days.
    public var payers: Int { payersInDays[nil]?.count ?? 0 }

    /// The customers who paid in the days in each currency; one who paid in two counts in both.
    public var payersByCurrency: [Currency: Int] { Self.byCurrency(payersInDays) }

    /// The customers who ever paid.
    public var lifetimePayers: Int { payersEver[nil]?.count ?? 0 }

    /// The customers who ever paid in each currency; one who paid in two counts in both.
    public var lifetimePayersByCurrency: [Currency: Int] { Self.byCurrency(payersEver) }

    private static func byCurrency(_ payers: [Currency?: Payers]) -> [Currency: Int] {
        payers.reduce(into: [:]) { counts, one in
            if let currency = one.key { counts[currency] = one.value.count }
        }
    }

    /// Counts a purchase in.
    public mutating func add(_ life: LineageChartInput) {
        for sale in life.sales where sale.amount != 0 && sale.day <= today && part.includes(sale) {
            lifetimeRevenue[sale.price.currency, default: 0] += sale.amount
            let currencies = [nil, sale.price.currency]
            if sale.direction == .sale {
                for currency in currencies { payersEver[currency, default: Payers()].known.insert(life.payer) }
                firstPayments[life.payer] = min(firstPayments[life.payer] ?? sale.day, sale.day)
            }
            guard days.contains(sale.day) else { continue }
            revenue[sale.price.currency, default: 0] += sale.amount
            if sale.direction == .sale {
                payments += 1
                for currency in currencies { payersInDays[currency, default: Payers()].known.insert(life.payer) }
            } else {
                refunds += 1
            }
        }
        for (index, period) in life.periods.enumerated() where period.kind == .freeTrial {
            let transaction = period.transaction
            guard part.includes(transaction.productID, transaction.storefront, period.offerName),
                days.contains(ReportingZone.pacific.day(of: period.startDate)),
                ReportingZone.pacific.day(of: period.endDate) < today
            else { continue }
            let isConverted = life.periods[(index + 1)...].contains {
                $0.kind.isPaid && ReportingZone.pacific.day(of: $0.startDate) <= today
            }
            endedTrials += 1
            convertedTrials += isConverted ? 1 : 0
            let key = TrialKey(
                product: period.transaction.productID,
                storefront: period.transaction.storefront,
                offer: period.offerName,
                store: life.store
            )
            trials[key, default: TrialCount()].ended += 1
            trials[key, default: TrialCount()].converted += isConverted ? 1 : 0
        }
    }
}

extension ChartSummary {
    /// Counts a stored sum in; `place` lies in the days.
    package mutating func add(_ key: ChartRow.Key, _ place: ChartTotals.Place, _ sum: ExactSum) {
        let count = Int(sum.bounded.value)
        guard isCounted(key) else { return }
        switch key.measure {
        case .revenue: if let currency = key.currency { revenue[currency, default: 0] += sum.bounded }
        case .payments: payments += count
        case .refunds: refunds += count
        case .payers:
            if place.detail == 0, key.currency == nil { countedNewPayers += count }
            guard Int(place.detail) < days.lowerBound.daysSince1970 else { return }
            payersInDays[key.currency, default: Payers()].counted += count
        case .trialsEnded, .trialsConverted:
            guard Int(place.detail) <= today.daysSince1970 else { return }
            let storefront = key.storefront.flatMap { $0.rawValue.isEmpty ? nil : $0 }
            let trial = TrialKey(
                product: key.product ?? "",
                storefront: storefront,
                offer: key.offer ?? "",
                store: key.store ?? .appStore
            )
            if key.measure == .trialsEnded {
                endedTrials += count
                trials[trial, default: TrialCount()].ended += count
            } else {
                convertedTrials += count
                trials[trial, default: TrialCount()].converted += count
            }
        default: break
        }
    }

    /// Counts a stored sum of any day until today into what customers have brought since they came.
    package mutating func addLifetime(_ key: ChartRow.Key, _ place: ChartTotals.Place, _ sum: ExactSum) {
        guard isCounted(key) else { return }
        switch key.measure {
        case .revenue: if let currency = key.currency { lifetimeRevenue[currency, default: 0] += sum.bounded }
        case .payers:
            if place.detail == 0 { payersEver[key.currency, default: Payers()].counted += Int(sum.bounded.value) }
        default: break
        }
    }

    /// Whether a stored series counts: payers have a series for each part, and other figures one for each of their parts.
    private func isCounted(_ key: ChartRow.Key) -> Bool {
        key.measure == .payers ? ChartPart(key) == part : part.includes(key)
    }

    /// Takes over what customers have brought since they came.
    package mutating func setLifetime(_ other: ChartSummary) {
        lifetimeRevenue = other.lifetimeRevenue
        payersEver = other.payersEver
    }
}

/// What was tried, where, and by which offer.
public struct TrialKey: Hashable, Sendable {
    /// The product.
    public var product: ProductID

    /// The storefront.
    public var storefront: StorefrontCountryCode?

    /// The offer: its name, or its kind when it has none; empty without an offer.
    public var offer: String

    /// The store.
    public var store: Store

    /// Makes a key.
    public init(product: ProductID, storefront: StorefrontCountryCode?, offer: String, store: Store) {
        self.product = product
        self.storefront = storefront
        self.offer = offer
        self.store = store
    }
}

/// Trials that are over.
public struct TrialCount: Hashable, Sendable {
    /// How many.
    public var ended = 0

    /// How many of them a paid period followed.
    public var converted = 0

    /// Begins with none.
    public init() {}
}
