// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Settles the orders of one purchase's life: each transaction pays one order and is delivered once.
struct Settlement {
    let work: IntakeWork
    let change: LineageChange
    let ownership: OwnershipChange
    private(set) var measures = IntakeMeasures()
    /// The transactions that were delivered for the first time.
    private(set) var delivered: [TransactionID] = []
    private var refusals: [TransactionID: IntakeOutcome.Refusal] = [:]
    /// The order that is being made: it is written once, when it has gone as far as it goes.
    private var made: (order: StoredOrder, steps: [StoredOrderStep])?
    /// What is to be recorded about orders, together.
    private var recorded: [(scope: AppScope, command: Command)] = []

    init(work: IntakeWork, change: LineageChange, ownership: OwnershipChange) {
        self.work = work
        self.change = change
        self.ownership = ownership
    }

    private var writer: any StoreWriter { work.writer }
    private var now: Date { work.now }

    mutating func run() throws {
        guard ownership.owner != nil else {
            try noteUnclaimed()
            // A mistyped order is refused, also while the owner is not known.
            if let id = work.submission.named, let record = change.after.record(of: id) {
                _ = try namedOrder(for: record.transaction)
            }
            return
        }
        let records =
            ownership.isNew || work.submission.source == .recovery
            ? change.after.transactions : change.changedTransactions + named
        for record in records { try settle(record) }
    }

    private var named: [TransactionRecord] {
        guard let id = work.submission.named, let record = change.after.record(of: id) else { return [] }
        return change.changedTransactions.contains { $0.transaction.id == id } ? [] : [record]
    }

    /// Remembers a paid purchase that nobody can be given, for the list of what is paid and undelivered.
    private func noteUnclaimed() throws {
        // What the family shares was paid by another one; it is given to whoever shows it.
        guard let record = change.after.latestTransaction, record.transaction.ownership != .familyShared else { return }
        guard record.transaction.revocation == nil else {
            // Nothing is owed for what was paid back.
            try writer.removeRecord(.unclaimed, owner: change.scope.description, name: change.lineage.rawValue)
            return
        }
        try writer.noteToken(record.transaction.appAccountToken, of: change.key, now: now)
        try writer.put(
            StoredRecord(
                collection: .unclaimed,
                owner: change.scope.description,
                name: change.lineage.rawValue,
                updatedDate: now,
                body: try ServiceJSON.encode(UnclaimedPurchase(record.transaction, scope: change.scope))
            )
        )
    }

    private mutating func settle(_ record: TransactionRecord) throws {
        let transaction = record.transaction
        guard var order = try payer(of: record) else { return }
        let isNew = try deliver(record, &order)
        try followRevocation(of: transaction, order, isNew: isNew, evidence: record.evidence)
        try write()
    }

    /// Writes the order that was made, and records what was done.
    private mutating func write() throws {
        if let made { try writer.create(made.order, steps: made.steps) }
        made = nil
        var rest = recorded[...]
        while let scope = rest.first?.scope {
            let commands = rest.prefix { $0.scope == scope }.map(\.command)
            try writer.record(commands, in: scope, by: work.submission.source.rawValue, now: now)
            rest = rest.dropFirst(commands.count)
        }
        recorded = []
    }

    // What the caller is told about the transaction that was asked for.
    func answer(about transaction: Transaction) throws -> IntakeOutcome.NamedTransaction {
        let delivery = try writer.delivery(of: transaction.id, in: change.scope)
        let order = try writer.orders(transaction: transaction.id, in: change.scope).first
        return IntakeOutcome.NamedTransaction(
            scope: change.scope,
            transaction: transaction,
            owners: ownership.owners,
            order: order?.id,
            delivered: delivery != nil && delivery?.withdrawnDate == nil,
            refusal: ownership.refusal ?? refusals[transaction.id] ?? Self.refusal(of: transaction)
        )
    }

    private static func refusal(of transaction: Transaction) -> IntakeOutcome.Refusal? {
        guard transaction.withdrawal != nil else { return nil }
        return IntakeOutcome.Refusal(.notRevoked, .transactionRevoked, "Apple took the purchase back.")
    }
}

