// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

// What is stored beside what the facts and commands give.

extension DatabaseReader {
    /// Recomputes a purchase and compares its owner, orders, deliveries and credits with what is stored.
    func compare(
        _ key: LineageKey,
        _ rules: RulesHistory,
        _ cache: ReplayCache,
        now: Date,
        _ report: inout RebuildReport
    ) throws {
        report.purchases += 1
        let replay = try replay(key, rules, cache)
        let owner = try claim(on: key.lineage, in: key.scope)?.customer
        let computed = replay.change.account.ownership(of: key).owners.first
        report.compare("claim", key.lineage.rawValue, "owner", owner?.rawValue, computed?.rawValue)
        let purchases = try customerPurchases(of: key)
        let computedPurchases = CustomerPurchase.all(of: key, in: replay.change.account, rules.catalog.indexed)
        report.compare(
            "purchase",
            key.lineage.rawValue,
            "what it means to its customers",
            purchases.summary,
            computedPurchases.summary
        )
        try compareFoldedFacts(of: key, &report)
        try compareReportedState(of: replay.change, now: now, &report)
        try compareOrders(replay, now: now, &report)
        for record in replay.change.after.transactions {
            let id = record.transaction.id
            let stored = try delivery(of: id, in: key.scope)
            report.compare(stored, replay.deliveries[id])
        }
        try compareCredits(replay, rules.rules(now: now), &report)
        try compareSeats(replay.change, now: now, &report)
    }

    /// Every decision about a purchase with many facts follows from what its oldest ones come to.
    private func compareFoldedFacts(of key: LineageKey, _ report: inout RebuildReport) throws {
        do {
            guard let stored = try foldedFacts(of: key) else { return }
            let facts = try lifeFacts(of: key.lineage, in: key.scope).map(\.fact)
            let covered = facts.prefix { $0.order <= stored.lastOrder }
            guard FoldedFacts(key, after: nil, adding: covered) != stored else { return }
            report.add("purchase", key.lineage.rawValue, "the folded facts are not what the facts come to")
        } catch let error as DatabaseError where error.code == .damaged {
            report.add("purchase", key.lineage.rawValue, "the folded facts cannot be read: \(error.message)")
        }
    }

    /// An invitation that its token does not find could not be accepted, and a claim that is not found not be ended.
    private func compareSeats(_ change: LineageChange, now: Date, _ report: inout RebuildReport) throws {
        for invitation in change.seatRoster(asOf: now).invitations {
            let computed = SeatPlace(scope: change.scope, lineage: change.lineage, invitation: invitation.id)
            var indexed: [(name: String, stored: SeatPlace?)] = []
            if let hash = invitation.terms?.tokenHash {
                indexed.append(("token", try value(hash, in: SeatPlace.invitations)))
            }
            if let claim = invitation.claim?.description {
                indexed.append(("claim", try value(claim, in: SeatPlace.claims)))
            }
            for (name, stored) in indexed {
                report.compare(
                    "seat",
                    invitation.id.rawValue,
                    name,
                    stored.map { "\($0.scope) \($0.lineage) \($0.invitation)" },
                    "\(computed.scope) \(computed.lineage) \(computed.invitation)"
                )
            }
        }
    }

    /// A purchase without a state, or with one that is rechecked too late, would change automatically and no one would see
    /// it.
    private func compareReportedState(of change: LineageChange, now: Date, _ report: inout RebuildReport) throws {
        guard !change.after.isEmpty else { return }
        let stored = try lineageState(of: change.lineage, in: change.scope)
        if stored == nil {
            report.add("purchase", change.lineage.rawValue, "where it stands is not stored")
        } else if let next = ReportedLineageState.nextChange(of: change.after, after: now),
            stored?.dueDate.map({ $0 > next }) ?? true
        {
            report.add("purchase", change.lineage.rawValue, "no one would look at it when it changes automatically")
        }
    }

    private func compareOrders(_ replay: PurchaseReplay, now: Date, _ report: inout RebuildReport) throws {
        var compared: Set<OrderID> = []
        for record in replay.change.after.transactions {
            for order in try orders(transaction: record.transaction.id, in: replay.change.scope) {
                compared.insert(order.id)
                let computed = replay.decidedOrders.contains(order.id) ? replay.orders[order.id] : nil
                report.compare(order, computed, now: now)
            }
        }
        for id in replay.decidedOrders.subtracting(compared).sorted() {
            report.compare(try order(id), replay.orders[id], now: now)
        }
        report.orders += compared.union(replay.decidedOrders).count
    }

