// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
import FoundationEssentials

/// What purchases add to every chart, by series and day: a function of their facts, of the rules, and of no instant.
///
/// The totals of many purchases are the sums of the totals of each. When a purchase changes, the difference between its
/// totals before and after is added; ``BusinessCharts`` computes both. States are stored as their changes, so a
/// subscription adds to the days on which something happens and to no other.
package struct ChartTotals: Sendable, Equatable {
    /// A place in a series.
    package struct Place: Hashable, Comparable, Sendable {
        /// The Pacific day, in days since 1970.
        package var day: Int32
        /// What tells apart the parts of a day, where a series has such parts; otherwise, zero.
        package var detail: Int32

        /// Makes a place.
        package init(day: Int32, detail: Int32 = 0) {
            self.day = day
            self.detail = detail
        }

        /// Orders by the day, then by the part.
        package static func < (left: Place, right: Place) -> Bool {
            (left.day, left.detail) < (right.day, right.detail)
        }
    }

    /// The sums of each series; without zeros.
    package private(set) var series: [ChartRow.Key: [Place: ExactSum]] = [:]

    /// Begins with nothing.
    package init() {}

    /// Adds to a sum.
    package mutating func add(_ value: ExactSum, _ key: ChartRow.Key, _ place: Place) {
        guard !value.isZero else { return }
        let sum = (series[key]?[place] ?? ExactSum()) + value
        series[key, default: [:]][place] = sum.isZero ? nil : sum
        if sum.isZero, series[key]?.isEmpty == true { series[key] = nil }
    }

    /// Adds the totals of other purchases.
    package mutating func add(_ other: ChartTotals) {
        for (key, sums) in other.series {
            for (place, sum) in sums { add(sum, key, place) }
        }
    }

    /// Takes the totals of other purchases away.
    package mutating func subtract(_ other: ChartTotals) {
        for (key, sums) in other.series {
            for (place, sum) in sums { add(-sum, key, place) }
        }
    }
}

/// The series that no chart shows as they are: the parts of ratios and cohorts.
extension ChartMeasure {
    /// Customers by the day of a payment, told apart by the day of their payment before, zero for the first: once for
    /// all payments, and once for those in each currency; of everything, and of each product and storefront.
    package static let payers = ChartMeasure(rawValue: "payers")
    /// What customers paid in a currency, less what went back, by the day of their first payment in it.
    ///
    /// All, and in the first days, told apart by how many days that are; zero for all. Of everything, and of each product and
    /// storefront.
    package static let customerValue = ChartMeasure(rawValue: "customer_value")
    /// Customers who paid, by the day on which they became known, told apart by within how many days they paid.
    package static let customersPaid = ChartMeasure(rawValue: "customers_paid")
    /// What customers paid in a currency, less what went back, by the day on which they became known: all, and in the first
    /// days, told apart by how many days that are; zero for all.
    package static let knownCustomerValue = ChartMeasure(rawValue: "known_customer_value")
    /// Free trials by their first day, told apart by the day after their last.
    package static let trialsEnded = ChartMeasure(rawValue: "trials_ended")
    /// Those that a paid period followed, told apart by the day after their last, or by that period's first if it is later.
    package static let trialsConverted = ChartMeasure(rawValue: "trials_converted")
    /// Subscriptions by the day of their first paid period; all, and those of each ``ChartPart``, as the next three.
    package static let cohortSize = ChartMeasure(rawValue: "cohort_size")
    /// Those in service some months later, told apart by the number of months.
    package static let cohortRetained = ChartMeasure(rawValue: "cohort_retained")
    /// Those that paid in a currency, by the month's first day, told apart by the day of their first payment in it.
    package static let cohortPayers = ChartMeasure(rawValue: "cohort_payers")
    /// What a month's subscriptions paid, by the month's first day, told apart by the day of the payment or refund.
    package static let cohortRevenue = ChartMeasure(rawValue: "cohort_revenue")
}

extension ChartTotals {
    /// How many months of a cohort are followed at most.
    package static let maximumMonths = 120

