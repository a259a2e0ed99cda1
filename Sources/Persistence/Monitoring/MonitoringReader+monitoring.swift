// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// How many things wait, and since when the oldest does.
package struct Backlog: Hashable, Sendable {
    /// How many.
    package var count: Int
    /// Since when the oldest waits.
    package var oldest: Date?

    /// Makes a value.
    package init(count: Int = 0, oldest: Date? = nil) {
        self.count = count
        self.oldest = oldest
    }
}

/// The open orders of an app and environment that have the same status.
package struct OpenOrderCount: Hashable, Sendable {
    /// Where.
    package var scope: AppScope
    /// How they stand, by the name that the rules give it.
    package var state: String
    /// How many, and when the first of them came to stand so.
    package var backlog: Backlog

    /// Makes a value.
    package init(scope: AppScope, state: String, backlog: Backlog) {
        self.scope = scope
        self.state = state
        self.backlog = backlog
    }
}

extension MonitoringReader {
    /// The open orders, counted by place and status.
    ///
    /// - Throws: `DatabaseError`.
    package func openOrderCounts() throws -> [OpenOrderCount] {
        try rows(
            """
            SELECT scopes.bundle_id, scopes.environment, open.state, open.count, open.oldest FROM (
                SELECT scope, state, COUNT(*) AS count, MIN(updated) AS oldest FROM orders WHERE is_open = 1
                GROUP BY scope, state
            ) AS open JOIN scopes ON scopes.id = open.scope ORDER BY scopes.id, open.state
            """
        ) { row in
            OpenOrderCount(
                scope: AppScope(bundleID: try row.next(), environment: try row.next()),
                state: try row.next(),
                backlog: Backlog(count: try row.next(), oldest: try row.next())
            )
        }
    }

    /// How many values each owner has, and since when the oldest is there.
    ///
    /// - Throws: `DatabaseError`.
    package func recordCounts<Owner, Name, Value>(
        _ store: OwnedRecordStore<Owner, Name, Value>
    ) throws -> [Owner: Backlog] {
        let counts = try rows(
            """
            SELECT owner, COUNT(*), MIN(updated) FROM records WHERE collection = \(store.collection)
            GROUP BY owner ORDER BY owner LIMIT 1000
            """
        ) { row in (try row.next(String.self), Backlog(count: try row.next(), oldest: try row.next())) }
        return Dictionary(
            uniqueKeysWithValues: try counts.map { text, backlog in
                guard let owner = Owner(recordKey: text) else {
                    throw DatabaseError(
                        code: .damaged,
                        message: "the owner '\(text)' in '\(store.collection)' is damaged"
                    )
                }
                return (owner, backlog)
            }
        )
    }

    /// How many deliveries of an endpoint stand so, and when the first of them was due.
    ///
    /// - Throws: `DatabaseError`.
    package func webhookBacklog(of endpoint: String, state: DeliveryState) throws -> Backlog {
        try first(
            """
            SELECT COUNT(*), MIN(created) FROM webhook_deliveries
            WHERE endpoint = \(endpoint) AND state = \(state.rawValue)
            """
        ) { row in Backlog(count: try row.next(), oldest: try row.next()) } ?? Backlog()
    }
}