extension Settlement {
    /// The order that a transaction pays, as ``OrderMatching`` decides.
    private mutating func payer(of record: TransactionRecord) throws -> StoredOrder? {
        let transaction = record.transaction
        let paid = try writer.orders(transaction: transaction.id, in: change.scope).first
        let named = try namedOrder(for: transaction)
        let referenced = try referencedOrders(for: transaction)
        let open = paid == nil && transaction.reason != .renewal ? try orders(withTokenOf: transaction) : []
        let matching = OrderMatching(
            transaction: transaction,
            environment: change.scope.environment,
            owners: ownership.owners,
            // Whoever shows another customer's purchase may not name that customer's orders, either.
            isShownByOwner: work.submission.claimant.map { ownership.owners.contains($0.customer) } ?? true,
            paid: try paid.map { .init(id: $0.id, wasCreatedAfterward: try $0.wasCreatedAfterward) },
            named: named.map(OrderMatching.Candidate.init),
            referenced: referenced.map(OrderMatching.Candidate.init),
            ordered: open.map(OrderMatching.Candidate.init),
            sandboxFulfillsProductionOrders: work.context.app.sandboxFulfillsProductionOrders
        )
        let decision = matching.decide()
        let known = [paid, named].compactMap(\.self) + referenced + open
        let other = decision.otherQuantity.flatMap { id in known.first { $0.id == id } }
        if let mismatch = decision.mismatch { try refuse(transaction, mismatch) }
        switch decision.outcome {
        case .paidBefore(let id):
            if let other, let paid { try noteMismatch(with: other, in: paid) }
            // What was noted in it just now stays in it.
            return try writer.order(id)
        case .pays(let id, let earlier):
            guard let order = known.first(where: { $0.id == id }) else { return nil }
            if let paid, earlier == paid.id { try merge(paid, into: order) }
            return try pay(order, with: record)
        case .paysOwnOrder(let id):
            let terms = id.flatMap { id in known.first { $0.id == id } }
            return try makeOrder(for: record, termsOf: terms, otherQuantity: other)
        }
    }

    /// The order that the app names with a transaction; one that is not there, or another app's, is refused.
    private mutating func namedOrder(for transaction: Transaction) throws -> StoredOrder? {
        guard transaction.id == work.submission.named, let id = work.submission.order else { return nil }
        guard let order = try writer.order(id), order.scope.bundleID == change.scope.bundleID else {
            refusals[transaction.id] = .init(.order, .orderNotFound, "Unknown order: '\(id)'.")
            return nil
        }
        return order
    }

    /// How many orders of one reference are looked at.
    private static let maximumReferences = 100

    /// The app's orders with the team's own number that the app gives with a transaction; none when there are too many.
    private func referencedOrders(for transaction: Transaction) throws -> [StoredOrder] {
        guard transaction.id == work.submission.named, let reference = work.submission.reference else { return [] }
        let orders = try writer.orders(
            reference: reference,
            in: change.scope.bundleID,
            limit: Self.maximumReferences + 1
        )
        return orders.count > Self.maximumReferences ? [] : orders
    }

    /// The app's orders with the purchase's token.
    private func orders(withTokenOf transaction: Transaction) throws -> [StoredOrder] {
        guard let token = transaction.appAccountToken else { return [] }
        return try writer.orders(token: token).filter { $0.scope.bundleID == change.scope.bundleID }
    }

    /// Remembers why the order that the app names is not paid.
    private mutating func refuse(_ transaction: Transaction, _ mismatch: OrderMismatch) throws {
        refusals[transaction.id] = .init(mismatch)
        // The app's key alone must not spoil the record of a customer.
        guard case .token = mismatch, let claimant = work.submission.claimant, claimant.proof == .proven else { return }
        try writer.changeProfile(of: claimant.customer, now: now) {
            $0.tokenMismatches = ($0.tokenMismatches ?? 0) + 1
        }
    }

    /// Notes once, on both orders and for the team, that less or more was paid than was ordered.
    private mutating func noteMismatch(with ordered: StoredOrder, in order: StoredOrder) throws {
        guard try order.details.mismatchedOrder == nil else { return }
        var order = order
        try order.changeDetails { $0.mismatchedOrder = ordered.id }
        try move(order, nil, nil, note: "paid \(order.quantity), order \(ordered.id) is for \(ordered.quantity)")
        let step = StoredOrderStep(
            state: ordered.state,
            instant: now,
            mover: work.submission.source.rawValue,
            note: "order \(order.id) paid \(order.quantity) instead of \(ordered.quantity)"
        )
        try writer.update(ordered, step: step)
        guard let owner = ownership.owner, isProven(owner) else { return }
        try writer.changeProfile(of: owner, now: now) { $0.quantityMismatches = ($0.quantityMismatches ?? 0) + 1 }
    }

    /// Ties an order to its transaction; the order follows the purchase into its environment.
    private mutating func pay(_ order: StoredOrder, with record: TransactionRecord) throws -> StoredOrder {
        var order = order
        order.transaction = record.transaction.id
        order.lineage = change.lineage
        if order.scope != change.scope {
            order.scope = change.scope
            recordStep(order, .created(try order.terms()))
        }
        order.move(to: .paid, at: now)
        try move(order, record.evidence, .paid(record.transaction.id))
        return order
    }

