// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What business figures need to know of one purchase's transaction history.
public struct LineageChartInput: Sendable {
    /// The purchase.
    public let lineage: OriginalTransactionID

    /// The one who paid: the customer when one is known, the purchase otherwise.
    public let payer: String

    /// Payments and refunds, in the order of time.
    public let sales: [RecordedSale]

    /// Periods of service that were not undone, in the order of time; none that is shared or assigned.
    public let periods: [ServicePeriod]

    /// All that documents say of the subscription.
    let history: SubscriptionHistory

    /// Grace periods and billing retries, in the order of time.
    let billingProblems: [BillingProblem]

    /// When documents began to say that the subscription will not renew, and that it will again, in the order of time.
    let renewalSwitches: [(date: Date, isOff: Bool)]

    /// What Apple said about refunds that were asked for, in the order of time.
    let refundAnswers: [RefundAnswer]

    /// When periods began that were refunded as if they had never been bought.
    let undoneStarts: [Date]

    /// The transactions that bought time of an auto-renewable subscription, each with whether it renewed it.
    private let subscriptionPayments: [TransactionID: Bool]

    /// Reads a life out of its facts.
    public init(
        of facts: some Sequence<Fact>,
        lineage: OriginalTransactionID,
        scope: AppScope,
        catalog: Catalog
    ) {
        let facts = facts.inOrder
        self.lineage = lineage
        sales = LineageSales.sales(of: facts, lineage: lineage, scope: scope, catalog: catalog)
            .filter(\.isSale)
        history = SubscriptionHistory(lineage: lineage, facts: facts)
        let all = history.periods
        periods = all.filter { !$0.isUndone && $0.startDate < $0.endDate && $0.transaction.isSale }
        let undone = all.filter { $0.isUndone && $0.transaction.isSale }.map(\.startDate)
        undoneStarts = undone
        billingProblems = BillingProblem.all(in: history, between: periods, undone)
        renewalSwitches = Self.renewalSwitches(in: history)
        var payments: [TransactionID: Bool] = [:]
        for (place, period) in all.enumerated() {
            payments[period.transaction.id] = place > 0 && Self.isRenewal(period, after: all[place - 1])
            for addition in period.additions { payments[addition.id] = false }
        }
        subscriptionPayments = payments
        refundAnswers = facts.compactMap(RefundAnswer.init)
        let owner = facts.reduce(nil as CustomerID?) { owner, fact in
            guard case .command(let command) = fact.content else { return owner }
            switch command {
            case .claim(let claim): return owner ?? claim.customer
            case .transfer(let transfer): return transfer.recipient
            default: return owner
            }
        }
        payer = owner?.rawValue ?? lineage.rawValue
    }
}

/// A notification about a refund that a customer asked for.
struct RefundAnswer: Sendable {
    /// What it counts as.
    var measure: ChartMeasure
    /// When Apple signed it.
    var date: Date
    /// The transaction.
    var transactionID: TransactionID

    /// Reads a fact; nothing of any other one.
    init?(_ fact: Fact) {
        guard case .notification(let notification) = fact.content, let transaction = notification.transactionID else {
            return nil
        }
        switch notification.type {
        case .consumptionRequest: measure = .refundsRequested
        case .refundDeclined: measure = .refundsDeclined
        default: return nil
        }
        date = fact.order.instant
        transactionID = transaction
    }
}

extension ServicePeriod {
    /// The monthly revenue of a paid period, in milliunits; nothing for a trial, for what a bundle brings, or when no price
    /// is known.
    ///
    /// A period's own dates give its number of months; one of no whole number of months counts by days, of which a
    /// month has 365.25 / 12. Seats that were refunded do not count. Added seats, which cost less the later they come,
    /// count from when they were added with what they cost for a whole period.
    ///
    /// - Parameter instant: Up to when added seats count; all when absent.
    /// - Returns: The monthly revenue.
    public func monthlyRevenue(asOf instant: Date? = nil) -> Money? {
        guard kind.isPaid, let price = transaction.netCharge else { return nil }
        let isBaseRevoked = !additions.isEmpty && transaction.withdrawal != nil
        var sum = BoundedSum(isBaseRevoked ? 0 : price.milliunits)
        let end = firstExpirationDate ?? expirationDate
        let length = end.milliseconds(since: startDate)
        for addition in additions where instant.map({ addition.purchaseDate <= $0 }) ?? true {
            guard addition.withdrawal == nil, let charge = addition.netCharge, charge.currency == price.currency else {
                continue
            }
            let rest = end.milliseconds(since: max(addition.purchaseDate, startDate))
            let whole = Ratio(length, over: rest)?.applied(to: charge.milliunits, rounding: .nearest)
            sum += whole ?? charge.milliunits
        }
        guard sum.value > 0 else { return nil }
        return Self.monthlyRevenue(of: Money(milliunits: sum.value, currency: price.currency), in: length)
    }

    /// The price of a month at the price of a period of so many milliseconds.
    static func monthlyRevenue(of price: Money, in length: Int64) -> Money? {
        let days = (BoundedSum(length) + 43_200_000).value / 86_400_000
        let share: Ratio?
        switch days {
        case 28...31: share = Ratio(1, over: 1)
        case 59...62: share = Ratio(1, over: 2)
        case 89...92: share = Ratio(1, over: 3)
        case 181...184: share = Ratio(1, over: 6)
        case 365...366: share = Ratio(1, over: 12)
        default: share = Ratio(36_525, over: 1200 * max(1, days))
        }
        return share?.applied(to: price.milliunits, rounding: .nearest)
            .map { Money(milliunits: $0, currency: price.currency) }
    }

    /// The offer as figures name it.
    var offerName: String { LineageChartInput.name(of: transaction.offer?.type, transaction.offer?.id) }

    /// Whether it has the same offer as another period.
    func hasOffer(of other: ServicePeriod) -> Bool {
        transaction.offer?.type == other.transaction.offer?.type && offerName == other.offerName
    }
}

extension LineageChartInput {
    /// What the money of a sale is part of, or of the sale that a refund returns.
    func revenueMeasure(of sale: RecordedSale) -> ChartMeasure {
        switch subscriptionPayments[sale.transactionID] {
        case true?: .revenueRenewals
        case false?: .revenueNew
        case nil: .revenueOneTime
        }
    }

    /// The store that sold it.
    public var store: Store { lineage.store }

    /// The offer as figures name it: its name, or its kind when it has none; empty without an offer.
    public static func name(of type: OfferType?, _ id: OfferID?) -> String {
        if let id { return id.rawValue }
        guard let type else { return "" }
        return type == .introductory ? "introductory" : "offer-\(type.rawValue)"
    }
}