    /// Compares what the ledger has of a purchase with what was to be booked for it.
    private func compareCredits(
        _ replay: PurchaseReplay,
        _ rules: FulfillmentRules,
        _ report: inout RebuildReport
    ) throws {
        let scope = replay.change.scope
        let wallet = LedgerAccountNames.wallet(in: scope.environment)
        let computed = Dictionary(replay.postings.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        for record in replay.change.after.transactions {
            let id = record.transaction.id
            for reason in [LedgerReason.purchase, .difference] {
                let credit = CreditKey(reason, id, scope)
                var key = credit.description
                var number = 0
                while true {
                    let entry = try ledgerEntry(key)
                    let posting = computed[key]
                    guard entry != nil || posting != nil else { break }
                    report.compare("credit", id.rawValue, key, entry?.amount(of: wallet), posting?.amountText)
                    number += 1
                    key = credit.correction(number)
                }
            }
        }
        for missing in try replay.missingCredits(rules) {
            report.compare("credit", missing.note.transaction?.rawValue ?? "", missing.key, nil, missing.amountText)
        }
    }

    /// Compares the orders of a customer that no purchase pays.
    func compareUnpaidOrders(
        of customer: CustomerID,
        in scope: AppScope,
        _ rules: RulesHistory,
        now: Date,
        _ report: inout RebuildReport
    ) throws {
        let log = try orderSteps(of: customer, in: scope.bundleID)
        var paid: Set<OrderID> = []
        for case let step? in log.map(\.orderStep) {
            if case .paid = step.action { paid.insert(step.order) }
        }
        let replay = try PurchaseReplay(
            LineageKey(scope: scope, lineage: ""),
            log: log.filter { $0.orderStep.map { !paid.contains($0.order) } ?? false },
            policy: rules.policy,
            rules: rules.rules(at:),
            ledger: { _, _, _ in [] }
        )
        for computed in replay.orders.values.sorted(by: { $0.id < $1.id }) where computed.scope == scope {
            report.orders += 1
            report.compare(try order(computed.id), computed, now: now)
        }
        let recorded = paid.union(replay.orders.keys)
        var last: Order?
        while true {
            let page = try orders(of: customer, in: scope.bundleID, before: last, limit: 500)
            for order in page where order.scope == scope && order.transaction == nil && !recorded.contains(order.id) {
                report.compare(order, nil, now: now)
            }
            guard page.count == 500 else { return }
            last = page.last
        }
    }
}

extension RebuildReport {
    /// Compares an order; its expiration follows from its creation and the time, whenever it was stored.
    fileprivate mutating func compare(_ stored: Order?, _ computed: Order?, now: Date) {
        guard let id = (computed ?? stored)?.id.rawValue else { return }
        guard let stored, let computed else {
            return compare("order", id, "order", stored?.storedState, computed?.storedState(asOf: now))
        }
        compare("order", id, "state", stored.storedState(asOf: now), computed.storedState(asOf: now))
        compare("order", id, "environment", stored.scope.description, computed.scope.description)
        compare("order", id, "customer", stored.customer?.rawValue, computed.customer?.rawValue)
        compare("order", id, "product", stored.product.rawValue, computed.product.rawValue)
        compare("order", id, "quantity", String(stored.quantity), String(computed.quantity))
        compare("order", id, "transaction", stored.transaction?.rawValue, computed.transaction?.rawValue)
        compare("order", id, "original transaction", stored.lineage?.rawValue, computed.lineage?.rawValue)
        guard stored.state == computed.state else { return }
        compare("order", id, "whether it is open", "\(stored.isOpen)", "\(computed.isOpen)")
    }

    /// Compares a delivery.
    fileprivate mutating func compare(_ stored: Delivery?, _ computed: Delivery?) {
        guard let id = (computed ?? stored)?.transaction.rawValue else { return }
        guard let stored, let computed else {
            return compare("delivery", id, "delivery", stored?.summary, computed?.summary)
        }
        compare("delivery", id, "order", stored.order?.rawValue, computed.order?.rawValue)
        compare("delivery", id, "customer", stored.customer?.rawValue, computed.customer?.rawValue)
        compare("delivery", id, "product", stored.product.rawValue, computed.product.rawValue)
        compare("delivery", id, "quantity", String(stored.quantity), String(computed.quantity))
        compare("delivery", id, "delivered", stored.deliveredDate.text, computed.deliveredDate.text)
        compare("delivery", id, "revoked", stored.revokedDate?.text, computed.revokedDate?.text)
        compare("delivery", id, "credit", stored.credit?.summary, computed.credit?.summary)
    }
}

extension Delivery {
    fileprivate var summary: String { "\(quantity) \(product) for \(customer?.rawValue ?? "no one")" }
}

extension [CustomerPurchase] {
    fileprivate var summary: String? {
        guard !isEmpty else { return nil }
        return map { purchase in
            let access = purchase.mayGiveAccess ? "may give access" : "gives no access"
            let counted = purchase.counted.isEmpty ? "" : purchase.isRefunded ? ", counted as refunded" : ", counted"
            let places = [purchase.storefront?.rawValue, purchase.appTransactionID?.rawValue].compactMap(\.self)
            return ([purchase.customer.rawValue, access + counted] + places).joined(separator: " ")
        }
        .joined(separator: "; ")
    }
}

extension DeliveredCredit {
    fileprivate var summary: String { "\(amount) \(account)" }
}

extension Date {
    fileprivate var text: String { String(millisecondsSince1970) }
}

extension LedgerPosting {
    fileprivate var amountText: String { amount == 0 ? "0" : "\(amount) \(currency) of \(customer)" }
}

extension StoredLedgerEntry {
    fileprivate func amount(of wallet: String) -> String {
        guard let line = lines.first(where: { $0.account == wallet }) else { return "0" }
        return "\(line.amount) \(line.currency) of \(line.customer?.rawValue ?? "no one")"
    }
}

extension FulfillmentSession {
    /// Stores the orders and deliveries of a purchase as they were recomputed.
    func restore(_ replay: PurchaseReplay) throws {
        try writer.unfold(replay.change.key)
        let facts = try writer.lifeFacts(of: replay.change.lineage, in: replay.change.scope).map(\.fact)
        try writer.index(facts.seatSteps, in: replay.change.scope, now: now)
        var orders: [OrderID: Order] = [:]
        for id in replay.decidedOrders { orders[id] = try writer.order(id) }
        var deliveries: [TransactionID: Delivery] = [:]
        for id in replay.deliveries.keys {
            deliveries[id] = try writer.delivery(of: id, in: replay.change.scope)
        }
        try DecisionWriter(
            writer: writer,
            scope: replay.change.scope,
            lineage: nil,
            storedPurchases: [],
            endpoints: [],
            storedEntitlements: [:],
            storedCustomers: [:],
            orderedTokens: [],
            actor: "rebuild",
            now: now
        )
        .apply(replay.restoration(of: orders, deliveries))
    }
}
