// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// The money that moved in one purchase's transaction history, as its facts record it: payments and refunds.
///
/// Requirement E8. A refund that Apple reversed is a refund and a payment again, each on its own day.
public struct LineageSales: Sendable {
    private let scope: AppScope
    private let lineage: OriginalTransactionID
    private let catalog: Catalog
    private let facts: [Fact]
    private let history: SubscriptionHistory
    private var versions: [TransactionID: [Version]] = [:]

    private struct Version {
        var transaction: Transaction
        var order: FactOrder
    }

    /// The sales and refunds of a lineage.
    ///
    /// - Parameters:
    ///   - facts: Its facts, in any order.
    ///   - lineage: The purchase.
    ///   - scope: The app and environment.
    ///   - catalog: What is sold, for prices that documents do not tell.
    /// - Returns: What moved, in the order of time.
    public static func sales(
        of facts: some Sequence<Fact>,
        lineage: OriginalTransactionID,
        scope: AppScope,
        catalog: Catalog
    ) -> [RecordedSale] {
        LineageSales(facts.inOrder, lineage, scope, catalog).all
    }

    private init(_ facts: [Fact], _ lineage: OriginalTransactionID, _ scope: AppScope, _ catalog: Catalog) {
        self.scope = scope
        self.lineage = lineage
        self.catalog = catalog
        self.facts = facts
        history = SubscriptionHistory(lineage: lineage, facts: facts)
        for fact in facts where fact.lineage == lineage && fact.order.rank > .reported {
            switch fact.content {
            case .transaction(let transaction): self.record(transaction, fact.order)
            case .receiptAnswer(let answer):
                for transaction in answer.transactions { self.record(transaction, fact.order) }
            case .storeStatement(let statement):
                self.record(statement.transaction(statedOn: fact.order.instant), fact.order)
            default: break
            }
        }
    }

    private mutating func record(_ transaction: Transaction, _ order: FactOrder) {
        versions[transaction.id, default: []].append(Version(transaction: transaction, order: order))
    }

