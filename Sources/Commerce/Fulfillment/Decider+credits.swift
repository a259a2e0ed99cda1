// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

// MARK: - Credits of virtual currency

extension Decider {
    /// Books what a purchase gives for a reason, once, and states with it the purchase: a refund takes its own credit
    /// first.
    mutating func post(
        _ credit: DeliveredCredit,
        _ reason: LedgerReason,
        for transaction: TransactionID,
        to customer: CustomerID
    ) {
        let key = CreditKey(reason, transaction, scope)
        guard self.credit(key) == nil else { return }
        let isProven = ownership.isProven(customer)
        decision.postings.append(
            LedgerPosting(
                key: key.description,
                customer: customer,
                currency: credit.account,
                amount: holdable(credit.amount, BalanceKey(customer: customer, currency: credit.account)),
                reason: reason,
                note: CreditStatement(transaction: transaction, isUnproven: isProven ? nil : true)
            )
        )
    }

    /// Credits the difference between a custom price and the price point that was paid for it.
    ///
    /// A payment in another currency, or of less than was quoted, does not include the difference. The team gets an
    /// event about whatever differs from the quote.
    mutating func creditDifference(_ order: Order, _ transaction: Transaction, to customer: CustomerID) {
        guard let customPrice = order.details.customPrice else { return }
        let covers =
            transaction.charge.map {
                $0.currency == customPrice.charged.currency && $0.milliunits >= customPrice.charged.milliunits
            } ?? true
        if let difference = customPrice.difference(from: transaction) {
            let paid = DomainEvent.PaidOrder(
                order: order.id,
                reference: order.reference,
                transaction: transaction,
                entitlements: [],
                traceParent: order.details.traceParent
            )
            emit(
                .orderPaymentDiffers(paid, customPrice, difference: difference, isCredited: covers),
                customer: customer,
                at: now,
                about: transaction.originalTransactionID
            )
        }
        guard covers, customPrice.credit > 0 else { return }
        let credit = DeliveredCredit(account: customPrice.currency, amount: customPrice.credit)
        post(credit, .difference, for: transaction.id, to: customer)
    }

    /// Books what a delivery should have credited and did not, and keeps with the delivery what it gave.
    mutating func creditMissing(for transaction: Transaction) {
        guard var delivery = delivery(of: transaction.id), let customer = delivery.customer,
            transaction.leavesSomething(of: rules.product(transaction.productID, in: scope)?.type),
            credit(CreditKey(.purchase, transaction.id, scope)) == nil,
            let missing = delivery.credit
                ?? rules.product(delivery.product, in: scope)?.credit(for: delivery.quantity, in: transaction.store)
        else { return }
        post(missing, .purchase, for: transaction.id, to: customer)
        delivery.credit = missing
        change(delivery)
        if let order = delivery.order {
            record(.order(OrderStep(order: order, customer: customer, action: .credited)))
        }
        if transaction.withdrawal != nil { correctCredits(of: transaction) }
    }

    /// Brings what a purchase credited in line with what Apple revoked of it, or returned.
    ///
    /// The booked amount is compared with what Apple's newest statement leaves, and the difference is booked: a larger
    /// refund takes the rest, a smaller one returns some, a reversed one all. Each statement counts once, so that a
    /// refund which the policy capped takes no more later, when there is something again.
    ///
    /// A buyer who was never proven to be the customer costs the customer nothing: the refund takes at most what is
    /// left of its own credit.
    mutating func correctCredits(of transaction: Transaction) {
        let isRevoked = transaction.withdrawal != nil
        let statement = CreditStatement(
            transaction: transaction.id,
            date: isRevoked ? transaction.revocation?.date : nil,
            percentage: isRevoked ? transaction.revocation?.percentage : nil
        )
        for reason in [LedgerReason.purchase, .difference] {
            correct(CreditKey(reason, transaction.id, scope), statement, isRevoked: isRevoked)
        }
    }

    private mutating func correct(_ key: CreditKey, _ statement: CreditStatement, isRevoked: Bool) {
        guard let credit = credit(key), let customer = credit.customer else { return }
        let isUnproven = (credit.note?.isUnproven ?? false) && !ownership.isProven(customer)
        let posted = credit.corrections.reduce(Int64(0)) { (BoundedSum($0) + BoundedSum($1.amount)).value }
        var last = CreditStatement(transaction: key.transaction)
        for correction in credit.corrections { last = correction.note ?? last }
        guard !statement.agrees(with: last) else { return }
        let wanted = isRevoked ? -Self.share(credit.amount, statement.percentage) : 0
        var amount = (BoundedSum(wanted) - BoundedSum(posted)).value
        let balance = BalanceKey(customer: customer, currency: credit.currency)
        if amount < 0 {
            // Expired units cannot be taken, and no one may spend them in the meantime.
            let available = self.balance(balance, afterExpiration: true)
            if isUnproven { amount = max(amount, -left(of: key, balance)) }
            amount = -takeable(-amount, of: available)
        }
        var correction = statement
        correction.credit = key.description
        decision.postings.append(
            LedgerPosting(
                key: key.correction(credit.corrections.count + 1),
                customer: customer,
                currency: credit.currency,
                amount: holdable(amount, balance),
                reason: amount < 0 ? .refund : .refundReversed,
                counterpart: credit.counterpart,
                note: correction
            )
        )
    }

    /// What is left of a credit whose buyer was never proven, after what the customer used.
    ///
    /// What others gave is used first, the oldest before the newer. What the customer proved to have bought since is
    /// none of these: were the use still counted against it, its own refund and that of a gift would both take it.
    private mutating func left(of key: CreditKey, _ balance: BalanceKey) -> Int64 {
        var credits = UnprovenCredits()
        for line in statement(balance).reversed() {
            switch line.reason {
            case .purchase, .difference:
                if line.note?.isUnproven == true, !line.isProvenSince { credits.add(line.amount, key: line.key) }
            case .refund, .refundReversed:
                if let key = line.note?.credit { credits.correct(key, by: line.amount) }
            case .expiry: continue
            default: if line.amount < 0, line.amount != .min { credits.use(-line.amount) }
            }
        }
        return credits.left(of: key.description)
    }

    /// What of an amount a customer's balance can still hold; the rest is not booked, and `rebuild` reports it.
    private mutating func holdable(_ amount: Int64, _ key: BalanceKey) -> Int64 {
        let balance = balance(key)
        // The sum lies on the amount's side of the balance, so that the way to it fits.
        return (BoundedSum(balance) + BoundedSum(amount)).value - balance
    }

    /// How much a refund may take under the policy.
    private func takeable(_ amount: Int64, of balance: Int64) -> Int64 {
        guard amount > 0 else { return 0 }
        let policy: BalancePolicy
        switch rules.policy.refund.clawback {
        case .none: return 0
        case .full: policy = .negativeAllowed
        case .upToBalance: policy = .capped
        }
        return policy.takeable(amount, of: balance, for: .refund) ?? 0
    }

    /// The refunded part of an amount, in thousandths of a percent; all of it when no part is stated.
    private static func share(_ amount: Int64, _ percentage: Int?) -> Int64 {
        guard let percentage, (0..<100_000).contains(percentage) else { return amount }
        let (high, low) = amount.multipliedFullWidth(by: Int64(percentage))
        return Int64(100_000).dividingFullWidth((high, low)).quotient
    }
}
