// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
import FoundationEssentials

// MARK: - Delivery and revocation

extension Decider {
    /// Delivers what was paid for, unless it was delivered before: a transaction is delivered exactly once.
    ///
    /// - Returns: Whether it is delivered now.
    mutating func deliver(_ record: TransactionRecord, _ id: OrderID, to customer: CustomerID) -> Bool {
        let transaction = record.transaction
        let type = rules.product(transaction.productID, in: scope)?.type
        guard transaction.leavesSomething(of: type) else { return false }
        guard rules.admits(scope.environment, for: customer) else {
            rejections[transaction.id] = .environment
            return false
        }
        guard let product = rules.product(transaction.productID, in: scope) else {
            rejections[transaction.id] = .unknownProduct(transaction.productID)
            return false
        }
        guard var order = order(id) else { return false }
        let known = delivery(of: transaction.id)
        let credit = product.credit(for: transaction.deliveredQuantity, in: transaction.store)
        if known == nil {
            change(
                Delivery(
                    scope: change.scope,
                    transaction: transaction.id,
                    lineage: change.lineage,
                    order: order.id,
                    customer: customer,
                    product: transaction.productID,
                    quantity: transaction.deliveredQuantity,
                    deliveredDate: now,
                    credit: credit
                ),
                isNew: true
            )
        }
        let isTied = order.state == .paid
        if isTied {
            order.customer = order.customer ?? customer
            order.move(to: .delivered, at: now)
            change(order, evidence: record.evidence)
            recordStep(order, .delivered)
            if finishedByMerge.contains(order.id) {
                order.move(to: .finished, at: now)
                change(order)
                recordStep(order, .finished)
            }
        }
        guard known == nil else {
            // A receipt may have delivered the purchase before it was known which order it pays.
            if isTied { creditDifference(order, transaction, to: customer) }
            return false
        }
        decision.counts.deliveries.append(counted(transaction))
        if let credit {
            post(credit, .purchase, for: transaction.id, to: customer)
        }
        creditDifference(order, transaction, to: customer)
        emit(.orderDelivered(paid(order, transaction)), customer: customer, at: now, about: change.lineage)
        return true
    }

    /// Revokes what Apple revoked, and returns what Apple returned.
    mutating func followRevocation(of record: TransactionRecord, _ id: OrderID, owner: CustomerID, isNew: Bool) {
        let transaction = record.transaction
        guard var order = order(id) else { return }
        let isRevoked = transaction.withdrawal != nil
        // What was credited just now, and not revoked, is correct.
        if isRevoked || !isNew { correctCredits(of: transaction) }
        let isFamily = transaction.revocation?.type == .familyRevoke || !transaction.isSale
        let isOver = order.state == .refunded || order.state == .revoked
        if isRevoked, !isOver {
            let date = transaction.revocation?.date
            let known = delivery(of: transaction.id)
            // The payment may have moved from another order, whose refund was counted.
            let isCounted = known?.revokedDate != nil
            if var known, !isCounted {
                known.revokedDate = date ?? now
                change(known)
            }
            let paid = paid(order, transaction)
            order.move(to: isFamily ? .revoked : .refunded, at: now)
            change(order, evidence: record.evidence)
            if !isFamily, !isCounted { decision.counts.refunds.append(scope.environment) }
            emit(
                isFamily
                    ? .orderRevoked(paid, revocationDate: date)
                    : .orderRefunded(paid, revocationDate: date),
                customer: owner,
                at: now,
                about: change.lineage
            )
        } else if isRevoked, var known = delivery(of: transaction.id), known.revokedDate == nil {
            // It was first known as refunded whole, and is delivered now that a part of it remains.
            known.revokedDate = transaction.revocation?.date ?? now
            change(known)
        } else if !isRevoked, isOver {
            let paid = paid(order, transaction)
            let known = delivery(of: transaction.id)
            // A purchase that first came as refunded is delivered for the first time when Apple reverses the refund.
            order.move(to: known == nil ? .paid : .delivered, at: now)
            change(order, evidence: record.evidence)
            guard var returned = known, returned.revokedDate != nil else { return }
            returned.revokedDate = nil
            change(returned)
            // The order may have taken the payment over while it was refunded.
            creditDifference(order, transaction, to: owner)
            emit(
                .orderReinstated(paid, revocationDate: change.earlier(transaction.id)?.revocation?.date),
                customer: owner,
                at: now,
                about: change.lineage
            )
        }
    }

    private func paid(_ order: Order, _ transaction: Transaction) -> DomainEvent.PaidOrder {
        DomainEvent.PaidOrder(
            order: order.id,
            reference: order.reference,
            transaction: transaction,
            entitlements: entitlements(of: transaction.productID),
            traceParent: order.details.traceParent
        )
    }

    /// How long the customer waited for the delivery; no one waits for a renewal, a backfill or what the team states later.
    private func counted(_ transaction: Transaction) -> IntakeCounts.Delivery {
        let isAwaited =
            transaction.reason != .renewal && transaction.isSale && ![.backfill, .statement].contains(input.source)
        return IntakeCounts.Delivery(
            environment: scope.environment,
            delay: isAwaited ? max(0, now.timeIntervalSince(transaction.purchaseDate)) : nil
        )
    }

    mutating func change(_ delivery: Delivery, isNew: Bool = false) {
        if let place = decision.deliveries.firstIndex(where: { $0.delivery.transaction == delivery.transaction }) {
            decision.deliveries[place].delivery = delivery
        } else {
            decision.deliveries.append(Decision.DeliveryChange(delivery: delivery, isNew: isNew))
        }
    }

    /// Turns the rest of lower plans into days of a higher plan that was just paid for, where the team chose that.
    mutating func convertUpgrades(_ delivered: [TransactionID], of owner: CustomerID?) {
        guard rules.conversion == .onUpgrade, input.source != .backfill, let owner else { return }
        for transaction in delivered {
            guard let account = account(of: owner),
                let conversion = account.upgradeConversion(paidBy: transaction, of: change.key, asOf: now)
            else { continue }
            recordForCustomer(.conversion(conversion))
        }
    }
}

extension Transaction {
    /// Whether there is something to deliver: all of it, or what a refund of a part leaves of consumables.
    ///
    /// - Parameter type: The type in the catalog, where the document does not say it: receipts and the team's statements.
    /// - Returns: Whether there is.
    package func leavesSomething(of type: ProductType?) -> Bool {
        guard let withdrawal else { return true }
        let isPartial = withdrawal.percentage.map { (0..<100_000).contains($0) } ?? false
        return isPartial && (productType ?? type) == .consumable
    }
}