    /// Adds what one purchase adds to the charts, without ``ChartMeasure/payers``.
    ///
    /// - Parameters:
    ///   - life: The purchase.
    ///   - terms: Taxes and Apple's shares.
    package mutating func add(_ life: LineageChartInput, terms: SaleTerms) {
        addDays(life, terms)
        addTrials(life)
        addCohort(life)
    }

    /// The numbers of days since the first payment that are added up: a week, a month, a quarter and a year.
    package static let horizons: [Int32] = [7, 30, 90, 365]

    /// What a customer paid, and what went back, on each day in each currency, by product and storefront.
    package struct Payments: Hashable, Sendable {
        /// What money is paid in and for.
        package struct Kind: Hashable, Sendable {
            /// The currency.
            package var currency: Currency
            /// The product.
            package var product: ProductID
            /// The storefront; empty when none is known.
            package var storefront: StorefrontCountryCode

            /// Makes a kind.
            package init(currency: Currency, product: ProductID, storefront: StorefrontCountryCode) {
                self.currency = currency
                self.product = product
                self.storefront = storefront
            }
        }

        /// A day on which money came or went.
        package struct Place: Hashable, Sendable {
            /// The Pacific day, in days since 1970.
            package var day: Int32
            /// What it was paid in and for.
            package var kind: Kind

            /// The currency.
            package var currency: Currency { kind.currency }

            /// Makes a place.
            package init(
                day: Int32,
                currency: Currency,
                product: ProductID = "",
                storefront: StorefrontCountryCode = ""
            ) {
                self.init(day: day, kind: Kind(currency: currency, product: product, storefront: storefront))
            }

            /// Makes a place.
            package init(day: Int32, kind: Kind) {
                self.day = day
                self.kind = kind
            }
        }

        /// The money of a day.
        package struct Amount: Hashable, Sendable {
            /// What came, less what went back.
            package var sum: ExactSum
            /// Whether anything was paid.
            package var isPayment: Bool

            /// Makes an amount.
            package init(sum: ExactSum = ExactSum(), isPayment: Bool = false) {
                self.sum = sum
                self.isPayment = isPayment
            }
        }

        /// The days.
        package private(set) var amounts: [Place: Amount] = [:]

        /// Begins with nothing.
        package init() {}

        /// Adds what was paid for a purchase.
        package mutating func add(_ life: LineageChartInput) {
            for sale in life.sales where sale.amount != 0 {
                let kind = Kind(
                    currency: sale.price.currency,
                    product: sale.productID,
                    storefront: sale.country
                )
                let place = Place(day: ChartTotals.number(of: sale.day), kind: kind)
                add(Amount(sum: ExactSum(sale.amount), isPayment: sale.direction == .sale), place)
            }
        }

        /// Adds the money of a day.
        package mutating func add(_ amount: Amount, _ place: Place) {
            amounts[place, default: Amount()].sum += amount.sum
            if amount.isPayment { amounts[place]?.isPayment = true }
        }

        /// The parts that anything was paid for, everything first.
        fileprivate var parts: [ChartPart] {
            let kinds = Set(amounts.keys.map(\.kind))
            let products = Set(kinds.map(\.product)).subtracting([""])
            let storefronts = Set(kinds.map(\.storefront)).subtracting([""])
            return [.all] + products.map(ChartPart.product) + storefronts.map(ChartPart.storefront)
        }

        /// Those for a part.
        fileprivate func amounts(of part: ChartPart) -> [Place: Amount] {
            part == .all ? amounts : amounts.filter { part.includes($0.key.kind.product, $0.key.kind.storefront) }
        }

        /// The storefront of the first payment; of several on one day, the first by its code.
        fileprivate var firstStorefront: StorefrontCountryCode? {
            amounts.filter { $0.value.isPayment && $0.key.kind.storefront != "" }.keys
                .min { ($0.day, $0.kind.storefront) < ($1.day, $1.kind.storefront) }?.kind.storefront
        }
    }

