// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
package import FoundationEssentials

/// A right as it was derived last; it can be dropped and derived again.
package struct StoredEntitlement: Hashable, Sendable {
    /// The app and environment.
    package var scope: AppScope
    /// What may be used.
    package var entitlement: EntitlementID
    /// The right itself, in the server's own form: equal entitlements have equal bytes.
    package var body: Data
    /// When time alone changes it, and nothing else would have it looked at.
    package var dueDate: Date?
    /// When the next reminder about it is due.
    package var reminderDate: Date?

    /// Makes an entitlement.
    package init(
        scope: AppScope,
        entitlement: EntitlementID,
        body: Data,
        dueDate: Date? = nil,
        reminderDate: Date? = nil
    ) {
        self.scope = scope
        self.entitlement = entitlement
        self.body = body
        self.dueDate = dueDate
        self.reminderDate = reminderDate
    }
}

extension CustomerWriter {
    /// Replaces all rights of a customer in a scope.
    ///
    /// - Throws: `DatabaseError`.
    package func replaceEntitlements(
        of customer: CustomerID,
        in scope: AppScope,
        with entitlements: [StoredEntitlement]
    ) throws {
        let number = try ensureNumber(of: scope)
        memory.invalidate(of: customer)
        try execute("DELETE FROM entitlements WHERE customer = \(customer) AND scope = \(number)")
        for derived in entitlements {
            try execute(
                """
                INSERT INTO entitlements (customer, scope, entitlement, body, due, reminder)
                VALUES (
                    \(customer), \(number), \(derived.entitlement), \(derived.body), \(derived.dueDate), \(derived.reminderDate)
                )
                """
            )
        }
    }

    /// Brings the entitlements of a customer in a scope from what is stored to what they are: only what differs is written.
    ///
    /// - Throws: `DatabaseError`.
    package func replaceEntitlements(
        of customer: CustomerID,
        in scope: AppScope,
        stored: [StoredEntitlement],
        with entitlements: [StoredEntitlement]
    ) throws {
        let number = try ensureNumber(of: scope)
        memory.invalidate(of: customer)
        let known = Dictionary(stored.map { ($0.entitlement, $0) }, uniquingKeysWith: { _, last in last })
        for derived in entitlements where known[derived.entitlement] != derived {
            try post(
                """
                INSERT INTO entitlements (customer, scope, entitlement, body, due, reminder)
                VALUES (
                    \(customer), \(number), \(derived.entitlement), \(derived.body), \(derived.dueDate), \(derived.reminderDate)
                )
                ON CONFLICT (customer, scope, entitlement) DO UPDATE SET
                    body = excluded.body, due = excluded.due, reminder = excluded.reminder
                """
            )
        }
        for gone in Set(known.keys).subtracting(entitlements.map(\.entitlement)).sorted() {
            try post(
                "DELETE FROM entitlements WHERE customer = \(customer) AND scope = \(number) AND entitlement = \(gone)"
            )
        }
    }

    /// Has no one look at a customer's entitlements in a scope when time changes them.
    ///
    /// - Throws: `DatabaseError`.
    package func removeDueEntitlements(of customer: CustomerID, in scope: AppScope) throws {
        let number = try ensureNumber(of: scope)
        try execute("UPDATE entitlements SET due = NULL WHERE customer = \(customer) AND scope = \(number)")
    }

    /// Has no one remind a customer of what happens in a scope.
    ///
    /// - Throws: `DatabaseError`.
    package func removeReminders(of customer: CustomerID, in scope: AppScope) throws {
        let number = try ensureNumber(of: scope)
        try execute("UPDATE entitlements SET reminder = NULL WHERE customer = \(customer) AND scope = \(number)")
    }

    /// Drops everything that was derived; facts, claims, orders, deliveries and events stay.
    ///
    /// - Throws: `DatabaseError`.
    package func dropProjections() throws {
        memory.invalidateAll()
        try execute("DELETE FROM entitlements")
        try execute("DELETE FROM lineage_states")
    }
}

