// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce

/// Counts for people who watch: exact up to a bound, so that counting is quick however much there is.
extension MonitoringReader {
    /// How many orders of a scope are paid and not delivered.
    ///
    /// - Throws: `DatabaseError`.
    package func undeliveredOrderCount(in scope: AppScope, upTo limit: Int) throws -> Int {
        try count(
            """
            SELECT 1 FROM orders JOIN scopes ON scopes.id = orders.scope
            WHERE scopes.bundle_id = \(scope.bundleID) AND scopes.environment = \(scope.environment)
            AND orders.state = 'paid' LIMIT \(limit)
            """
        )
    }

    /// How many deliveries of an endpoint stand so.
    ///
    /// - Throws: `DatabaseError`.
    package func webhookDeliveryCount(
        of endpoint: String,
        state: DeliveryState,
        upTo limit: Int
    ) throws -> Int {
        try count(
            """
            SELECT 1 FROM webhook_deliveries WHERE endpoint = \(endpoint) AND state = \(state.rawValue) LIMIT \(limit)
            """
        )
    }

    /// How many values an owner has.
    ///
    /// - Throws: `DatabaseError`.
    package func recordCount<Name, Value>(in store: RecordStore<Name, Value>, upTo limit: Int) throws -> Int {
        try count("SELECT 1 FROM records WHERE \(store.condition) LIMIT \(limit)")
    }

    /// The number of the newest fact: what is derived from all facts holds as long as it does not change.
    ///
    /// - Throws: `DatabaseError`.
    package func newestFactNumber() throws -> Int64 {
        (try first("SELECT MAX(id) FROM facts") { try $0.next(Int64?.self) }).flatMap { $0 } ?? 0
    }

    private func count(_ rows: Query) throws -> Int {
        try first("SELECT COUNT(*) FROM (\(rows)) AS counted") { try $0.next(Int.self) } ?? 0
    }
}
