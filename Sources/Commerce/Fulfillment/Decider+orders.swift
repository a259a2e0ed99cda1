// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

// MARK: - Which order a transaction pays

extension Decider {
    /// Matches each transaction with the order that it pays, and delivers, revokes and credits what it gives.
    ///
    /// - Returns: The transactions that are delivered for the first time.
    mutating func decideOrders(_ ownership: OwnershipChange) -> [TransactionID] {
        guard let owner = ownership.owner else {
            listUnclaimed()
            // A mistyped order is rejected, also while the owner is not known.
            if let id = input.named, let record = change.after.record(of: id) {
                _ = namedOrder(for: record.transaction)
            }
            return []
        }
        let records: [TransactionRecord]
        if ownership.isNew || comparesEverything {
            records = change.after.transactions
        } else {
            records = changedRecords
        }
        var delivered: [TransactionID] = []
        for record in records {
            guard let order = matchedOrder(for: record, ownership) else { continue }
            let isNew = deliver(record, order.id, to: owner)
            if isNew { delivered.append(record.transaction.id) }
            followRevocation(of: record, order.id, owner: owner, isNew: isNew)
        }
        return delivered
    }

    /// What changed, what the caller asked about, and what shares a period with a change, the first transaction first.
    ///
    /// What else is known of the period decides which order added seats pay, and which order the first transaction.
    private var changedRecords: [TransactionRecord] {
        let changed = change.changedTransactions
        let seats = change.after.seatTransactions(besides: changed.map(\.transaction.id))
        let others = [input.named].compactMap(\.self) + seats
        let records = others.reduce(into: changed) { records, id in
            guard !records.contains(where: { $0.transaction.id == id }) else { return }
            if let record = change.after.record(of: id) { records.append(record) }
        }
        guard !seats.isEmpty else { return records }
        let ids = Set(records.map(\.transaction.id))
        return change.after.transactions.filter { ids.contains($0.transaction.id) }
    }

    /// The answer about the transaction that the caller asked about.
    mutating func answer(_ ownership: OwnershipChange) {
        guard let id = input.named, let transaction = change.after.record(of: id)?.transaction else { return }
        let delivery = delivery(of: id)
        let isRevoked = transaction.withdrawal != nil
        decision.named = Decision.NamedTransaction(
            transaction: transaction,
            owners: ownership.owners,
            order: orderPaid(by: id)?.id,
            isDelivered: delivery != nil && delivery?.revokedDate == nil,
            rejection: ownership.rejection ?? rejections[id] ?? (isRevoked ? .revoked : nil)
        )
    }

    /// Lists a paid purchase without an owner among the paid and undelivered ones.
    private mutating func listUnclaimed() {
        // Another person paid for what is shared or assigned; it is given to the customer who shows it.
        guard let transaction = change.after.latestTransaction?.transaction, transaction.isSale else { return }
        // Nothing is owed for what was refunded.
        guard transaction.revocation == nil else {
            decision.unclaimed = .remove
            return
        }
        if let token = transaction.appAccountToken { decision.searchTokens.append(token) }
        decision.unclaimed = .list(transaction)
    }

