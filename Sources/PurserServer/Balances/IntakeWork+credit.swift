// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension IntakeWork {
    /// Credits what a purchase brings, once: the transaction is the entry's key.
    func credit(
        _ credit: DeliveredCredit?,
        _ transaction: Transaction,
        customer: CustomerID,
        scope: AppScope,
        isProven: Bool
    ) throws {
        guard let credit else { return }
        try book(
            credit.amount,
            of: .purchase,
            for: transaction.id,
            currency: credit.account,
            customer: customer,
            scope: scope,
            isProven: isProven
        )
    }

    /// Books what a delivery should have credited and did not, and keeps with the delivery what it gave.
    func creditMissing(for transaction: Transaction, in change: LineageChange) throws {
        let scope = change.scope
        guard let missing = try writer.missingCredit(for: transaction, in: scope, context.catalogue),
            let customer = try writer.delivery(of: transaction.id, in: scope)?.customer
        else { return }
        let isProven = change.account.ownership(of: change.key).isProven(customer)
        try credit(missing, transaction, customer: customer, scope: scope, isProven: isProven)
        try writer.setCredit(missing.amount, of: missing.account, for: transaction.id, in: scope)
        if transaction.withdrawal != nil { try correctCredits(of: transaction, in: change) }
    }

    /// Books what a purchase brings under a reason, once, with the purchase: a refund takes of its own credit first.
    func book(
        _ amount: Int64,
        of reason: LedgerReason,
        for transaction: TransactionID,
        currency: String,
        customer: CustomerID,
        scope: AppScope,
        isProven: Bool
    ) throws {
        let amount = try holdable(amount, customer: customer, currency: currency, scope: scope)
        var entry = StoredLedgerEntry.posting(
            amount,
            to: customer,
            currency: currency,
            reason,
            scope: scope,
            at: now,
            key: Self.key(reason.rawValue, transaction, scope)
        )
        if amount == 0 { entry.lines = [] }
        entry.body = try ServiceJSON.encode(
            CreditCorrection(transaction: transaction, isUnproven: isProven ? nil : true)
        )
        try writer.book(entry)
    }

    /// Brings what a purchase credited in line with what Apple took back of it, or gave back.
    ///
    /// What is booked is compared with what the newest word about the purchase leaves, and the difference is booked: a
    /// larger refund takes the rest, a smaller one returns some, a reversed one all. Each word of Apple's counts once, so
    /// that a refund which the policy capped takes no more later, when there is something again.
    ///
    /// A buyer who was never proven to be the customer costs the customer nothing: the refund takes at most what is left of
    /// its own credit.
    func correctCredits(of transaction: Transaction, in change: LineageChange) throws {
        let ownership = change.account.ownership(of: change.key)
        let isTaken = transaction.withdrawal != nil
        let word = CreditCorrection(
            transaction: transaction.id,
            date: isTaken ? transaction.revocation?.date : nil,
            percentage: isTaken ? transaction.revocation?.percentage : nil
        )
        for reason in [LedgerReason.purchase, .difference] {
            try correct(reason.rawValue, word, of: transaction.id, isTaken: isTaken, scope: change.scope, ownership)
        }
    }

    private func correct(
        _ reason: String,
        _ word: CreditCorrection,
        of transaction: TransactionID,
        isTaken: Bool,
        scope: AppScope,
        _ ownership: Ownership
    ) throws {
        let key = Self.key(reason, transaction, scope)
        guard let credit = try writer.ledgerEntry(key), let credited = credit.wallet, let customer = credited.customer
        else { return }
        let isUnproven = try credit.isUnproven && !ownership.isProven(customer)
        var booked: Int64 = 0
        var last = CreditCorrection(transaction: transaction)
        var number = 1
        while let entry = try writer.ledgerEntry(Self.key("\(reason) corrected \(number)", transaction, scope)) {
            booked = (BoundedSum(booked) + BoundedSum(entry.wallet?.amount ?? 0)).value
            last = try entry.body.map { try ServiceJSON.decode(from: $0) } ?? last
            number += 1
        }
        guard !word.says(last) else { return }
        let wanted = isTaken ? -Self.share(credited.amount, word.percentage) : 0
        var amount = (BoundedSum(wanted) - BoundedSum(booked)).value
        if amount < 0 {
            let currency = credited.currency
            // What has run out is not there to be taken, and nobody may spend it in the meantime.
            let balance = try writer.settledBalance(
                of: StoredLedger.wallet(in: scope.environment),
                customer: customer,
                currency: currency,
                scope: scope,
                at: now
            )
            if isUnproven { amount = max(amount, -(try left(of: key, customer: customer, credited, scope: scope))) }
            amount = -takeable(-amount, of: balance)
        }
        amount = try holdable(amount, customer: customer, currency: credited.currency, scope: scope)
        var entry = StoredLedgerEntry.posting(
            amount,
            to: customer,
            currency: credited.currency,
            amount < 0 ? .refund : .refundReversed,
            scope: scope,
            at: now,
            key: Self.key("\(reason) corrected \(number)", transaction, scope),
            against: credit.counterpart
        )
        if amount == 0 { entry.lines = [] }
        var word = word
        word.credit = key
        entry.body = try ServiceJSON.encode(word)
        try writer.book(entry)
    }

    /// How many of the newest entries are read to find what is left of a credit: of what is older, nothing is taken.
    private static let greatestStatement = 20_000

    /// What is left of a credit whose buyer was never proven, after what the customer used.
    private func left(
        of key: String,
        customer: CustomerID,
        _ credited: StoredLedgerEntry.Line,
        scope: AppScope
    ) throws -> Int64 {
        var lines: [LedgerStatementLine] = []
        var before = Int64.max
        while lines.count < Self.greatestStatement {
            let page = try writer.statement(
                of: customer,
                account: credited.account,
                currency: credited.currency,
                before: before,
                limit: 1000
            )
            lines += page
            guard page.count == 1000, let last = page.last else { break }
            before = last.entry
        }
        var credits = UnprovenCredits()
        for line in lines.reversed() {
            let amount = line.line.amount
            switch LedgerReason(rawValue: line.reason) {
            case .purchase, .difference:
                let note: CreditCorrection? = try line.body.map { try ServiceJSON.decode(from: $0) }
                // This one is known to be unproven; others may have been proven since, which is of no weight here.
                if note?.isUnproven == true { credits.add(amount, key: line.idempotencyKey) }
            case .refund, .refundReversed:
                let note: CreditCorrection? = try line.body.map { try ServiceJSON.decode(from: $0) }
                if let key = note?.credit { credits.correct(key, by: amount) }
            case .expiry: continue
            default: if amount < 0, amount != .min { credits.use(-amount) }
            }
        }
        return credits.left(of: key)
    }

    /// What of an amount a customer's balance can still hold; what it cannot is not booked, and `rebuild` reports it.
    private func holdable(_ amount: Int64, customer: CustomerID, currency: String, scope: AppScope) throws -> Int64 {
        let wallet = StoredLedger.wallet(in: scope.environment)
        let balance = try writer.balance(of: wallet, customer: customer, currency: currency)
        // The sum lies on the amount's side of the balance, so that the way to it fits.
        return (BoundedSum(balance) + BoundedSum(amount)).value - balance
    }

    /// How much a refund may take under the policy.
    private func takeable(_ amount: Int64, of balance: Int64) -> Int64 {
        guard amount > 0 else { return 0 }
        let policy: BalancePolicy
        switch context.policy.refund.clawback {
        case .none: return 0
        case .full: policy = .negativeAllowed
        case .upToBalance: policy = .capped
        }
        return policy.takeable(amount, of: balance, for: .refund) ?? 0
    }

    static func key(_ reason: String, _ transaction: TransactionID, _ scope: AppScope) -> String {
        "\(reason) \(scope) \(transaction)"
    }

    /// The refunded part of an amount, in thousandths of a per cent; all of it when nothing is said.
    private static func share(_ amount: Int64, _ percentage: Int?) -> Int64 {
        guard let percentage, (0..<100_000).contains(percentage) else { return amount }
        let (high, low) = amount.multipliedFullWidth(by: Int64(percentage))
        return Int64(100_000).dividingFullWidth((high, low)).quotient
    }
}