extension CustomerReader {
    /// The entitlements of a customer, in all scopes, ordered by scope and name.
    ///
    /// - Throws: `DatabaseError`.
    package func entitlements(of customer: CustomerID) throws -> [StoredEntitlement] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, entitlements.entitlement, entitlements.body, entitlements.due,
                entitlements.reminder
            FROM entitlements JOIN scopes ON scopes.id = entitlements.scope
            WHERE entitlements.customer = \(customer) ORDER BY entitlements.scope, entitlements.entitlement
            """
        ) { row in
            StoredEntitlement(
                scope: AppScope(bundleID: try row.next(), environment: try row.next()),
                entitlement: try row.next(),
                body: try row.next(),
                dueDate: try row.next(),
                reminderDate: try row.next()
            )
        }
    }

    /// The entitlements of several customers, in all scopes, each customer's ordered by scope and name.
    ///
    /// - Throws: `DatabaseError`.
    package func entitlements(of customers: [CustomerID]) throws -> [CustomerID: [StoredEntitlement]] {
        guard !customers.isEmpty else { return [:] }
        let found = try rows(
            """
            SELECT entitlements.customer, scopes.bundle_id, scopes.environment, entitlements.entitlement,
                entitlements.body, entitlements.due, entitlements.reminder
            FROM entitlements JOIN scopes ON scopes.id = entitlements.scope
            WHERE entitlements.customer IN \(list: customers.map { .text($0.rawValue) })
            ORDER BY entitlements.customer, entitlements.scope, entitlements.entitlement
            """
        ) { row in
            (
                customer: try row.next(CustomerID.self),
                entitlement: StoredEntitlement(
                    scope: AppScope(bundleID: try row.next(), environment: try row.next()),
                    entitlement: try row.next(),
                    body: try row.next(),
                    dueDate: try row.next(),
                    reminderDate: try row.next()
                )
            )
        }
        return Dictionary(grouping: found, by: \.customer).mapValues { $0.map(\.entitlement) }
    }

    /// The customers whose entitlements time alone has changed by now, the most overdue first, once for each app and
    /// environment.
    ///
    /// - Throws: `DatabaseError`.
    package func dueEntitlements(asOf now: Date, limit: Int) throws -> [(scope: AppScope, customer: CustomerID)] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, entitlements.customer
            FROM entitlements JOIN scopes ON scopes.id = entitlements.scope
            WHERE entitlements.due <= \(now)
            GROUP BY scopes.bundle_id, scopes.environment, entitlements.customer
            ORDER BY MIN(entitlements.due), entitlements.customer LIMIT \(limit)
            """
        ) { row in
            (scope: AppScope(bundleID: try row.next(), environment: try row.next()), customer: try row.next())
        }
    }

    /// The customers about whose entitlements a reminder is due, the most overdue first, once for each app and environment.
    ///
    /// - Throws: `DatabaseError`.
    package func dueReminders(asOf now: Date, limit: Int) throws -> [(scope: AppScope, customer: CustomerID)] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, entitlements.customer
            FROM entitlements JOIN scopes ON scopes.id = entitlements.scope
            WHERE entitlements.reminder <= \(now)
            GROUP BY scopes.bundle_id, scopes.environment, entitlements.customer
            ORDER BY MIN(entitlements.reminder), entitlements.customer LIMIT \(limit)
            """
        ) { row in
            (scope: AppScope(bundleID: try row.next(), environment: try row.next()), customer: try row.next())
        }
    }

    /// All customers, whether they have entitlements or not, a page at a time, in the order of their names.
    ///
    /// - Throws: `DatabaseError`.
    package func customers(after last: CustomerID? = nil, limit: Int) throws -> [CustomerID] {
        try rows("SELECT id FROM customers WHERE id > \(last?.rawValue ?? "") ORDER BY id LIMIT \(limit)") {
            try $0.next()
        }
    }
}
