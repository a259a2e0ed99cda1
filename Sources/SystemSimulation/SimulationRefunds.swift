// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import Persistence

/// A purchase that a customer's token showed, and when: what is booked later knows who bought it.
struct ShownProof {
    /// The newest entry of the ledger before the request.
    var entry: Int64
    /// Whether the server answered that it took the purchase; otherwise it may have.
    var isCertain: Bool

    /// The name under which a customer's proofs of a purchase are kept.
    static func name(_ transaction: String, _ customer: String) -> String { "\(transaction) \(customer)" }
}

/// What refunds had to take of credits, by the ledger's own order.
///
/// A refund takes the refunded part of a credit whose buyer proved to be the customer. Of another one, which anybody
/// can have bought in the customer's name, it takes at most what the customer has left of it: what was used counts
/// against the oldest of those credits first.
struct SimulationRefunds {
    fileprivate struct Credit {
        var transaction: String
        var entry: Int64
        var amount: Int64
        var isUnproven: Bool
        var corrections: [Correction] = []

        var corrected: Int64 { corrections.reduce(0) { $0 + $1.amount } }
    }

    fileprivate struct Correction {
        var entry: Int64
        var amount: Int64
        var isRevoked: Bool
        var percentage: Int?
    }

    fileprivate struct Line {
        var entry: Int64
        var amount: Int64
        /// The credit that it books or corrects; nil when the customer used something.
        var transaction: String?
        var isCorrection = false
    }

    /// A customer's account of one currency.
    fileprivate struct Account {
        var customer: String
        var credits: [Credit] = []
        var lines: [Line] = []

        var balance: Int64 { lines.reduce(0) { $0 + $1.amount } }
        var spent: Int64 { lines.reduce(0) { $1.transaction == nil ? $0 - $1.amount : $0 } }
    }

    /// By transaction of what was certainly proven after it was booked: the entry before which it was.
    private typealias Proofs = [String: Int64]

    private let accounts: [String: Account]
    private let shown: [String: [ShownProof]]

    /// Reads the ledger.
    ///
    /// - Parameters:
    ///   - world: The system.
    ///   - shown: What customers' tokens showed.
    /// - Throws: `DatabaseError` when the store cannot be read.
    init(_ world: SimulatedSystem, shown: [String: [ShownProof]]) throws {
        self.shown = shown
        accounts = try world.database.check { try $0.accounts() }
    }

    /// Compares every customer's refunds and balance with what was bought, given and spent.
    ///
    /// - Parameter sales: Every sale, by transaction identifier.
    /// - Returns: What is wrong.
    func compare(_ sales: [String: TransactionPayload]) -> [String] {
        accounts.sorted { $0.key < $1.key }.flatMap { name, account in
            let flags = account.credits.flatMap { checkProof(of: $0, account.customer) }
            let statements = account.credits.flatMap { checkStatement(of: $0, sales) }
            let amounts = checkAmounts(of: account)
            return flags + statements + amounts.wrong + checkBalance(name, account, amounts.proofs)
        }
    }

    /// A credit is booked as unproven exactly if no token had shown its purchase.
    private func checkProof(of credit: Credit, _ customer: String) -> [String] {
        let before = proofs(of: credit, customer).filter { $0.entry < credit.entry }
        if credit.isUnproven, before.contains(where: \.isCertain) {
            return ["the credit of \(credit.transaction) is unproven, and a token of \(customer) had shown it"]
        }
        if !credit.isUnproven, before.isEmpty {
            return ["the credit of \(credit.transaction) is proven, and no token of \(customer) had shown it"]
        }
        return []
    }

    /// What a credit was corrected to last is what Apple says of its purchase now.
    private func checkStatement(of credit: Credit, _ sales: [String: TransactionPayload]) -> [String] {
        guard let sale = sales[credit.transaction] else {
            return ["\(credit.transaction) is credited, and was never sold"]
        }
        let stated = credit.corrections.last.map { Self.part(of: credit, $0) } ?? 0
        let due = sale.revocationDate == nil ? 0 : Self.part(of: credit.amount, sale.revocationPercentage)
        return stated == due ? [] : ["the credit of \(credit.transaction) states that \(stated) go back, not \(due)"]
    }

