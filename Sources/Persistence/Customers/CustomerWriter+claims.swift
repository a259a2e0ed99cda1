// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// Whose purchase a lineage is.
package struct StoredClaim: Hashable, Sendable {
    /// The app and environment.
    package var scope: AppScope
    /// The purchase.
    package var lineage: OriginalTransactionID
    /// Its owner.
    package var customer: CustomerID
    /// Since when.
    package var claimedDate: Date

    /// Makes a claim.
    package init(scope: AppScope, lineage: OriginalTransactionID, customer: CustomerID, claimedDate: Date) {
        self.scope = scope
        self.lineage = lineage
        self.customer = customer
        self.claimedDate = claimedDate
    }
}

extension CustomerWriter {
    /// Makes a customer the owner of a purchase, instead of any other.
    ///
    /// The rule of who may is not the store's: it comes from the facts, and this table can be filled again from them.
    ///
    /// - Throws: `DatabaseError`.
    package func upsert(_ claim: StoredClaim) throws {
        let number = try ensureNumber(of: claim.scope)
        try post(
            """
            INSERT INTO claims (scope, lineage, customer, claimed)
            VALUES (\(number), \(claim.lineage), \(claim.customer), \(claim.claimedDate))
            ON CONFLICT (scope, lineage) DO UPDATE SET customer = excluded.customer, claimed = excluded.claimed
            """
        )
    }

    /// Leaves a purchase without an owner.
    ///
    /// - Throws: `DatabaseError`.
    package func removeClaim(on lineage: OriginalTransactionID, in scope: AppScope) throws {
        guard let number = try number(of: scope) else { return }
        try execute("DELETE FROM claims WHERE scope = \(number) AND lineage = \(lineage)")
    }
}

extension CustomerReader {
    /// Whose a purchase is, or nothing when no one is known to own it.
    ///
    /// - Throws: `DatabaseError`.
    package func claim(on lineage: OriginalTransactionID, in scope: AppScope) throws -> StoredClaim? {
        guard let number = try number(of: scope) else { return nil }
        return try first("SELECT customer, claimed FROM claims WHERE scope = \(number) AND lineage = \(lineage)") {
            StoredClaim(scope: scope, lineage: lineage, customer: try $0.next(), claimedDate: try $0.next())
        }
    }

    /// What a customer owns, in all scopes.
    ///
    /// - Throws: `DatabaseError`.
    package func claims(of customer: CustomerID, limit: Int = 10_000) throws -> [StoredClaim] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, claims.lineage, claims.claimed
            FROM claims JOIN scopes ON scopes.id = claims.scope
            WHERE claims.customer = \(customer) ORDER BY claims.scope, claims.lineage LIMIT \(limit)
            """
        ) { row in
            StoredClaim(
                scope: AppScope(bundleID: try row.next(), environment: try row.next()),
                lineage: try row.next(),
                customer: customer,
                claimedDate: try row.next()
            )
        }
    }
}