    private var all: [RecordedSale] {
        let periods = Dictionary(
            history.transactionPeriods.map { ($0.transaction.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let moves = history.transactions.flatMap { record in
            let transaction = record.transaction
            return sales(of: transaction, versions: versions[transaction.id] ?? [], period: periods[transaction.id])
        }
        return moves.sorted(on: \.instant, \.transactionID)
    }

    private func sales(of transaction: Transaction, versions: [Version], period: ServicePeriod?) -> [RecordedSale] {
        let paid = payment(for: transaction, versions: versions, period: period)
        guard transaction.isSale else { return [paid] }
        guard let period, transaction.isUpgraded || period.ending == .upgrade,
            let rest = restOfPeriod(paid, transaction, period, versions)
        else { return [paid] + refunds(of: paid, transaction, versions: versions) }
        return [paid] + refunds(of: paid, transaction, after: rest, versions: versions) + [rest]
    }

    private func payment(for transaction: Transaction, versions: [Version], period: ServicePeriod?) -> RecordedSale {
        let assumed = transaction.charge == nil
        let service = period.map { paidService(before: $0, versions: versions) }
        let country = transaction.storefront ?? ""
        let quantity = max(1, transaction.quantity)
        return RecordedSale(
            transactionID: transaction.id,
            lineage: lineage,
            cause: transaction.isRenewal ? .renewal : .purchase,
            productID: transaction.productID,
            country: country,
            price: transaction.recordedCharge ?? assumedPrice(of: transaction, in: country, quantity: quantity),
            quantity: quantity,
            instant: transaction.purchaseDate,
            environment: scope.environment,
            ownership: transaction.ownership,
            seatPrices: transaction.multiSeatInfo?.priceTiers ?? [],
            bundle: transaction.bundle?.productID,
            offerType: transaction.offer?.type,
            offerID: transaction.offer?.id,
            offerDiscount: transaction.offer?.discount,
            productType: transaction.productType ?? catalog[transaction.productID]?.type,
            isAfterPaidYear: service?.isYear ?? false,
            paidServiceDays: service?.days ?? 0,
            isPriceAssumed: assumed
        )
    }

    /// The paid service that lay behind when a period was charged, which is up to a day before it begins.
    ///
    /// What was refunded later does not change what Apple paid, nor what it counted while a refund was in force.
    private func paidService(before period: ServicePeriod, versions: [Version]) -> PaidService {
        let stated = versions.first { $0.order.rank == .signed }?.order.instant ?? period.startDate
        let charged = min(stated, period.startDate)
        return history(before: charged).paidService(asOf: period.startDate, knownBy: charged)
    }

    /// The history in which refunds that were reversed after an instant still are refunds.
    private func history(before instant: Date) -> SubscriptionHistory {
        let returns = versions.compactMapValues { versions -> FactOrder? in
            guard let refund = versions.firstIndex(where: { $0.transaction.refund != nil }) else { return nil }
            return versions[refund...].first {
                $0.transaction.refund == nil && $0.order.rank.statesEverything && $0.order.instant > instant
            }?.order
        }
        guard !returns.isEmpty else { return history }
        let known = facts.filter { fact in
            guard case .transaction(let transaction) = fact.content, let order = returns[transaction.id] else {
                return true
            }
            return fact.order < order
        }
        return SubscriptionHistory(lineage: lineage, facts: known)
    }

    private func assumedPrice(
        of transaction: Transaction,
        in country: StorefrontCountryCode,
        quantity: Int
    ) -> Money {
        let product = catalog[transaction.productID]
        if transaction.offer?.discount == .freeTrial {
            return Money(milliunits: 0, currency: product?.price(in: country)?.currency ?? "")
        }
        guard let price = product?.price(in: country) else { return Money(milliunits: 0, currency: "") }
        let (whole, overflow) = price.milliunits.multipliedReportingOverflow(by: Int64(quantity))
        return Money(milliunits: overflow ? price.milliunits : whole, currency: price.currency)
    }

    /// Refunds and their reversals, each at the instant and with the part that the last document before the next one
    /// gives.
    ///
    /// A refund of single seats has no date of its own: it is dated when a document first states it.
    private func refunds(
        of paid: RecordedSale,
        _ transaction: Transaction,
        after rest: RecordedSale? = nil,
        versions: [Version]
    ) -> [RecordedSale] {
        var moves: [RecordedSale] = []
        var current: (revocation: Revocation, move: RecordedSale)?
        var revokedSeats = 0
        for version in versions {
            if let stated = version.transaction.refund {
                let revocation = stated.knowing(current?.revocation)
                if let known = current?.revocation {
                    guard known.date != revocation.date || known.share != revocation.share else { continue }
                    // Another date or part without a reversal in between is the same refund, stated more exactly.
                    moves.removeLast()
                }
                let whole = paid.seats(after: revokedSeats, of: transaction)
                let refund = refund(of: whole, after: rest, revocation)
                moves.append(refund)
                current = (revocation, refund)
            } else if version.order.rank.statesEverything {
                if let refund = current?.move {
                    moves.append(refund.reversed(on: version.order.instant))
                    current = nil
                }
                let revoked = max(0, min(version.transaction.revokedSeats, transaction.quantity))
                if let change = paid.seats(from: revokedSeats, to: revoked, of: transaction, on: version.order.instant)
                {
                    moves.append(change)
                }
                revokedSeats = revoked
            }
        }
        // That nothing went back is in no book; that a trial is in force again is, at nothing.
        return moves.filter { $0.price.milliunits > 0 || $0.cause == .refundReversed }
    }

    /// What an upgrade gave back before does not go back again; one that came later had given nothing yet.
    private func refund(of paid: RecordedSale, after rest: RecordedSale?, _ revocation: Revocation) -> RecordedSale {
        var refund = share(of: paid, revocation)
        guard let rest, rest.instant <= revocation.date else { return refund }
        refund.price.milliunits = min(refund.price.milliunits, paid.price.milliunits - rest.price.milliunits)
        refund.dayPrice = rest.dayPrice
        refund.isShare = true
        return refund
    }

    private func share(of paid: RecordedSale, _ revocation: Revocation) -> RecordedSale {
        var refund = paid
        refund.direction = .refund
        refund.cause = .refund
        refund.instant = revocation.date
        guard let percentage = revocation.percentage, (0..<100_000).contains(percentage) else { return refund }
        let part = Ratio(thousandthsOfPercent: Int64(percentage)).applied(to: paid.price.milliunits, rounding: .nearest)
        refund.price.milliunits = part ?? paid.price.milliunits
        refund.isShare = true
        return refund
    }

    /// When another plan was bought between the last document that reported no upgrade and the first that did.
    private func upgradeDate(of period: ServicePeriod, _ versions: [Version]) -> Date? {
        guard let place = versions.firstIndex(where: { $0.transaction.isUpgraded }) else { return nil }
        let seen = versions[place].order.instant
        let before = versions[..<place].last?.order.instant ?? period.startDate
        return history.transactions.map(\.transaction)
            .filter {
                $0.isSale && !$0.isRenewal && $0.productID != period.transaction.productID
                    && $0.purchaseDate > period.startDate && before <= $0.purchaseDate && $0.purchaseDate <= seen
            }
            .map(\.purchaseDate).min()
    }

    /// What went back for the rest of a period when the customer moved to a better plan.
    private func restOfPeriod(
        _ paid: RecordedSale,
        _ transaction: Transaction,
        _ period: ServicePeriod,
        _ versions: [Version]
    ) -> RecordedSale? {
        let length = period.expirationDate.milliseconds(since: period.startDate)
        let seen = versions.first { $0.transaction.isUpgraded }?.order.instant
        // A period that was refunded, whole or in part, or charged too early does not tell when the better plan took
        // over.
        let isReported =
            !period.isWithdrawn && period.endDate > period.startDate && transaction.refund?.date != period.endDate
        let instant = isReported ? period.endDate : (upgradeDate(of: period, versions) ?? seen ?? period.startDate)
        let left = min(length, max(0, period.expirationDate.milliseconds(since: instant)))
        let revokedSeats = versions.last { $0.order.instant <= instant }?.transaction.revokedSeats ?? 0
        let paid = paid.seats(after: revokedSeats, of: transaction)
        guard let part = Ratio(left, over: length)?.applied(to: paid.price.milliunits, rounding: .nearest), part > 0
        else { return nil }
        var rest = paid
        rest.direction = .refund
        rest.cause = .upgrade
        rest.instant = instant
        rest.price.milliunits = part
        rest.isShare = true
        rest.dayPrice = Ratio(min(length, 86_400_000), over: length)?.applied(
            to: paid.price.milliunits,
            rounding: .up
        )
        return rest
    }
}

extension RecordedSale {
    /// The sale without some seats that were refunded.
    fileprivate func seats(after revoked: Int, of transaction: Transaction) -> RecordedSale {
        guard revoked > 0, let refunded = transaction.charge(ofRevokedSeats: revoked) else { return self }
        var rest = self
        rest.price.milliunits = max(0, (BoundedSum(price.milliunits) - BoundedSum(refunded.milliunits)).value)
        rest.quantity = max(1, quantity - revoked)
        rest.seatPrices = seatPrices.removing(transaction.prices(ofRevokedSeats: revoked))
        return rest
    }

    /// What went back, or came again, when the number of refunded seats changed; nothing when it did not.
    fileprivate func seats(
        from known: Int,
        to revoked: Int,
        of transaction: Transaction,
        on date: Date
    ) -> RecordedSale? {
        let (fewer, more) = (min(known, revoked), max(known, revoked))
        guard fewer < more, bundle == nil, let before = transaction.charge(ofRevokedSeats: fewer),
            let all = transaction.charge(ofRevokedSeats: more)
        else { return nil }
        var move = self
        move.direction = .refund
        move.cause = .refund
        move.instant = date
        move.price.milliunits = max(0, (BoundedSum(all.milliunits) - BoundedSum(before.milliunits)).value)
        move.quantity = more - fewer
        move.seatPrices = transaction.prices(ofRevokedSeats: more)
            .removing(transaction.prices(ofRevokedSeats: fewer))
        return revoked > known ? move : move.reversed(on: date)
    }

    /// The payment that comes again when Apple takes this refund back.
    fileprivate func reversed(on date: Date) -> RecordedSale {
        var back = self
        back.direction = .sale
        back.cause = .refundReversed
        back.instant = date
        return back
    }
}

extension [MultiSeatPriceTier] {
    /// The seats without others of the same prices.
    fileprivate func removing(_ others: [MultiSeatPriceTier]) -> [MultiSeatPriceTier] {
        compactMap { tier in
            let removed = others.filter { $0.price == tier.price }.compactMap(\.quantity).reduce(0, +)
            guard let quantity = tier.quantity, quantity > removed else { return nil }
            return MultiSeatPriceTier(price: tier.price, quantity: quantity - removed)
        }
    }
}

extension Revocation {
    /// The same with the part that was reported before, where this word names neither a part nor another type.
    fileprivate func knowing(_ earlier: Revocation?) -> Revocation {
        guard let earlier, percentage == nil, type == nil || type == earlier.type else { return self }
        var known = self
        known.type = earlier.type
        known.percentage = earlier.percentage
        return known
    }
}

extension Transaction {
    /// The refund that it records; the end of a plan that a better one replaced, as old receipts state it, is not a
    /// refund.
    fileprivate var refund: Revocation? {
        guard let withdrawal, withdrawal.type != .familyRevoke else { return nil }
        return withdrawal
    }

    /// Whether a subscription continued automatically with it.
    fileprivate var isRenewal: Bool {
        if let reason { return reason == .renewal }
        return expirationDate != nil && id.rawValue != originalTransactionID.rawValue
    }
}