    /// Each correction has the amount that follows from what was booked before it.
    ///
    /// - Returns: What is wrong, whatever became durable of unanswered requests; and what was proven when.
    private func checkAmounts(of account: Account) -> (wrong: [String], proofs: Proofs) {
        var possible: [Proofs] = [[:]]
        for credit in account.credits where credit.isUnproven {
            let choices = choices(for: credit, account.customer)
            possible = possible.flatMap { known in
                choices.map { choice in
                    var known = known
                    known[credit.transaction] = choice
                    return known
                }
            }
            // So many requests without an answer for one customer are not looked into.
            guard possible.count <= Self.greatestPossibilities else { return ([], [:]) }
        }
        var first: (wrong: [String], proofs: Proofs)?
        for proofs in possible {
            let wrong = account.credits.flatMap { checkAmounts(of: $0, in: account, proofs) }
            if wrong.isEmpty { return ([], proofs) }
            first = first ?? (wrong, proofs)
        }
        return first ?? ([], [:])
    }

    private static let greatestPossibilities = 1024

    private func proofs(of credit: Credit, _ customer: String) -> [ShownProof] {
        shown[ShownProof.name(credit.transaction, customer)] ?? []
    }

    /// When an unproven credit may have been proven; nil is never.
    private func choices(for credit: Credit, _ customer: String) -> [Int64?] {
        var choices: [Int64?] = []
        for proof in proofs(of: credit, customer) where proof.entry >= credit.entry {
            if choices.last != proof.entry { choices.append(proof.entry) }
            if proof.isCertain { return choices }
        }
        return choices + [nil]
    }

    private func checkAmounts(of credit: Credit, in account: Account, _ proofs: Proofs) -> [String] {
        var posted: Int64 = 0
        var wrong: [String] = []
        for correction in credit.corrections {
            var due = -Self.part(of: credit, correction) - posted
            if due < 0, Self.isUnproven(credit, before: correction.entry, proofs) {
                due = max(due, -Self.left(of: credit, before: correction.entry, in: account, proofs))
            }
            if correction.amount != due {
                wrong.append(
                    "the refund of \(credit.transaction) took \(-correction.amount) of \(account.customer), not \(-due)"
                )
            }
            posted += correction.amount
        }
        return wrong
    }

    private static func isUnproven(_ credit: Credit, before entry: Int64, _ proofs: Proofs) -> Bool {
        guard credit.isUnproven else { return false }
        return proofs[credit.transaction].map { $0 >= entry } ?? true
    }

    /// What a customer has left of a credit that is still unproven.
    private static func left(of credit: Credit, before entry: Int64, in account: Account, _ proofs: Proofs) -> Int64 {
        let usage = usage(before: entry, in: account, proofs)
        return usage.left.first { $0.transaction == credit.transaction }?.amount ?? 0
    }

    /// What was used of credits that are still unproven, and what is left of each.
    private static func usage(
        before entry: Int64,
        in account: Account,
        _ proofs: Proofs
    ) -> (used: Int64, left: [(transaction: String, amount: Int64)]) {
        let unproven = Set(
            account.credits.filter { isUnproven($0, before: entry, proofs) }.map(\.transaction)
        )
        var used: Int64 = 0
        var left: [(transaction: String, amount: Int64)] = []
        for line in account.lines where line.entry < entry {
            guard let transaction = line.transaction else {
                var rest = -line.amount
                for place in left.indices where rest > 0 {
                    let part = min(rest, left[place].amount)
                    left[place].amount -= part
                    rest -= part
                    used += part
                }
                continue
            }
            if !line.isCorrection {
                if unproven.contains(transaction) { left.append((transaction, line.amount)) }
            } else if let place = left.firstIndex(where: { $0.transaction == transaction }) {
                left[place].amount = max(0, left[place].amount + line.amount)
            }
        }
        return (used, left)
    }