    /// Makes an order for a purchase that none awaits.
    ///
    /// - Parameters:
    ///   - record: The purchase.
    ///   - ordered: The production order that the purchase may not pay. Its price, device and goods are taken over, so that a
    ///     tester and App Review see what a customer would get.
    ///   - other: The order of another quantity that it was shown for, or whose token it carries.
    /// - Returns: The order, paid.
    /// - Throws: `StoreError`.
    private mutating func makeOrder(
        for record: TransactionRecord,
        termsOf ordered: StoredOrder?,
        otherQuantity other: StoredOrder?
    ) throws -> StoredOrder {
        let transaction = record.transaction
        var details = OrderDetails(origin: origin(of: transaction), price: transaction.price)
        if let terms = try ordered?.details {
            (details.price, details.device, details.goods) = (terms.price, terms.device, terms.goods)
        }
        let order = StoredOrder(
            id: work.context.random.orderID(at: now),
            scope: change.scope,
            customer: ownership.owner,
            product: transaction.productID,
            quantity: transaction.quantity,
            state: OrderState.paid.rawValue,
            isOpen: true,
            createdDate: now,
            updatedDate: now,
            transaction: transaction.id,
            lineage: change.lineage,
            reference: ordered?.reference,
            body: try ServiceJSON.encode(details)
        )
        let step = StoredOrderStep(
            state: order.state,
            instant: now,
            mover: work.submission.source.rawValue,
            document: FactKey(record.evidence)
        )
        made = (order, [step])
        try writer.noteToken(transaction.appAccountToken, of: change.key, now: now)
        recordStep(order, .created(try order.terms()))
        recordStep(order, .paid(transaction.id))
        guard let other else { return order }
        try noteMismatch(with: other, in: order)
        return made?.order ?? order
    }

    private func origin(of transaction: Transaction) -> OrderDetails.Origin {
        if work.submission.source == .backfill { return .backfill }
        if transaction.ownership == .familyShared { return .family }
        return transaction.reason == .renewal ? .renewal : .outside
    }

    /// Gives the payment of an order that was made afterwards to the order that the app had all along.
    private mutating func merge(_ paid: StoredOrder, into order: StoredOrder) throws {
        var paid = paid
        paid.transaction = nil
        paid.lineage = nil
        try paid.changeDetails { $0.mergedInto = order.id }
        paid.move(to: .failed, at: now)
        try move(paid, nil, .cancelled(reason: "merged into \(order.id)"))
    }
}

extension Settlement {
    /// Delivers what was paid, unless it was delivered before.
    ///
    /// - Returns: Whether it is delivered now.
    private mutating func deliver(_ record: TransactionRecord, _ order: inout StoredOrder) throws -> Bool {
        let transaction = record.transaction
        guard let customer = ownership.owner, transaction.leavesSomething else { return false }
        guard work.context.admits(change.scope.environment, for: customer) else {
            refusals[transaction.id] = .init(
                .environment,
                .sandboxRefused,
                "The app takes no purchases of this environment from this customer."
            )
            return false
        }
        guard let product = work.context.catalogue[transaction.productID] else {
            refusals[transaction.id] = .init(
                .product,
                .unknownProduct,
                "The catalogue has no product \(transaction.productID); import it first."
            )
            return false
        }
        let credit = product.credit(for: transaction.quantity)
        let isNew = try writer.deliver(
            StoredDelivery(
                scope: change.scope,
                transaction: transaction.id,
                lineage: change.lineage,
                order: order.id,
                customer: customer,
                product: transaction.productID,
                quantity: transaction.quantity,
                deliveredDate: now,
                creditAccount: credit?.account,
                creditAmount: credit?.amount
            )
        )
        let isTied = order.currentState == .paid
        if isTied {
            order.customer = order.customer ?? customer
            order.move(to: .delivered, at: now)
            try move(order, record.evidence, .delivered)
        }
        guard isNew else {
            // A receipt may have delivered the purchase before the app named the order that it pays.
            if isTied { try creditDifference(order, transaction, customer) }
            return false
        }
        delivered.append(transaction.id)
        measures.deliveries.append(delivery(of: transaction))
        try work.credit(credit, transaction, customer: customer, scope: change.scope, isProven: isProven(customer))
        try creditDifference(order, transaction, customer)
        try work.tell(orderEvent(.orderDelivered, transaction, order: order, cause: "delivered"))
        return true
    }

