// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Answers what a decision needs from the database.
struct StateLoader {
    let writer: any DatabaseWriter
    let context: IntakeContext
    let scope: AppScope
    /// The purchase that is decided about, which customers' accounts leave out.
    let except: LineageKey?
    /// What was read along the way and the writer compares with.
    let rows = Rows()

    /// Stored rows that a decision does not see.
    final class Rows {
        var entitlements: [CustomerID: [StoredEntitlement]] = [:]
    }

    init(writer: any DatabaseWriter, context: IntakeContext, scope: AppScope, except: LineageKey?) {
        self.writer = writer
        self.context = context
        self.scope = scope
        self.except = except
    }

    private var now: Date { context.now }

    /// Loads what nearly every decision about a purchase needs, so that one more round is enough.
    func preload(_ state: inout PurchaseState, _ input: FulfillmentInput) throws {
        guard let change = state.change else { return }
        try answer(.reportedState, in: &state)
        let customers = change.ownershipBefore.owners + [input.claimant?.customer].compactMap(\.self)
        for customer in Set(customers).sorted() { try answer(.customer(customer), in: &state) }
    }

    /// Answers one need.
    func answer(_ need: FulfillmentNeed, in state: inout PurchaseState) throws {
        switch need {
        case .order(let id):
            state.orders[id] = .some(try writer.order(id).map { try Order($0) })
        case .ordersWithToken(let token):
            let orders = try writer.orders(token: token).filter { $0.scope.bundleID == scope.bundleID }
            state.ordersWithToken[token] = try orders.map { try Order($0) }
            // The owner of the payment is asked about next.
            for customer in Set(orders.compactMap(\.customer)) where state.erasures[customer] == nil {
                try answer(.erasure(customer), in: &state)
            }
        case .ordersWithReference(let reference):
            let limit = Self.maximumReferences
            let orders = try writer.orders(reference: reference, in: scope.bundleID, limit: limit + 1)
            state.ordersWithReference[reference] = orders.count > limit ? [] : try orders.map { try Order($0) }
        case .ordersPaid(let transaction):
            let orders = try writer.orders(transaction: transaction, in: scope)
            state.ordersPaid[transaction] = try orders.map { try Order($0) }
        case .delivery(let transaction):
            state.deliveries[transaction] = .some(
                try writer.delivery(of: transaction, in: scope).map(Delivery.init)
            )
        case .erasure(let customer):
            state.erasures[customer] = try writer.customer(customer)?.erasedDate != nil
        case .predecessor(let lineage):
            state.predecessors[lineage] = .some(try predecessor(lineage))
        case .successor:
            state.successor = .some(try successor())
        case .reportedState:
            state.reportedState = try reportedState()
        case .customer(let customer):
            state.customers[customer] = try records(of: customer)
        case .credit(let key):
            state.credits[key] = .some(try credit(key))
        case .balance(let key):
            state.balances[key] = try writer.balance(of: wallet, customer: key.customer, currency: key.currency)
        case .settledBalance(let key):
            state.settledBalances[key] = try writer.balanceAfterExpiration(
                of: wallet,
                customer: key.customer,
                currency: key.currency,
                scope: scope,
                at: now
            )
        case .statement(let key):
            state.statements[key] = try statement(key)
        case .commandPlaces(let count):
            let missing = count - state.commandPlaces.count
            if missing > 0 { state.commandPlaces += try writer.nextCommandOrders(missing, in: scope, now: now) }
        case .orderIDs(let count):
            while state.orderIDs.count < count { state.orderIDs.append(context.random.orderID(at: now)) }
        }
    }

    /// How many orders of one reference are read.
    private static let maximumReferences = 100
    /// How many of the newest ledger entries are read to find what is left of a credit: of what is older, nothing is
    /// taken.
    private static let maximumStatement = 20_000
    /// Of how many purchases it is asked whether they were proven after they were credited.
    private static let maximumProofs = 200

    private var wallet: String { LedgerAccountNames.wallet(in: scope.environment) }

    private func predecessor(_ lineage: OriginalTransactionID) throws -> PurchaseState.Predecessor? {
        guard let customer = try writer.claim(on: lineage, in: scope)?.customer else { return nil }
        return PurchaseState.Predecessor(customer: customer, isProven: try ownership(of: lineage).isProven(customer))
    }

    private func ownership(of lineage: OriginalTransactionID) throws -> Ownership {
        LineageChange(
            key: LineageKey(scope: scope, lineage: lineage),
            known: try writer.lifeFacts(of: lineage, in: scope).map(\.fact),
            policy: context.policy
        )
        .ownershipBefore
    }

    private func successor() throws -> OriginalTransactionID? {
        guard let except else { return nil }
        return try writer.record(.migrations, owner: scope.description, name: except.lineage.rawValue).map {
            OriginalTransactionID(rawValue: String(decoding: $0.body, as: UTF8.self))
        }
    }