    /// What others gave and Apple revoked leaves the customer no worse off than without it, as far as it was used.
    private func checkBalance(_ name: String, _ account: Account, _ proofs: Proofs) -> [String] {
        let unproven = account.credits.filter { Self.isUnproven($0, before: .max, proofs) }
        let given = unproven.reduce(Int64(0)) { $0 + $1.amount }
        let remaining = unproven.reduce(given) { $0 + $1.corrected }
        let bought = account.balance + account.spent - remaining
        // Whoever proved a purchase after a refund had looked at it was treated as one who had not.
        let isLate = account.credits.contains { credit in
            guard let proof = proofs[credit.transaction] else { return false }
            return account.credits.contains { $0.corrections.contains { $0.entry <= proof } }
        }
        let spent = account.spent
        // What was used before a gift came, or after Apple had revoked it, is the customer's own.
        let own = spent - Self.usage(before: .max, in: account, proofs).used
        let floor = isLate ? bought - spent : max(bought - spent, min(0, bought - own))
        guard account.balance < floor || account.balance > bought + given - spent else { return [] }
        return [
            "\(name): \(account.balance), of \(bought) bought, \(given) given and \(spent) spent: at least \(floor)"
        ]
    }

    private static func part(of credit: Credit, _ correction: Correction) -> Int64 {
        correction.isRevoked ? part(of: credit.amount, correction.percentage) : 0
    }

    /// The refunded part of an amount; all of it when Apple names none.
    private static func part(of amount: Int64, _ percentage: Int?) -> Int64 {
        amount * Int64(min(percentage ?? 100_000, 100_000)) / 100_000
    }
}

/// What Apple said of the purchase, as an entry keeps it.
private struct StatedRevocation: Decodable {
    var date: JSONValue?
    var percentage: Int?
    var isUnproven: Bool?
}

extension DatabaseReader {
    /// The newest entry of the ledger.
    func newestEntry() throws -> Int64 {
        var newest: Int64 = 0
        try forEach("SELECT COALESCE(MAX(id), 0) FROM ledger_entries") { newest = try $0.next() }
        return newest
    }

    /// Every customer's credits and their corrections, by customer and currency.
    fileprivate func accounts() throws -> [String: SimulationRefunds.Account] {
        var accounts: [String: SimulationRefunds.Account] = [:]
        /// Where the credit of a transaction is.
        var places: [String: (name: String, index: Int)] = [:]
        try forEach(
            """
            SELECT e.id, e.idempotency_key, e.body, l.customer, l.currency, l.amount FROM ledger_entries e
            LEFT JOIN ledger_lines l ON l.entry = e.id AND l.customer IS NOT NULL ORDER BY e.id, l.line
            """
        ) { row in
            let entry = try row.next(Int64.self)
            let parts = try row.next(String.self).split(separator: " ").map(String.init)
            let body = try row.next(Data?.self)
            let customer = try row.next(String?.self)
            let currency = try row.next(String?.self)
            let amount = try row.next(Int64?.self) ?? 0
            let isPurchase = parts.count > 2 && parts[0] == "purchase"
            let stated = isPurchase ? try body.map { try AppStoreJSON.decode(StatedRevocation.self, from: $0) } : nil
            let transaction = isPurchase ? parts.last ?? "" : ""
            if isPurchase, parts[1] == "corrected" {
                guard let (name, index) = places[transaction] else { return }
                accounts[name]?.credits[index].corrections.append(
                    .init(
                        entry: entry,
                        amount: amount,
                        isRevoked: stated?.date != nil,
                        percentage: stated?.percentage
                    )
                )
                accounts[name]?.lines.append(
                    .init(entry: entry, amount: amount, transaction: transaction, isCorrection: true)
                )
                return
            }
            guard let customer, let currency else { return }
            let name = "\(customer) \(currency)"
            var account = accounts[name] ?? .init(customer: customer)
            if isPurchase {
                places[transaction] = (name, account.credits.count)
                account.credits.append(
                    .init(
                        transaction: transaction,
                        entry: entry,
                        amount: amount,
                        isUnproven: stated?.isUnproven ?? false
                    )
                )
            }
            account.lines.append(.init(entry: entry, amount: amount, transaction: isPurchase ? transaction : nil))
            accounts[name] = account
        }
        return accounts
    }
}
