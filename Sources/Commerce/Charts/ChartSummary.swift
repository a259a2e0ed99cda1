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

    /// Trials that began in the days and are over.
    public private(set) var endedTrials = 0

    /// Those of them that a paid period followed.
    public private(set) var convertedTrials = 0

    /// The trials that began in the days and are over, by what was tried.
    public private(set) var trials: [TrialKey: TrialCount] = [:]

    /// What everybody paid since the beginning, less what went back.
    public private(set) var lifetimeRevenue: [Currency: BoundedSum] = [:]

    private let days: ClosedRange<CivilDay>
    private let now: Date
    private var payersInDays: Set<String> = []
    private var payersEver: Set<String> = []

    /// Begins with nothing.
    public init(days: ClosedRange<CivilDay>, asOf now: Date) {
        self.days = days
        self.now = now
    }

    /// The customers who paid in the days.
    public var payers: Int { payersInDays.count }

    /// The customers who ever paid.
    public var lifetimePayers: Int { payersEver.count }

    /// Counts a purchase in.
    public mutating func add(_ life: LineageChartInput) {
        for sale in life.sales where sale.amount != 0 && sale.instant <= now {
            lifetimeRevenue[sale.price.currency, default: 0] += sale.amount
            if sale.direction == .sale { payersEver.insert(life.payer) }
            guard days.contains(sale.day) else { continue }
            revenue[sale.price.currency, default: 0] += sale.amount
            if sale.direction == .sale {
                payments += 1
                payersInDays.insert(life.payer)
            } else {
                refunds += 1
            }
        }
        for (index, period) in life.periods.enumerated() where period.kind == .freeTrial && period.endDate <= now {
            guard days.contains(ReportingZone.pacific.day(of: period.startDate)) else { continue }
            let isConverted = life.periods[(index + 1)...].contains { $0.kind.isPaid && $0.startDate <= now }
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