    private func reportedState() throws -> PurchaseState.Reported {
        let stored = try except.flatMap { try writer.lineageState(of: $0.lineage, in: scope) }
        return PurchaseState.Reported(
            state: try stored.map { try ServiceJSON.decode(ReportedLineageState.self, from: $0.body) },
            dueDate: stored?.dueDate
        )
    }

    private func records(of customer: CustomerID) throws -> CustomerRecords {
        let (account, lineages) = try writer.account(
            of: customer,
            in: scope,
            catalog: context.catalog,
            policy: context.policy,
            now: now,
            except: except
        )
        let stored = try writer.entitlements(of: customer)
        rows.entitlements[customer] = stored.filter { $0.scope == scope }
        let profile = try writer.profile(of: customer)
        return CustomerRecords(
            account: account,
            lineages: lineages,
            entitlements: try stored.map {
                CustomerRecords.StoredEntitlement(
                    scope: $0.scope,
                    cached: try ServiceJSON.decode(CachedEntitlement.self, from: $0.body),
                    reminderDate: $0.reminderDate
                )
            },
            tokenMismatches: profile.tokenMismatches ?? 0,
            quantityMismatches: profile.quantityMismatches ?? 0,
            reportedSignals: profile.reportedSignals ?? []
        )
    }

    private func credit(_ key: CreditKey) throws -> CreditHistory? {
        guard let entry = try writer.ledgerEntry(key.description) else { return nil }
        let line = entry.lines.first { $0.account == wallet }
        var history = CreditHistory(
            customer: line?.customer,
            currency: line?.currency ?? "",
            amount: line?.amount ?? 0,
            counterpart: entry.lines.first { $0.customer == nil }?.account,
            note: try entry.body.map { try ServiceJSON.decode(from: $0) }
        )
        while let entry = try writer.ledgerEntry(key.correction(history.corrections.count + 1)) {
            let line = entry.lines.first { $0.account == wallet }
            history.corrections.append(
                CreditHistory.Correction(
                    amount: line?.amount ?? 0,
                    note: try entry.body.map { try ServiceJSON.decode(from: $0) }
                )
            )
        }
        return history
    }

    private func statement(_ key: BalanceKey) throws -> [StatementLine] {
        var lines: [StatementLine] = []
        var proofs: [OriginalTransactionID: Bool] = [:]
        var before = Int64.max
        while lines.count < Self.maximumStatement {
            let page = try writer.statement(
                of: key.customer,
                account: wallet,
                currency: key.currency,
                before: before,
                limit: 1000
            )
            lines += try page.map { line in
                let reason = LedgerReason(rawValue: line.reason)
                // Others' postings have notes of another form.
                let isOwn = [.purchase, .difference, .refund, .refundReversed].contains(reason)
                let statement: CreditNote? = isOwn ? try line.body.map { try ServiceJSON.decode(from: $0) } : nil
                return StatementLine(
                    amount: line.line.amount,
                    reason: reason,
                    key: line.idempotencyKey,
                    note: statement,
                    isProvenSince: try isProvenSince(statement, key.customer, &proofs)
                )
            }
            guard page.count == 1000, let last = page.last else { break }
            before = last.entry
        }
        return lines
    }

    /// Whether a credit that was unproven when it was booked is proven now; of what is older than so many purchases, it is
    /// not asked.
    private func isProvenSince(
        _ statement: CreditNote?,
        _ customer: CustomerID,
        _ proofs: inout [OriginalTransactionID: Bool]
    ) throws -> Bool {
        guard let statement, statement.isUnproven == true, let transaction = statement.transaction,
            let lineage = try writer.lineage(of: transaction, in: scope)
        else { return false }
        if let known = proofs[lineage] { return known }
        guard proofs.count < Self.maximumProofs else { return false }
        let isProven = try ownership(of: lineage).isProven(customer)
        proofs[lineage] = isProven
        return isProven
    }
}

extension Order {
    /// An order as it is stored.
    init(_ stored: StoredOrder) throws {
        self.init(
            id: stored.id,
            scope: stored.scope,
            customer: stored.customer,
            product: stored.product,
            quantity: stored.quantity,
            token: stored.token,
            storedState: stored.state,
            isOpen: stored.isOpen,
            createdDate: stored.createdDate,
            expiresDate: stored.expiresDate,
            updatedDate: stored.updatedDate,
            transaction: stored.transaction,
            lineage: stored.lineage,
            reference: stored.reference,
            details: try stored.details
        )
    }
}

extension Delivery {
    /// A delivery as it is stored.
    fileprivate init(_ stored: StoredDelivery) {
        var credit: DeliveredCredit?
        if let account = stored.creditAccount, let amount = stored.creditAmount {
            credit = DeliveredCredit(account: account, amount: amount)
        }
        self.init(
            transaction: stored.transaction,
            lineage: stored.lineage,
            order: stored.order,
            customer: stored.customer,
            product: stored.product,
            quantity: stored.quantity,
            deliveredDate: stored.deliveredDate,
            withdrawnDate: stored.withdrawnDate,
            credit: credit
        )
    }
}