    /// Adds one customer's payments to ``ChartMeasure/payers``, where each day counts once, told apart by the day before it,
    /// and to ``ChartMeasure/customerValue``.
    ///
    /// The customers of any days are then those whose payment before lies before these days.
    ///
    /// - Parameter payments: The payments of all purchases of the customer.
    package mutating func addPayer(of payments: Payments) {
        for part in payments.parts { addPayer(of: payments.amounts(of: part), part) }
    }

    private mutating func addPayer(of amounts: [Payments.Place: Payments.Amount], _ part: ChartPart) {
        let paid = amounts.filter(\.value.isPayment).keys
        addPayer(nil, part, of: Set(paid.map(\.day)))
        var firstDays: [Currency: Int32] = [:]
        for (currency, own) in Dictionary(grouping: paid, by: \.currency) {
            addPayer(currency, part, of: Set(own.map(\.day)))
            firstDays[currency] = own.map(\.day).min()
        }
        for (place, amount) in amounts {
            guard let first = firstDays[place.currency] else { continue }
            let key = Self.key(.customerValue, of: part, currency: place.currency)
            for days in [0] + Self.horizons where days == 0 || place.day < first + days {
                add(amount.sum, key, Place(day: first, detail: days))
            }
        }
    }

    /// Adds one customer to ``ChartMeasure/customersNew``, ``ChartMeasure/customersPaid`` and
    /// ``ChartMeasure/knownCustomerValue``.
    ///
    /// New customers are also counted by the storefront of their first payment, which is all that says where a customer is.
    ///
    /// - Parameters:
    ///   - known: The day on which the customer became known.
    ///   - payments: The payments of all purchases of the customer.
    package mutating func addCustomer(knownSince known: CivilDay, _ payments: Payments) {
        let day = Self.number(of: known)
        add(ExactSum(1), Self.key(.customersNew), Place(day: day))
        if let storefront = payments.firstStorefront {
            add(ExactSum(1), Self.key(.customersNew, of: .storefront(storefront)), Place(day: day))
        }
        if let first = payments.amounts.filter(\.value.isPayment).keys.map(\.day).min() {
            for days in CustomerCharts.conversionDays.map(Int32.init) where first < day + days {
                add(ExactSum(1), Self.key(.customersPaid), Place(day: day, detail: days))
            }
        }
        for (place, amount) in payments.amounts {
            let key = Self.key(.knownCustomerValue, currency: place.currency)
            for days in [0] + Self.horizons where days == 0 || place.day < day + days {
                add(amount.sum, key, Place(day: day, detail: days))
            }
        }
    }

    private mutating func addPayer(_ currency: Currency?, _ part: ChartPart, of days: Set<Int32>) {
        var before: Int32 = 0
        let key = Self.key(.payers, of: part, currency: currency)
        for day in days.sorted() {
            add(ExactSum(1), key, Place(day: day, detail: before))
            before = day
        }
    }

    private mutating func addDays(_ life: LineageChartInput, _ terms: SaleTerms) {
        let days = life.daysOfChange
        guard !days.isEmpty else { return }
        var charts = BusinessCharts(on: days, by: [.day, .product, .storefront, .offer, .store], terms: terms)
        charts.add(life)
        var states: [CivilDay: [ChartRow.Key: Int64]] = [:]
        for row in charts.unorderedRows {
            guard let day = row.key.day else { continue }
            var key = row.key
            key.day = nil
            if ChartEvidence.states.contains(key.measure) {
                states[day, default: [:]][key] = row.value
            } else {
                add(ExactSum(row.value), key, Place(day: Self.number(of: day)))
            }
        }
        var before: [ChartRow.Key: Int64] = [:]
        for day in days {
            let place = Place(day: Self.number(of: day))
            let now = states[day] ?? [:]
            for (key, value) in now where before[key] != value {
                add(ExactSum(value) + -ExactSum(before[key] ?? 0), key, place)
            }
            for (key, value) in before where now[key] == nil { add(-ExactSum(value), key, place) }
            before = now
        }
    }