    private func creditDifference(_ order: StoredOrder, _ transaction: Transaction, _ customer: CustomerID) throws {
        try work.creditDifference(
            order,
            transaction,
            customer: customer,
            scope: change.scope,
            isProven: isProven(customer)
        )
    }

    /// Whether the customer's token or the team's backend proved that the purchase is the customer's.
    private func isProven(_ customer: CustomerID) -> Bool {
        change.account.ownership(of: change.key).isProven(customer)
    }

    /// How long somebody waited for what is delivered now; nobody waits for a renewal or for what is brought in.
    private func delivery(of transaction: Transaction) -> IntakeMeasures.Delivery {
        let isAwaited =
            transaction.reason != .renewal && transaction.ownership != .familyShared
            && work.submission.source != .backfill
        return IntakeMeasures.Delivery(
            environment: change.scope.environment,
            delay: isAwaited ? max(0, now.timeIntervalSince(transaction.purchaseDate)) : nil
        )
    }

    /// Withdraws what Apple took back, and gives again what Apple gave back.
    private mutating func followRevocation(
        of transaction: Transaction,
        _ order: StoredOrder,
        isNew: Bool,
        evidence: Evidence
    ) throws {
        let isTaken = transaction.withdrawal != nil
        // What was credited just now, and not taken back, is right as it is.
        if isTaken || !isNew { try work.correctCredits(of: transaction, in: change) }
        let isFamily = transaction.revocation?.type == .familyRevoke || transaction.ownership == .familyShared
        let taken: OrderState = isFamily ? .revoked : .refunded
        let date = transaction.revocation?.date
        if isTaken, ![.refunded, .revoked].contains(order.currentState) {
            _ = try writer.setWithdrawn(date ?? now, of: transaction.id, in: change.scope)
            try move(order.moved(to: taken, at: now), evidence, nil)
            if !isFamily { measures.refunds.append(change.scope.environment) }
            let cause = "taken \(date?.millisecondsSince1970 ?? 0)"
            try work.tell(
                orderEvent(isFamily ? .orderRevoked : .orderRefunded, transaction, order: order, cause: cause)
            )
        } else if !isTaken, [.refunded, .revoked].contains(order.currentState) {
            let returned = try writer.setWithdrawn(nil, of: transaction.id, in: change.scope)
            // A purchase first heard of as refunded is delivered for the first time when Apple takes the refund back.
            let isDelivered = try writer.delivery(of: transaction.id, in: change.scope) != nil
            try move(order.moved(to: isDelivered ? .delivered : .paid, at: now), evidence, nil)
            guard returned else { return }
            let revocation = change.earlier(transaction.id)?.revocation
            let earlier = revocation?.date.millisecondsSince1970 ?? 0
            try work.tell(orderEvent(.orderReinstated, transaction, order: order, cause: "returned \(earlier)"))
        }
    }

    private func orderEvent(
        _ type: EventType,
        _ transaction: Transaction,
        order: StoredOrder,
        cause: String
    ) -> ServerEvent {
        var event = ServerEvent(
            id: EventID(type, change.scope, beside: change.lineage, causes: transaction.id.rawValue, cause),
            type: type,
            scope: change.scope,
            customer: ownership.owner,
            occurred: now
        )
        event.describe(transaction)
        event.order = order.id
        event.reference = order.reference
        event.entitlements = work.context.catalogue.rules.entitlements(of: transaction.productID)
        return event
    }

    private mutating func move(
        _ order: StoredOrder,
        _ evidence: Evidence?,
        _ action: OrderStep.Action?,
        note: String? = nil
    ) throws {
        var note = note
        if case .cancelled(let reason) = action { note = reason }
        let step = StoredOrderStep(
            state: order.state,
            instant: now,
            mover: work.submission.source.rawValue,
            document: evidence.map { FactKey($0) },
            note: note
        )
        if let steps = made?.steps, made?.order.id == order.id {
            made = (order, steps + [step])
        } else {
            try writer.update(order, step: step)
        }
        if let action { recordStep(order, action) }
    }

    private mutating func recordStep(_ order: StoredOrder, _ action: OrderStep.Action) {
        let step = OrderStep(order: order.id, customer: order.customer, action: action)
        recorded.append((order.scope, .order(step)))
    }
}

extension Transaction {
    /// Whether there is something to deliver: all of it, or what a refund of a part leaves of consumables.
    var leavesSomething: Bool {
        guard let withdrawal else { return true }
        return productType == .consumable && (withdrawal.percentage.map { (0..<100_000).contains($0) } ?? false)
    }
}

extension StoredOrder {
    func moved(to state: OrderState, at now: Date) -> StoredOrder {
        var order = self
        order.move(to: state, at: now)
        return order
    }
}
