// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Why a balance is what it is: the entries that make it, each with the documents that it rests on.
struct BalanceExplanation: Codable, Sendable, SchemaDescribed {
    struct Entry: Codable, Sendable {
        var amount: Int64
        var reason: String
        var key: String
        var at: Date
        var transaction: TransactionID?
        /// Apple's documents, or the team's statements, about the transaction until then, and what was recorded of its order.
        var causes: [RecordedCause]
    }

    var customer: CustomerID
    var currency: String
    var at: Date
    var balance: Int64
    var entries: [Entry]

    static let schema = Schema.object([
        "customer": .string, "currency": .string, "at": .instant, "balance": .integer,
        "entries": .array(
            of: .object(
                [
                    "amount": .integer, "reason": .string, "key": .string, "at": .instant,
                    "causes": .array(of: RecordedCause.schema),
                ],
                optional: ["transaction": .string]
            )
        ),
    ])
}

extension DatabaseReader {
    /// How many of the newest entries an explanation has.
    private static var explainedEntries: Int { 200 }

    /// Explains a balance as it was booked until an instant.
    func explain(_ key: BalanceKey, in scope: AppScope, at instant: Date) throws -> BalanceExplanation {
        let lines = try statement(of: key, in: scope.environment)
        let balance = try self.balance(
            of: LedgerAccountNames.wallet(in: scope.environment),
            customer: key.customer,
            currency: key.currency
        )
        let later = lines.filter { $0.instant > instant }.reduce(Int64(0)) {
            (BoundedSum($0) + BoundedSum($1.line.amount)).value
        }
        let shown = lines.filter { $0.instant <= instant }.prefix(Self.explainedEntries)
        let entries = try shown.map { line, date in
            BalanceExplanation.Entry(
                amount: line.amount,
                reason: line.reason.rawValue,
                key: line.key,
                at: date,
                transaction: line.note?.transaction,
                causes: try line.note?.transaction.map { try causes(of: $0, in: scope, until: date) } ?? []
            )
        }
        return BalanceExplanation(
            customer: key.customer,
            currency: key.currency,
            at: instant,
            balance: (BoundedSum(balance) - BoundedSum(later)).value,
            entries: entries
        )
    }

    /// The documents about a transaction, and the claims of its purchase, that were recorded until an instant.
    private func causes(
        of transaction: TransactionID,
        in scope: AppScope,
        until instant: Date
    ) throws -> [RecordedCause] {
        guard let lineage = try lineage(of: transaction, in: scope) else { return [] }
        return try facts(of: lineage, in: scope).map(LoggedFact.init).filter { record in
            guard record.receivedDate <= instant else { return false }
            switch record.fact.content {
            case .transaction(let known): return known.id == transaction
            case .storeStatement(let statement): return statement.transactionID == transaction
            case .command(.claim), .command(.transfer): return true
            default: return false
            }
        }
        .map(RecordedCause.init)
    }
}
