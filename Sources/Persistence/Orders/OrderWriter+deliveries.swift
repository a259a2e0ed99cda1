// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// What was delivered for a transaction; there is at most one for each.
package struct StoredDelivery: Hashable, Sendable {
    /// The app and environment.
    package var scope: AppScope
    /// The transaction.
    package var transaction: TransactionID
    /// Its lineage.
    package var lineage: OriginalTransactionID
    /// The order that it paid.
    package var order: OrderID?
    /// The one who was given it.
    package var customer: CustomerID?
    /// What was bought.
    package var product: ProductID
    /// How many.
    package var quantity: Int
    /// When.
    package var deliveredDate: Date
    /// When it was revoked.
    package var withdrawnDate: Date?
    /// The virtual currency that it credited; nothing when it credited none.
    package var creditAccount: String?
    /// How much of it; nothing when it credited none.
    package var creditAmount: Int64?

    /// Makes a delivery.
    package init(
        scope: AppScope,
        transaction: TransactionID,
        lineage: OriginalTransactionID,
        order: OrderID? = nil,
        customer: CustomerID? = nil,
        product: ProductID,
        quantity: Int = 1,
        deliveredDate: Date,
        withdrawnDate: Date? = nil,
        creditAccount: String? = nil,
        creditAmount: Int64? = nil
    ) {
        self.scope = scope
        self.transaction = transaction
        self.lineage = lineage
        self.order = order
        self.customer = customer
        self.product = product
        self.quantity = quantity
        self.deliveredDate = deliveredDate
        self.withdrawnDate = withdrawnDate
        self.creditAccount = creditAccount
        self.creditAmount = creditAmount
    }
}

extension OrderWriter {
    /// Records a delivery, unless its transaction was delivered before: a transaction grants exactly once.
    ///
    /// - Returns: Whether it is new, so that the caller grants only then.
    /// - Throws: `DatabaseError`.
    package func deliver(_ delivery: StoredDelivery) throws -> Bool {
        let scope = try ensureNumber(of: delivery.scope)
        return try execute(
            """
            INSERT INTO deliveries
                (scope, transaction_id, lineage, order_id, customer, product, quantity, delivered, withdrawn,
                credit_account, credit_amount)
            VALUES (\(scope), \(delivery.transaction), \(delivery.lineage), \(delivery.order), \(delivery.customer),
                \(delivery.product), \(delivery.quantity), \(delivery.deliveredDate), \(delivery.withdrawnDate),
                \(delivery.creditAccount), \(delivery.creditAmount))
            ON CONFLICT (scope, transaction_id) DO NOTHING
            """
        ) > 0
    }

    /// Changes what was recorded of a delivery after it: the order that its payment moved to, when it was revoked, and a credit that
    /// was given later.
    ///
    /// - Throws: `DatabaseError`; with `constraint` when there is no such delivery.
    package func update(_ delivery: StoredDelivery) throws {
        let scope = try ensureNumber(of: delivery.scope)
        let changed = try execute(
            """
            UPDATE deliveries SET order_id = \(delivery.order), withdrawn = \(delivery.withdrawnDate),
                credit_account = \(delivery.creditAccount), credit_amount = \(delivery.creditAmount)
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
    package func delivery(of transaction: TransactionID, in scope: AppScope) throws -> StoredDelivery? {
        guard let number = try number(of: scope) else { return nil }
        return try deliveries("deliveries.scope = \(number) AND deliveries.transaction_id = \(transaction)").first
    }

    /// What a customer was given, the newest first.
    ///
    /// - Throws: `DatabaseError`.
    package func deliveries(to customer: CustomerID, limit: Int) throws -> [StoredDelivery] {
        try deliveries(
            """
            deliveries.customer = \(customer)
            ORDER BY deliveries.delivered DESC, deliveries.transaction_id DESC LIMIT \(limit)
            """
        )
    }

    private func deliveries(_ condition: Query) throws -> [StoredDelivery] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, deliveries.transaction_id, deliveries.lineage,
                deliveries.order_id, deliveries.customer, deliveries.product, deliveries.quantity,
                deliveries.delivered, deliveries.withdrawn, deliveries.credit_account, deliveries.credit_amount
            FROM deliveries JOIN scopes ON scopes.id = deliveries.scope WHERE \(condition)
            """
        ) { row in
            StoredDelivery(
                scope: AppScope(bundleID: try row.next(), environment: try row.next()),
                transaction: try row.next(),
                lineage: try row.next(),
                order: try row.next(),
                customer: try row.next(),
                product: try row.next(),
                quantity: try row.next(),
                deliveredDate: try row.next(),
                withdrawnDate: try row.next(),
                creditAccount: try row.next(),
                creditAmount: try row.next()
            )
        }
    }
}
