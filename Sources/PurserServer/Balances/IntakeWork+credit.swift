// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension IntakeWork {
    /// Credits what a purchase brings, once: the transaction is the entry's key.
    func credit(
        _ product: CatalogProduct,
        _ transaction: Transaction,
        customer: CustomerID,
        scope: AppScope
    ) throws {
        guard let credit = product.credit else { return }
        let (amount, overflows) = credit.amount.multipliedReportingOverflow(by: Int64(max(1, transaction.quantity)))
        guard !overflows, amount != 0 else { return }
        try writer.book(
            .posting(
                amount,
                to: customer,
                currency: credit.account,
                .purchase,
                scope: scope,
                at: now,
                key: Self.key("purchase", transaction.id, scope)
            )
        )
    }

    /// Takes back what a refunded purchase credited, as far as the policy goes; each refund once.
    func takeBack(_ transaction: Transaction, customer: CustomerID?, scope: AppScope) throws {
        try takeBackDifference(transaction, customer: customer, scope: scope)
        guard let credited = try creditedCustomer(transaction, customer, scope),
            let credit = context.catalogue[transaction.productID]?.credit,
            context.policy.refund.clawback != .none
        else { return }
        let whole = credit.amount * Int64(max(1, transaction.quantity))
        let refunded = Self.share(whole, transaction.revocation?.percentage)
        let balance = try writer.balance(of: StoredLedger.wallet, customer: credited, currency: credit.account)
        let policy: BalancePolicy = context.policy.refund.clawback == .full ? .negativeAllowed : .capped
        guard let amount = policy.takeable(refunded, of: balance, for: .refund), amount > 0 else { return }
        let date = transaction.revocation?.date.millisecondsSince1970 ?? 0
        try writer.book(
            .posting(
                -amount,
                to: credited,
                currency: credit.account,
                .refund,
                scope: scope,
                at: now,
                key: Self.key("refund \(date)", transaction.id, scope)
            )
        )
    }

    /// Gives back what a refund took, when Apple takes the refund back.
    func giveAgain(_ transaction: Transaction, earlier: Revocation?, customer: CustomerID?, scope: AppScope) throws {
        guard let earlier, let credited = try creditedCustomer(transaction, customer, scope),
            let credit = context.catalogue[transaction.productID]?.credit
        else { return }
        let date = earlier.date.millisecondsSince1970
        let key = Self.key("refund \(date)", transaction.id, scope)
        let statement = try writer.statement(of: credited, currency: credit.account, limit: 1000)
        guard let taken = statement.first(where: { $0.idempotencyKey == key })?.line.amount, taken < 0 else { return }
        try writer.book(
            .posting(
                -taken,
                to: credited,
                currency: credit.account,
                .refundReversed,
                scope: scope,
                at: now,
                key: Self.key("refund-reversed \(date)", transaction.id, scope)
            )
        )
    }

    /// Who got what the transaction delivered, which stays theirs when the purchase moves.
    private func creditedCustomer(
        _ transaction: Transaction,
        _ customer: CustomerID?,
        _ scope: AppScope
    ) throws -> CustomerID? {
        try writer.delivery(of: transaction.id, in: scope)?.customer ?? customer
    }

    private static func key(_ reason: String, _ transaction: TransactionID, _ scope: AppScope) -> String {
        "\(reason) \(scope) \(transaction)"
    }

    /// The refunded part of an amount, in thousandths of a per cent; all of it when nothing is said.
    private static func share(_ amount: Int64, _ percentage: Int?) -> Int64 {
        guard let percentage, (0..<100_000).contains(percentage) else { return amount }
        return amount * Int64(percentage) / 100_000
    }
}
