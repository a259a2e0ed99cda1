// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce

extension OrderWriter {
    /// Records a delivery, unless its transaction was delivered before: a transaction grants exactly once.
    ///
    /// - Returns: Whether it is new, so that the caller grants only then.
    /// - Throws: `DatabaseError`.
    package func deliver(_ delivery: Delivery) throws -> Bool {
        let insertion = try insertion(of: delivery)
        return try execute("\(insertion) ON CONFLICT (scope, transaction_id) DO NOTHING") > 0
    }

    /// Records a delivery of a transaction that is known not to have been delivered; when it was, the transaction fails.
    ///
    /// - Throws: `DatabaseError`.
    package func create(_ delivery: Delivery) throws {
        try post(insertion(of: delivery))
    }

    private func insertion(of delivery: Delivery) throws -> Query {
        let scope = try ensureNumber(of: delivery.scope)
        return """
            INSERT INTO deliveries
                (scope, transaction_id, lineage, order_id, customer, product, quantity, delivered, revoked,
                credit_account, credit_amount)
            VALUES (\(scope), \(delivery.transaction), \(delivery.lineage), \(delivery.order), \(delivery.customer),
                \(delivery.product), \(delivery.quantity), \(delivery.deliveredDate), \(delivery.revokedDate),
                \(delivery.credit?.account), \(delivery.credit?.amount))
            """
    }

    /// Changes what was recorded of a delivery after it: the order that its payment moved to, when it was revoked, and a credit that
    /// was given later.
    ///
    /// - Throws: `DatabaseError`; with `constraint` when there is no such delivery.
    package func update(_ delivery: Delivery) throws {
        let scope = try ensureNumber(of: delivery.scope)
        let changed = try execute(
            """
            UPDATE deliveries SET order_id = \(delivery.order), revoked = \(delivery.revokedDate),
                credit_account = \(delivery.credit?.account), credit_amount = \(delivery.credit?.amount)
            WHERE scope = \(scope) AND transaction_id = \(delivery.transaction)
            """
        )
        guard changed == 1 else {
            throw DatabaseError(code: .constraint, message: "the delivery of \(delivery.transaction) is not there")
        }
    }
}

extension OrderReader {
    /// What was delivered for a transaction, or nothing.
    ///
    /// - Throws: `DatabaseError`.
    package func delivery(of transaction: TransactionID, in scope: AppScope) throws -> Delivery? {
        guard let number = try number(of: scope) else { return nil }
        return try deliveries("deliveries.scope = \(number) AND deliveries.transaction_id = \(transaction)").first
    }

    /// What a customer was given, the newest first.
    ///
    /// - Throws: `DatabaseError`.
    package func deliveries(to customer: CustomerID, limit: Int) throws -> [Delivery] {
        try deliveries(
            """
            deliveries.customer = \(customer)
            ORDER BY deliveries.delivered DESC, deliveries.transaction_id DESC LIMIT \(limit)
            """
        )
    }

    private func deliveries(_ condition: Query) throws -> [Delivery] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, deliveries.transaction_id, deliveries.lineage,
                deliveries.order_id, deliveries.customer, deliveries.product, deliveries.quantity,
                deliveries.delivered, deliveries.revoked, deliveries.credit_account, deliveries.credit_amount
            FROM deliveries JOIN scopes ON scopes.id = deliveries.scope WHERE \(condition)
            """
        ) { row in
            Delivery(
                scope: AppScope(bundleID: try row.next(), environment: try row.next()),
                transaction: try row.next(),
                lineage: try row.next(),
                order: try row.next(),
                customer: try row.next(),
                product: try row.next(),
                quantity: try row.next(),
                deliveredDate: try row.next(),
                revokedDate: try row.next(),
                credit: DeliveredCredit(storedAccount: try row.next(), amount: try row.next())
            )
        }
    }
}

extension DeliveredCredit {
    fileprivate init?(storedAccount account: String?, amount: Int64?) {
        guard let account, let amount else { return nil }
        self.init(account: account, amount: amount)
    }
}
