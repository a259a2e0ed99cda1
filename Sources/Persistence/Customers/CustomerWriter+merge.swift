// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce

extension CustomerReader {
    /// The purchases whose claims or seats name a customer, in all scopes.
    ///
    /// - Throws: `DatabaseError`.
    package func purchases(naming customer: CustomerID) throws -> [LineageKey] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, customer_purchases.lineage
            FROM customer_purchases JOIN scopes ON scopes.id = customer_purchases.scope
            WHERE customer_purchases.customer = \(customer)
            ORDER BY customer_purchases.scope, customer_purchases.lineage
            """
        ) { row in
            let scope = AppScope(bundleID: try row.next(), environment: try row.next())
            return LineageKey(scope: scope, lineage: try row.next())
        }
    }
}

extension CustomerWriter {
    /// Gives every row of an anonymous customer to an account, whose own rows stay.
    ///
    /// Events that were sent about the anonymous customer, and their deliveries, stay as they were sent. What is derived from
    /// facts is to be derived again afterward.
    ///
    /// - Parameters:
    ///   - alias: The anonymous customer.
    ///   - customer: The account.
    /// - Throws: `DatabaseError`; with `constraint` when a balance would be too large.
    package func moveRows(of alias: CustomerID, to customer: CustomerID) throws {
        try execute("UPDATE claims SET customer = \(customer) WHERE customer = \(alias)")
        try execute(
            """
            UPDATE customer_purchases SET customer = \(customer) WHERE customer = \(alias) AND NOT EXISTS (
                SELECT 1 FROM customer_purchases AS own WHERE own.scope = customer_purchases.scope
                    AND own.lineage = customer_purchases.lineage AND own.customer = \(customer))
            """
        )
        try execute("DELETE FROM customer_purchases WHERE customer = \(alias)")
        try execute("DELETE FROM customer_purchase_counts WHERE customer = \(alias)")
        try execute("UPDATE orders SET customer = \(customer) WHERE customer = \(alias)")
        try execute(
            """
            UPDATE order_idempotency_keys SET customer = \(customer) WHERE customer = \(alias) AND NOT EXISTS (
                SELECT 1 FROM order_idempotency_keys AS own WHERE own.bundle_id = order_idempotency_keys.bundle_id
                    AND own.environment = order_idempotency_keys.environment
                    AND own.idempotency_key = order_idempotency_keys.idempotency_key AND own.customer = \(customer))
            """
        )
        try execute("DELETE FROM order_idempotency_keys WHERE customer = \(alias)")
        try execute("UPDATE deliveries SET customer = \(customer) WHERE customer = \(alias)")
        try movePostings(of: alias, to: customer)
        memory.invalidate(of: alias)
        memory.invalidate(of: customer)
        try execute("DELETE FROM entitlements WHERE customer = \(alias)")
        try execute("DELETE FROM shadow_differences WHERE customer = \(alias)")
        try execute("DELETE FROM customers WHERE id = \(alias)")
    }
}
