// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce

/// The result of an order that was to be made.
package enum OrderInsertResult: Hashable, Sendable {
    /// It is new.
    case created(Order)

    /// Its idempotency key made this order before.
    case existing(Order)

    /// The order, new or not.
    package var order: Order {
        switch self {
        case .created(let order), .existing(let order): order
        }
    }
}

extension OrderWriter {
    /// Makes an order, unless its idempotency key made one before: then it is that one, permanently.
    ///
    /// - Parameters:
    ///   - order: The order, as it is to be when it is new.
    ///   - key: The caller's idempotency key; each customer of an app has keys of their own in each environment.
    ///   - step: The first step of its history.
    /// - Returns: The order, new or known.
    /// - Throws: `DatabaseError`.
    package func create(
        _ order: Order,
        idempotencyKey key: String?,
        step: StoredOrderStep
    ) throws -> OrderInsertResult {
        if let key {
            let isNew = try execute(
                """
                INSERT INTO order_idempotency_keys (bundle_id, customer, environment, idempotency_key, order_id)
                VALUES (\(order.scope.bundleID), \(order.customer?.rawValue ?? ""), \(order.scope.environment), \(key),
                    \(order.id))
                ON CONFLICT (bundle_id, customer, environment, idempotency_key) DO NOTHING
                """
            )
            if isNew == 0 {
                guard let known = try self.order(idempotencyKey: key, customer: order.customer, scope: order.scope)
                else {
                    throw DatabaseError(code: .conflict, message: "another writer makes the same order; try again")
                }
                return .existing(known)
            }
        }
        try insert(order)
        try post("\(Self.historyInsertion) VALUES \(row(of: step, as: 1, to: order.id))")
        return .created(order)
    }

    /// Makes an order that has come some way already, with the steps of its history.
    ///
    /// - Throws: `DatabaseError`.
    package func create(_ order: Order, steps: [StoredOrderStep]) throws {
        try insert(order)
        let rows = steps.enumerated().map { number, step in row(of: step, as: number + 1, to: order.id) }
        for query in Query.inserting(Self.historyInsertion, rows: rows) { try post(query) }
    }

    /// Changes an order: stores it as it is now, and the steps of its history.
    ///
    /// - Throws: `DatabaseError`; with `constraint` when there is no such order.
    package func update(_ order: Order, steps: [StoredOrderStep]) throws {
        let scope = try ensureNumber(of: order.scope)
        let changed = try execute(
            """
            UPDATE orders SET scope = \(scope), customer = \(order.customer), token = \(order.token), state = \(order.storedState),
                is_open = \(order.isOpen), expires = \(order.expiresDate), updated = \(order.updatedDate),
                transaction_id = \(order.transaction), lineage = \(order.lineage), body = \(try AppStoreJSON.encode(order.details))
            WHERE id = \(order.id)
            """
        )
        guard changed == 1 else {
            throw DatabaseError(code: .constraint, message: "order \(order.id) is not there and cannot be moved")
        }
        for step in steps { try append(step, to: order.id) }
    }

    private func insert(_ order: Order) throws {
        let scope = try ensureNumber(of: order.scope)
        try post(
            """
            INSERT INTO orders (id, scope, customer, product, quantity, token, state, is_open, created, expires,
                updated, transaction_id, lineage, reference, body)
            VALUES (\(order.id), \(scope), \(order.customer), \(order.product), \(order.quantity), \(order.token),
                \(order.storedState), \(order.isOpen), \(order.createdDate), \(order.expiresDate), \(order.updatedDate),
                \(order.transaction), \(order.lineage), \(order.reference), \(try AppStoreJSON.encode(order.details)))
            """
        )
    }

    private static var historyInsertion: Query {
        "INSERT INTO order_history (order_id, step, state, instant, actor, digest, note)"
    }

    private func row(of step: StoredOrderStep, as number: Int, to order: OrderID) -> Query {
        """
        (\(order), \(number), \(step.state), \(step.instant), \(step.actor), \(step.document?.bytes), \(step.detail))
        """
    }

    private func append(_ step: StoredOrderStep, to order: OrderID) throws {
        try post(
            """
            \(Self.historyInsertion)
            VALUES (\(order), (SELECT COUNT(*) + 1 FROM order_history WHERE order_id = \(order)), \(step.state),
                \(step.instant), \(step.actor), \(step.document?.bytes), \(step.detail))
            """
        )
    }
}
