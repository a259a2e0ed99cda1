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
        /// What the purchase that is decided about means to its customers.
        var purchases: [CustomerPurchase]?
        /// The customers who were read, with how many events there are about each; nothing for one who is not stored.
        var customers: [CustomerID: (customer: StoredCustomer, events: Int64)?] = [:]
    }

    init(writer: any DatabaseWriter, context: IntakeContext, scope: AppScope, except: LineageKey?) {
        self.writer = writer
        self.context = context
        self.scope = scope
        self.except = except
    }

    private var now: Date { context.now }

    /// Loads what nearly every decision about a purchase needs: then it is made at once, and not once for each stage.
    func preload(_ state: inout PurchaseState, _ input: FulfillmentInput) throws {
        guard let change = state.change else { return }
        try prefetch(change, input)
        try answer(.reportedState, in: &state)
        let customers = change.ownershipBefore.owners + [input.claimant?.customer].compactMap(\.self)
        for customer in Set(customers).sorted() { try answer(.customer(customer), in: &state) }
        guard !customers.isEmpty else { return }
        let isFirstClaim = change.ownershipBefore.owners.isEmpty
        if isFirstClaim {
            // Whoever owns it now may own what waits for it.
            try answer(.successor, in: &state)
            if !change.changedTransactions.isEmpty { try answer(.commandPlaces(1), in: &state) }
        }
        try preloadPayments(change, &state)
        if let payer = input.claimant?.customer ?? customers.first { try preloadCredits(change, of: payer, &state) }
    }

    /// Loads whether new transactions were credited, and the balance that they are credited to.
    private func preloadCredits(_ change: LineageChange, of customer: CustomerID, _ state: inout PurchaseState) throws {
        for transaction in change.changedTransactions.prefix(Self.maximumReadAhead).map(\.transaction) {
            let product = context.catalog.items[transaction.productID]?.product
            guard let credit = product?.credit(for: transaction.deliveredQuantity, in: transaction.store) else {
                continue
            }
            try answer(.credit(CreditKey(.purchase, transaction.id, scope)), in: &state)
            let balance = BalanceKey(customer: customer, currency: credit.account)
            if state.balances[balance] == nil { try answer(.balance(balance), in: &state) }
        }
    }

    /// Loads which orders new transactions pay, and what an order takes that is made for one.
    private func preloadPayments(_ change: LineageChange, _ state: inout PurchaseState) throws {
        let records = change.changedTransactions.prefix(Self.maximumReadAhead)
        for transaction in records.map(\.transaction) {
            try answer(.ordersPaid(by: transaction.id), in: &state)
            try answer(.delivery(transaction.id), in: &state)
            guard state.ordersPaid[transaction.id]?.isEmpty == true else { continue }
            // A renewal has no order before it is charged.
            let token = transaction.reason == .renewal ? nil : transaction.appAccountToken
            if let token, state.ordersWithToken[token] == nil { try answer(.ordersWithToken(token), in: &state) }
            try answer(.commandPlaces(state.commandPlaces.count + Self.placesReadAhead), in: &state)
            let hasOrder = token.flatMap { state.ordersWithToken[$0] }?.isEmpty == false
            if !hasOrder { try answer(.orderIDs(state.orderIDs.count + 1), in: &state) }
        }
    }

    /// How many transactions, customers and tokens of a purchase are read ahead: as many as one notification is about.
    private static let maximumReadAhead = 4

    /// How many commands' places are drawn ahead: an order that a renewal makes is created, paid and delivered.
    private static let placesReadAhead = 3

    /// Has the database answer in one way what the decision will most likely ask for.
    private func prefetch(_ change: LineageChange, _ input: FulfillmentInput) throws {
        let key = change.key
        var customers = change.ownershipBefore.owners + [input.claimant?.customer].compactMap(\.self)
        // Whoever may turn out to be the owner was found with the locks.
        if customers.isEmpty {
            customers = writer.locks.compactMap { lock in
                guard case .customer(let customer) = lock else { return nil }
                return customer
            }
        }
        try writer.prefetch { reader in
            _ = try reader.lineageState(of: key.lineage, in: key.scope)
            _ = try reader.customerPurchases(of: key)
            for customer in Set(customers).sorted().prefix(Self.maximumReadAhead) {
                _ = try reader.ownFacts(of: customer, in: key.scope)
                _ = try reader.purchaseIndex(of: customer, in: key.scope)
                _ = try reader.entitlements(of: customer)
                _ = try reader.customerWithEventCount(customer)
            }
            for payment in change.after.paymentTokens.prefix(Self.maximumReadAhead) {
                _ = try reader.orders(token: payment.token)
            }
            if !change.changedTransactions.isEmpty {
                _ = try reader.drawCommandOrders(Self.placesReadAhead, now: now)
            }
            for record in change.changedTransactions.prefix(Self.maximumReadAhead) {
                _ = try reader.orders(transaction: record.transaction.id, in: key.scope)
                _ = try reader.delivery(of: record.transaction.id, in: key.scope)
            }
        }
    }

    /// A customer, read once.
    private func customer(_ id: CustomerID) throws -> StoredCustomer? {
        if let known = rows.customers[id] { return known?.customer }
        let stored = try writer.customerWithEventCount(id)
        rows.customers[id] = .some(stored)
        return stored?.customer
    }

    /// Answers one need.
    func answer(_ need: FulfillmentNeed, in state: inout PurchaseState) throws {
        switch need {
        case .order(let id):
            state.orders[id] = .some(try writer.order(id))
        case .ordersWithToken(let token):
            let orders = try writer.orders(token: token).filter { $0.scope.bundleID == scope.bundleID }
            state.ordersWithToken[token] = orders
            // The owner of the payment is asked about next.
            for customer in Set(orders.compactMap(\.customer)) where state.erasures[customer] == nil {
                try answer(.erasure(customer), in: &state)
            }
        case .ordersWithReference(let reference):
            let limit = Self.maximumReferences
            let orders = try writer.orders(reference: reference, in: scope.bundleID, limit: limit + 1)
            state.ordersWithReference[reference] = orders.count > limit ? [] : orders
        case .ordersPaid(let transaction):
            state.ordersPaid[transaction] = try writer.orders(transaction: transaction, in: scope)
        case .delivery(let transaction):
            state.deliveries[transaction] = .some(try writer.delivery(of: transaction, in: scope))
        case .erasure(let customer):
            try writer.requireLocks([.customer(customer)])
            state.erasures[customer] = try self.customer(customer)?.erasedDate != nil
        case .account(let customer):
            // Whoever merges the two has this lock, too.
            try writer.requireLocks([.customer(customer)])
            state.accounts[customer] = .some(try writer.alias(customer)?.customer)
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
            try writer.requireLocks([.customer(key.customer)])
            state.balances[key] = try writer.balance(of: wallet, customer: key.customer, currency: key.currency)
        case .balanceAfterExpiration(let key):
            try writer.requireLocks([.customer(key.customer)])
            state.balancesAfterExpiration[key] = try writer.balanceAfterExpiration(
                of: wallet,
                customer: key.customer,
                currency: key.currency,
                scope: scope,
                at: now
            )
        case .statement(let key):
            try writer.requireLocks([.customer(key.customer)])
            let lines = try writer.statement(of: key, in: scope.environment).map(\.line)
            state.statements[key] = try writer.markProven(lines, of: key.customer, in: scope, policy: context.policy)
        case .commandPlaces(let count):
            let missing = count - state.commandPlaces.count
            guard missing > 0 else { return }
            // Where they were read ahead, those that no command takes stay free.
            let readAhead = state.commandPlaces.isEmpty && writer.dialect.sparesRoundTrips ? Self.placesReadAhead : 0
            let number = max(missing, readAhead)
            state.commandPlaces += try writer.nextCommandOrders(number, in: scope, now: now)
        case .orderIDs(let count):
            while state.orderIDs.count < count { state.orderIDs.append(context.random.orderID(at: now)) }
        }
    }

    /// How many orders of one reference are read.
    private static let maximumReferences = 100
    private var wallet: String { LedgerAccountNames.wallet(in: scope.environment) }

    private func predecessor(_ lineage: OriginalTransactionID) throws -> PurchaseState.Predecessor? {
        try writer.requireLocks([.purchase(LineageKey(scope: scope, lineage: lineage))])
        guard let customer = try writer.claim(on: lineage, in: scope)?.customer else { return nil }
        let ownership = try writer.ownership(of: lineage, in: scope, policy: context.policy)
        return PurchaseState.Predecessor(customer: customer, isProven: ownership.isProven(customer))
    }

    private func successor() throws -> OriginalTransactionID? {
        guard let except else { return nil }
        return try writer.value(except.lineage, in: OriginalTransactionID.successors[scope])
    }

    private func reportedState() throws -> PurchaseState.Reported {
        let stored = try except.flatMap { try writer.lineageState(of: $0.lineage, in: scope) }
        return PurchaseState.Reported(
            state: try stored.map { try ServiceJSON.decode(ReportedLineageState.self, from: $0.body) },
            dueDate: stored?.dueDate
        )
    }

    /// What the purchase that is decided about means to its customers, as it was stored last.
    func customerPurchases() throws -> [CustomerPurchase] {
        if let known = rows.purchases { return known }
        let purchases = try except.map { try writer.customerPurchases(of: $0) } ?? []
        rows.purchases = purchases
        return purchases
    }

    private func records(of customer: CustomerID) throws -> CustomerRecords {
        try writer.requireLocks([.customer(customer)])
        var (account, index) = try writer.decisionAccount(
            of: customer,
            in: scope,
            catalog: context.catalog,
            policy: context.policy,
            now: now,
            except: except
        )
        if let except, let known = try customerPurchases().first(where: { $0.customer == customer }) {
            index.lineages.insert(except.lineage)
            index.counts = index.counts.removing(known)
        }
        let stored = try writer.entitlements(of: customer)
        rows.entitlements[customer] = stored.filter { $0.scope == scope }
        let profile = try self.customer(customer)?.profile()
        return CustomerRecords(
            account: account,
            lineages: index.lineages,
            unread: index.counts,
            entitlements: try stored.map {
                CustomerRecords.StoredEntitlement(
                    scope: $0.scope,
                    cached: try ServiceJSON.decode(CachedEntitlement.self, from: $0.body),
                    reminderDate: $0.reminderDate
                )
            },
            tokenMismatches: profile?.tokenMismatches ?? 0,
            quantityMismatches: profile?.quantityMismatches ?? 0,
            reportedSignals: profile?.reportedSignals ?? []
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
}

extension DatabaseReader {
    /// How many of the newest ledger entries are read to find what is left of a credit: of what is older, nothing is
    /// taken.
    private static var maximumStatement: Int { 20_000 }

    /// A customer's newest ledger entries of a virtual currency, the newest first.
    func statement(of key: BalanceKey, in environment: Environment) throws -> [(line: StatementLine, instant: Date)] {
        var lines: [(line: StatementLine, instant: Date)] = []
        var before = Int64.max
        while lines.count < Self.maximumStatement {
            let page = try statement(
                of: key.customer,
                account: LedgerAccountNames.wallet(in: environment),
                currency: key.currency,
                before: before,
                limit: 1000
            )
            lines += try page.map { line in
                let reason = LedgerReason(rawValue: line.reason)
                // Others' postings have notes of another form.
                let isOwn = [.purchase, .difference, .refund, .refundReversed].contains(reason)
                let note: CreditStatement? = isOwn ? try line.body.map { try ServiceJSON.decode(from: $0) } : nil
                let statement = StatementLine(
                    amount: line.line.amount,
                    reason: reason,
                    key: line.idempotencyKey,
                    note: note
                )
                return (statement, line.instant)
            }
            guard page.count == 1000, let last = page.last else { break }
            before = last.entry
        }
        return lines
    }

    /// Of how many purchases it is asked whether they were proven after they were credited.
    private static var maximumProofs: Int { 200 }

    /// Marks the entries whose credit was unproven when it was booked and was proven since.
    ///
    /// - Parameters:
    ///   - lines: The entries, the newest first; of what is older than so many purchases, it is not asked.
    ///   - customer: Whose entries they are.
    ///   - scope: The app and environment of the purchases.
    ///   - policy: The policy that decides about ownership.
    ///   - instant: By when the proof was received; at any time when absent.
    /// - Returns: The entries in the same order.
    /// - Throws: `DatabaseError`.
    func markProven(
        _ lines: [StatementLine],
        of customer: CustomerID,
        in scope: AppScope,
        policy: CommercePolicy,
        knownAt instant: Date? = nil
    ) throws -> [StatementLine] {
        var proofs: [OriginalTransactionID: Bool] = [:]
        return try lines.map { line in
            guard line.note?.isUnproven == true, let transaction = line.note?.transaction,
                let purchase = try lineage(of: transaction, in: scope)
            else { return line }
            if proofs[purchase] == nil, proofs.count < Self.maximumProofs {
                let ownership = try ownership(of: purchase, in: scope, policy: policy, knownAt: instant)
                proofs[purchase] = ownership.isProven(customer)
            }
            var line = line
            line.isProvenSince = proofs[purchase] ?? false
            return line
        }
    }

    /// Whose a purchase is by the facts that were received by an instant, or by all.
    func ownership(
        of lineage: OriginalTransactionID,
        in scope: AppScope,
        policy: CommercePolicy,
        knownAt instant: Date? = nil
    ) throws -> Ownership {
        let key = LineageKey(scope: scope, lineage: lineage)
        guard let instant else { return try purchase(key, policy: policy).ownershipBefore }
        let facts = try lifeFacts(of: lineage, in: scope).filter { $0.receivedDate <= instant }
        return LineageChange(key: key, known: facts.map(\.fact), policy: policy).ownershipBefore
    }
}