extension StoredLedgerEntry {
    /// The customer's side of the entry; nothing when it moves nothing.
    fileprivate var wallet: Line? { lines.first { $0.account == StoredLedger.wallet(in: scope.environment) } }

    /// Whether nothing proved, when it was booked, that its buyer is the customer.
    fileprivate var isUnproven: Bool {
        get throws {
            let note: CreditCorrection? = try body.map { try ServiceJSON.decode(from: $0) }
            return note?.isUnproven ?? false
        }
    }

    /// The account of its other side: what is corrected goes back to where it came from.
    fileprivate var counterpart: String? { lines.first { $0.customer == nil }?.account }
}

/// The word of Apple's that a correction follows; without a date nothing is taken back.
private struct CreditCorrection: Codable {
    /// The purchase, under the name by which all entries tell theirs; what was booked before they did has none.
    var transaction: TransactionID?
    var date: Date?
    var percentage: Int?
    /// Whether nothing proved, when the credit was booked, that its buyer is the customer.
    var isUnproven: Bool?
    /// The key of the credit that is corrected.
    var credit: String?

    /// Whether two words about a purchase are the same.
    func says(_ other: CreditCorrection) -> Bool {
        date == other.date && percentage == other.percentage
    }
}

/// A credit of virtual currency that one delivery gives.
struct DeliveredCredit: Hashable, Sendable {
    var account: String
    var amount: Int64
}

extension CatalogProduct {
    /// What so many of the product credit; nothing when it credits none.
    func credit(for quantity: Int) -> DeliveredCredit? {
        guard let credit else { return nil }
        let (amount, overflows) = credit.amount.multipliedReportingOverflow(by: Int64(max(1, quantity)))
        guard !overflows, amount != 0 else { return nil }
        return DeliveredCredit(account: credit.account, amount: amount)
    }
}

extension StoreReader {
    /// What a delivery should have credited and did not; nothing when all is as it should be.
    ///
    /// What was recorded with the delivery counts. Only where it credited nothing does the catalog of today say what it is
    /// worth: the product's credit was configured after the sale.
    func missingCredit(
        for transaction: Transaction,
        in scope: AppScope,
        _ catalogue: AppCatalogue
    ) throws -> DeliveredCredit? {
        guard let delivery = try delivery(of: transaction.id, in: scope), delivery.customer != nil,
            transaction.leavesSomething
        else { return nil }
        let key = IntakeWork.key(LedgerReason.purchase.rawValue, transaction.id, scope)
        guard try ledgerEntry(key) == nil else { return nil }
        if let account = delivery.creditAccount, let amount = delivery.creditAmount {
            return DeliveredCredit(account: account, amount: amount)
        }
        return catalogue[delivery.product]?.credit(for: delivery.quantity)
    }
}
