// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension CustomerWriter {
    /// Puts a pseudonym instead of a customer wherever a row that stays names the person.
    ///
    /// Purchases, their orders and the books stay for the accounts; events about the customer and their deliveries go,
    /// and so does what was kept about the person.
    ///
    /// - Throws: `DatabaseError`.
    package func pseudonymize(_ customer: CustomerID, as pseudonym: CustomerID) throws {
        try execute("UPDATE claims SET customer = \(pseudonym) WHERE customer = \(customer)")
        try execute("UPDATE customer_purchases SET customer = \(pseudonym) WHERE customer = \(customer)")
        try execute("UPDATE customer_purchase_counts SET customer = \(pseudonym) WHERE customer = \(customer)")
        // The team's own number of an order leads back to the person.
        try execute("UPDATE orders SET customer = \(pseudonym), reference = NULL WHERE customer = \(customer)")
        try execute("UPDATE order_idempotency_keys SET customer = \(pseudonym) WHERE customer = \(customer)")
        try execute("UPDATE deliveries SET customer = \(pseudonym) WHERE customer = \(customer)")
        try erasePostings(of: customer, as: pseudonym)
        try execute("UPDATE ledger_lines SET customer = \(pseudonym) WHERE customer = \(customer)")
        try execute("UPDATE ledger_balances SET customer = \(pseudonym) WHERE customer = \(customer)")
        memory.invalidate(of: customer)
        memory.invalidate(of: pseudonym)
        try execute("UPDATE entitlements SET customer = \(pseudonym) WHERE customer = \(customer)")
        try execute("DELETE FROM shadow_differences WHERE customer = \(customer)")
        try execute("UPDATE audit_log SET target = \(pseudonym) WHERE target = \(customer)")
        try removeEvents(of: customer)
        try execute("DELETE FROM customers WHERE id = \(customer)")
    }

    /// Removes the events about a customer, with their deliveries.
    ///
    /// - Throws: `DatabaseError`.
    package func removeEvents(of customer: CustomerID) throws {
        try execute("DELETE FROM webhook_deliveries WHERE lane = \(customer)")
        try execute("DELETE FROM webhook_lanes WHERE lane = \(customer)")
        try execute("DELETE FROM events WHERE customer = \(customer)")
    }

    /// Stores what events of a customer say in another spelling.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - kind: The events' kind.
    ///   - spelling: The other body of one event, or nothing when it stays.
    /// - Throws: `DatabaseError`, and whatever `spelling` throws.
    package func respellEvents(
        of customer: CustomerID,
        kind: String,
        _ spelling: (Data) throws -> Data?
    ) throws {
        let events = try rows(
            "SELECT number, body FROM events WHERE customer = \(customer) AND kind = \(kind)"
        ) { (number: try $0.next(Int64.self), body: try $0.next(Data.self)) }
        for event in events {
            guard let body = try spelling(event.body) else { continue }
            try execute("UPDATE events SET body = \(body) WHERE number = \(event.number)")
        }
    }

    /// Stores what a fact says in another spelling: a pseudonym instead of a customer, and nothing else.
    ///
    /// - Throws: `DatabaseError`.
    package func respell(_ fact: StoredFact, as content: FactContent, customer: CustomerID?) throws {
        let body = try CompactContent.pack(content)
        // Folded, it would name the person.
        if let lineage = fact.fact.lineage { try unfold(LineageKey(scope: fact.fact.scope, lineage: lineage)) }
        try execute("UPDATE facts SET content = \(body), customer = \(customer) WHERE id = \(fact.id)")
    }
}