    /// The order that a transaction pays, as ``OrderMatching`` decides; the order is paid afterward.
    private mutating func matchedOrder(for record: TransactionRecord, _ ownership: OwnershipChange) -> Order? {
        let transaction = record.transaction
        let paid = orderPaid(by: transaction.id)
        let named = namedOrder(for: transaction)
        let referenced = referencedOrders(for: transaction)
        let mayMove = paid?.mayGivePaymentAway ?? true
        let open = mayMove && transaction.reason != .renewal ? orders(withTokenOf: transaction) : []
        let matching = OrderMatching(
            transaction: transaction,
            environment: scope.environment,
            owners: ownership.owners,
            // A customer who shows another customer's purchase may not name that customer's orders, either.
            isShownByOwner: input.claimant.map { ownership.owners.contains($0.customer) } ?? true,
            paid: paid.map { .init(id: $0.id, wasCreatedAfterward: $0.mayGivePaymentAway) },
            named: named.map { candidate($0, for: transaction) },
            referenced: referenced.map { candidate($0, for: transaction) },
            ordered: open.map { candidate($0, for: transaction) },
            seatsBefore: change.after.seats(before: transaction.id)
                ?? (change.after.isFirstOfPeriod(transaction.id) ? 0...0 : nil),
            sandboxFulfillsProductionOrders: rules.sandboxFulfillsProductionOrders
        )
        let matched = matching.decide()
        let known = [paid, named].compactMap(\.self) + referenced + open
        let other = matched.otherQuantity.flatMap { id in known.first { $0.id == id } }
        if let mismatch = matched.mismatch { reject(transaction, mismatch) }
        switch matched.outcome {
        case .paidBefore(let id):
            if let other, let paid { recordMismatch(with: other, in: paid, owner: ownership.owner) }
            return order(id)
        case .pays(let id, let earlier):
            guard let order = known.first(where: { $0.id == id }) else { return nil }
            if let paid, earlier == paid.id { merge(paid, into: order, paidBy: transaction) }
            return pay(order, with: record)
        case .replaces(let later, of: let id, insteadOf: let earlier):
            guard let order = known.first(where: { $0.id == id }) else { return nil }
            separate(later, from: order)
            if let paid, earlier == paid.id { merge(paid, into: order, paidBy: transaction) }
            return pay(order, with: record)
        case .paysOwnOrder(let id):
            let terms = id.flatMap { id in known.first { $0.id == id } }
            return createOrder(for: record, termsOf: terms, otherQuantity: other, owner: ownership.owner)
        }
    }

    /// What the rule needs to know of an order that a transaction may pay.
    private func candidate(_ order: Order, for transaction: Transaction) -> OrderMatching.Candidate {
        var candidate = OrderMatching.Candidate(order)
        if let token = order.token, order.scope == scope, let known = order.transaction, known != transaction.id,
            let payment = change.after.record(of: known)?.transaction, payment.appAccountToken == token,
            change.after.isBought(transaction.id, before: known)
        {
            candidate.laterPayment = known
        }
        return candidate
    }

    /// The order that the app names with a transaction; one that does not exist, or is another app's, is rejected.
    private mutating func namedOrder(for transaction: Transaction) -> Order? {
        guard transaction.id == input.named, let id = input.order else { return nil }
        guard let order = order(id), order.scope.bundleID == scope.bundleID else {
            rejections[transaction.id] = .orderNotFound(id)
            return nil
        }
        // An app may know the order that has given its payment away.
        return order.details.mergedInto.flatMap { self.order($0) } ?? order
    }

    private mutating func referencedOrders(for transaction: Transaction) -> [Order] {
        guard transaction.id == input.named, let reference = input.reference else { return [] }
        return orders(withReference: reference)
    }

    private mutating func orders(withTokenOf transaction: Transaction) -> [Order] {
        transaction.appAccountToken.map { orders(withToken: $0) } ?? []
    }

    /// Keeps why the order that the app names is not paid.
    private mutating func reject(_ transaction: Transaction, _ mismatch: OrderMismatch) {
        rejections[transaction.id] = .mismatch(mismatch)
        // The app's key alone must not spoil the record of a customer.
        guard case .token = mismatch, let claimant = input.claimant, claimant.proof == .proven else { return }
        decision.profiles.append(.tokenMismatch(claimant.customer))
    }

    /// Records once, in both orders and for the team, that another quantity was paid than was ordered.
    private mutating func recordMismatch(with ordered: Order, in paying: Order, owner: CustomerID?) {
        guard paying.details.mismatchedOrder == nil else { return }
        var paying = paying
        paying.details.mismatchedOrder = ordered.id
        change(paying, note: "paid \(paying.quantity), order \(ordered.id) is for \(ordered.quantity)")
        change(ordered, note: "order \(paying.id) paid \(paying.quantity) instead of \(ordered.quantity)")
        guard let owner, ownership.isProven(owner) else { return }
        decision.profiles.append(.quantityMismatch(owner))
    }

    /// Ties an order to its transaction; the order follows the purchase into its environment.
    private mutating func pay(_ order: Order, with record: TransactionRecord) -> Order {
        var order = order
        order.transaction = record.transaction.id
        order.lineage = change.lineage
        if order.scope != scope {
            order.scope = scope
            recordStep(order, .created(order.terms))
        }
        order.move(to: .paid, at: now)
        change(order, evidence: record.evidence)
        recordStep(order, .paid(record.transaction.id))
        return order
    }