    private mutating func addTrials(_ life: LineageChartInput) {
        for (index, period) in life.periods.enumerated() where period.kind == .freeTrial {
            let place = Place(day: Self.number(of: period.startDate), detail: Self.number(of: period.endDate) + 1)
            let transaction = period.transaction
            func key(_ measure: ChartMeasure) -> ChartRow.Key {
                Self.key(
                    measure,
                    product: transaction.productID,
                    storefront: transaction.storefront ?? "",
                    offer: period.offerName,
                    store: life.store
                )
            }
            add(ExactSum(1), key(.trialsEnded), place)
            guard let paid = life.periods[(index + 1)...].first(where: { $0.kind.isPaid }) else { continue }
            let known = max(place.detail, Self.number(of: paid.startDate))
            add(ExactSum(1), key(.trialsConverted), Place(day: place.day, detail: known))
        }
    }

    private mutating func addCohort(_ life: LineageChartInput) {
        guard let first = life.periods.first(where: { $0.kind.isPaid }) else { return }
        let day = ReportingZone.pacific.day(of: first.startDate)
        let start = Self.number(of: day)
        var retained: [Int32] = []
        if let end = life.periods.map(\.endDate).max() {
            for count in 1...Self.maximumMonths {
                let instant = CalendarPeriod(months: count).end(from: first.startDate, in: .pacific)
                guard instant <= end else { break }
                if life.periods.contains(where: { $0.covers(instant) }) { retained.append(Int32(count)) }
            }
        }
        let month = Self.number(of: day.adding(days: 1 - day.components.day))
        var payments = Payments()
        payments.add(life)
        let paid = Dictionary(grouping: payments.amounts.filter(\.value.isPayment).keys, by: \.currency)
            .compactMapValues { $0.map(\.day).min() }
        for part in first.chartParts {
            add(ExactSum(1), Self.key(.cohortSize, of: part), Place(day: start))
            let stay = Self.key(.cohortRetained, of: part)
            for count in retained { add(ExactSum(1), stay, Place(day: start, detail: count)) }
            for (currency, day) in paid {
                let key = Self.key(.cohortPayers, of: part, currency: currency)
                add(ExactSum(1), key, Place(day: month, detail: day))
            }
            for sale in life.sales {
                let key = Self.key(.cohortRevenue, of: part, currency: sale.price.currency)
                add(ExactSum(sale.amount), key, Place(day: month, detail: Self.number(of: sale.day)))
            }
        }
    }

    private static func key(_ measure: ChartMeasure, of part: ChartPart, currency: Currency? = nil) -> ChartRow.Key {
        switch part {
        case .all: key(measure, currency: currency)
        case .product(let product): key(measure, product: product, currency: currency)
        case .storefront(let storefront): key(measure, storefront: storefront, currency: currency)
        case .offer(let offer): key(measure, offer: offer, currency: currency)
        }
    }

    private static func key(
        _ measure: ChartMeasure,
        product: ProductID = "",
        storefront: StorefrontCountryCode = "",
        offer: String = "",
        store: Store = Store(rawValue: ""),
        currency: Currency? = nil
    ) -> ChartRow.Key {
        ChartRow.Key(
            product: product,
            storefront: storefront,
            offer: offer,
            store: store,
            currency: currency,
            measure: measure
        )
    }

    fileprivate static func number(of day: CivilDay) -> Int32 { Int32(clamping: day.daysSince1970) }

    private static func number(of instant: Date) -> Int32 { number(of: ReportingZone.pacific.day(of: instant)) }
}

extension LineageChartInput {
    /// The days on which something happens to the purchase; on every other day its states are those of the day before.
    fileprivate var daysOfChange: [CivilDay] {
        var instants = instantsOfChange
        for period in periods {
            instants.append(period.startDate)
            instants.append(period.endDate)
            instants.append(contentsOf: period.additions.map(\.purchaseDate))
        }
        let days = Set(sales.map(\.day)).union(instants.map(ReportingZone.pacific.day))
        return days.sorted()
    }
}
