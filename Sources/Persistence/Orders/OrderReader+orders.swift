// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension OrderReader {
    /// An order, or nothing when there is none of this identifier.
    ///
    /// - Throws: `DatabaseError`.
    package func order(_ id: OrderID) throws -> Order? {
        try orders("orders.id = \(id)").first
    }

    /// The order that an idempotency key made, however long ago.
    ///
    /// - Parameters:
    ///   - key: The caller's key.
    ///   - customer: The customer of the order.
    ///   - scope: The app, and the environment that the request named; the order follows its payment into another.
    /// - Returns: The order, or `nil` when the key made none.
    /// - Throws: `DatabaseError`.
    package func order(
        idempotencyKey key: String,
        customer: CustomerID?,
        scope: AppScope
    ) throws -> Order? {
        try orders(
            """
            orders.id = (SELECT order_id FROM order_idempotency_keys WHERE bundle_id = \(scope.bundleID)
                AND customer = \(customer?.rawValue ?? "") AND environment = \(scope.environment)
                AND idempotency_key = \(key))
            """
        ).first
    }

    /// The orders with this token, the oldest first: an app may use one token for all orders of a customer.
    ///
    /// - Throws: `DatabaseError`.
    package func orders(token: AppAccountToken, limit: Int = 100) throws -> [Order] {
        try orders("orders.token = \(token) ORDER BY orders.created, orders.id LIMIT \(limit)")
    }

    /// The orders with the team's own number, the oldest first: several orders may have the same.
    ///
    /// - Parameters:
    ///   - reference: The number.
    ///   - app: Only orders of this app; every app's when absent.
    ///   - limit: How many at most.
    /// - Returns: The orders.
    /// - Throws: `DatabaseError`.
    package func orders(reference: String, in app: BundleID? = nil, limit: Int) throws -> [Order] {
        let own: Query = app.map { "AND scopes.bundle_id = \($0)" } ?? ""
        return try orders(
            "orders.reference = \(reference) \(own) ORDER BY orders.created, orders.id LIMIT \(limit)"
        )
    }

    /// The orders that a transaction paid; more than one only when something is wrong.
    ///
    /// - Throws: `DatabaseError`.
    package func orders(transaction: TransactionID, in scope: AppScope) throws -> [Order] {
        guard let number = try number(of: scope) else { return [] }
        return try orders(
            "orders.transaction_id = \(transaction) AND orders.scope = \(number) ORDER BY orders.created LIMIT 100"
        )
    }

    /// A customer's orders, the newest first, a page at a time.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - app: Only those of this app.
    ///   - last: The last order of the page before.
    ///   - limit: How many at most.
    /// - Returns: The orders.
    /// - Throws: `DatabaseError`.
    package func orders(
        of customer: CustomerID,
        in app: BundleID? = nil,
        before last: Order? = nil,
        limit: Int
    ) throws -> [Order] {
        let created = last?.createdDate.millisecondsSince1970 ?? Int64.max
        let own: Query = app.map { "AND scopes.bundle_id = \($0)" } ?? ""
        return try orders(
            """
            orders.customer = \(customer) \(own) AND orders.created <= \(created)
                AND (orders.created < \(created) OR orders.id < \(last?.id.rawValue ?? ""))
            ORDER BY orders.created DESC, orders.id DESC LIMIT \(limit)
            """
        )
    }

    /// The orders that wait for something, the oldest first, a page at a time.
    ///
    /// - Parameters:
    ///   - instant: Only those made before.
    ///   - last: The last order of the page before.
    ///   - limit: How many at most.
    /// - Returns: The orders.
    /// - Throws: `DatabaseError`.
    package func openOrders(
        createdBefore instant: Date? = nil,
        after last: Order? = nil,
        limit: Int
    ) throws -> [Order] {
        let created = last?.createdDate.millisecondsSince1970 ?? Int64.min
        return try orders(
            """
            orders.is_open = 1 AND orders.created < \(instant?.millisecondsSince1970 ?? Int64.max)
                AND orders.created >= \(created)
                AND (orders.created > \(created) OR orders.id > \(last?.id.rawValue ?? ""))
            ORDER BY orders.created, orders.id LIMIT \(limit)
            """
        )
    }

    /// The orders of a scope that are paid and not delivered, the oldest first.
    ///
    /// - Throws: `DatabaseError`.
    package func undeliveredOrders(in scope: AppScope, limit: Int) throws -> [Order] {
        guard let number = try number(of: scope) else { return [] }
        return try orders(
            "orders.scope = \(number) AND orders.state = 'paid' ORDER BY orders.created, orders.id LIMIT \(limit)"
        )
    }

    /// What happened to an order, from its making on.
    ///
    /// - Throws: `DatabaseError`.
    package func history(of order: OrderID) throws -> [StoredOrderStep] {
        try rows(
            "SELECT state, instant, actor, digest, note FROM order_history WHERE order_id = \(order) ORDER BY step"
        ) { row in
            StoredOrderStep(
                state: try row.next(),
                instant: try row.next(),
                actor: try row.next(),
                document: try row.next([UInt8]?.self).flatMap { FactKey($0) },
                detail: try row.next()
            )
        }
    }

    private func orders(_ condition: Query) throws -> [Order] {
        try rows(
            """
            SELECT orders.id, scopes.bundle_id, scopes.environment, orders.customer, orders.product, orders.quantity,
                orders.token, orders.state, orders.is_open, orders.created, orders.expires, orders.updated,
                orders.transaction_id, orders.lineage, orders.reference, orders.body
            FROM orders JOIN scopes ON scopes.id = orders.scope WHERE \(condition)
            """
        ) { try Order(&$0) }
    }
}

extension Order {
    fileprivate init(_ row: inout Row) throws {
        let id = try row.next(OrderID.self)
        self.init(
            id: id,
            scope: AppScope(bundleID: try row.next(), environment: try row.next()),
            customer: try row.next(),
            product: try row.next(),
            quantity: try row.next(),
            token: try row.next(),
            storedState: try row.next(),
            isOpen: try row.next(),
            createdDate: try row.next(),
            expiresDate: try row.next(),
            updatedDate: try row.next(),
            transaction: try row.next(),
            lineage: try row.next(),
            reference: try row.next(),
            details: try OrderDetails(stored: try row.next(), of: id)
        )
    }
}

extension OrderDetails {
    fileprivate init(stored body: Data, of order: OrderID) throws {
        do {
            self = try AppStoreJSON.decode(from: body)
        } catch {
            throw DatabaseError(
                code: .damaged,
                message: "the details of order '\(order)' in 'orders' are damaged. Restore them from a backup"
            )
        }
    }
}