    /// Creates an order for a purchase that no order awaits.
    ///
    /// It has the price, device and custom price of an order that the purchase may not pay, so that a tester and App
    /// Review see what a customer would get.
    private mutating func createOrder(
        for record: TransactionRecord,
        termsOf ordered: Order?,
        otherQuantity other: Order?,
        owner: CustomerID?
    ) -> Order {
        let transaction = record.transaction
        var details = OrderDetails(origin: origin(of: transaction), price: transaction.charge)
        if let terms = ordered?.details {
            (details.price, details.device, details.customPrice) = (terms.price, terms.device, terms.customPrice)
        }
        let order = Order(
            id: newOrderID(),
            scope: scope,
            customer: owner,
            product: transaction.productID,
            quantity: transaction.deliveredQuantity,
            storedState: OrderState.paid.rawValue,
            isOpen: true,
            createdDate: now,
            updatedDate: now,
            transaction: transaction.id,
            lineage: change.lineage,
            reference: ordered?.reference,
            details: details
        )
        change(order, isNew: true, evidence: record.evidence)
        if let token = transaction.appAccountToken { decision.searchTokens.append(token) }
        var terms = order.terms
        terms.copiedOrder = ordered?.id
        recordStep(order, .created(terms))
        recordStep(order, .paid(transaction.id))
        if let other { recordMismatch(with: other, in: order, owner: owner) }
        return self.order(order.id) ?? order
    }

    private func origin(of transaction: Transaction) -> OrderDetails.Origin {
        if input.source == .backfill { return .backfill }
        if !transaction.isSale { return .family }
        return transaction.reason == .renewal ? .renewal : .outside
    }

    /// Gives the payment of an order that was created afterward to the order that the app had all along.
    private mutating func merge(_ paid: Order, into order: Order, paidBy transaction: Transaction) {
        if paid.state == .finished { finishedByMerge.insert(order.id) }
        var paid = paid
        paid.transaction = nil
        paid.lineage = nil
        paid.details.mergedInto = order.id
        paid.move(to: .failed, at: now)
        let reason = "merged into \(order.id)"
        change(paid, note: reason)
        recordStep(paid, .canceled(reason: reason))
        // What was delivered stays delivered, for the other order.
        if var known = delivery(of: transaction.id) {
            known.order = order.id
            change(known)
        }
    }

    /// Gives a transaction whose order an earlier one takes over an order of its own, as far as the other one had come.
    private mutating func separate(_ payment: TransactionID, from order: Order) {
        guard let record = change.after.record(of: payment), let state = order.state else { return }
        var own = createOrder(for: record, termsOf: nil, otherQuantity: nil, owner: order.customer)
        // What was delivered stays delivered, for the other order.
        if var known = delivery(of: payment) {
            known.order = own.id
            change(known)
            recordStep(own, .delivered)
        }
        guard state != own.state else { return }
        own.move(to: state, at: now)
        change(own, note: "separated from \(order.id)")
        if state == .finished { recordStep(own, .finished) }
    }

    /// Changes an order, with a step in its history.
    mutating func change(_ order: Order, isNew: Bool = false, evidence: Evidence? = nil, note: String? = nil) {
        let step = Decision.OrderChange.Step(state: order.storedState, evidence: evidence, note: note)
        if let place = decision.orders.firstIndex(where: { $0.order.id == order.id }) {
            decision.orders[place].order = order
            decision.orders[place].steps.append(step)
        } else {
            decision.orders.append(Decision.OrderChange(order: order, isNew: isNew, steps: [step]))
        }
    }

    mutating func recordStep(_ order: Order, _ action: OrderStep.Action) {
        record(.order(OrderStep(order: order.id, customer: order.customer, action: action)))
    }
}

extension Optional where Wrapped == TransactionRecord {
    fileprivate func filter(_ isIncluded: (TransactionRecord) -> Bool) -> [TransactionRecord] {
        self.map { isIncluded($0) ? [$0] : [] } ?? []
    }
}
