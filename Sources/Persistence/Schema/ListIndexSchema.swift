// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Indexes for people who look: what is paid and undelivered, and the events of one type.
enum ListIndexSchema {
    static let statements: @Sendable (Dialect) -> [String] = { _ in
        [
            "CREATE INDEX orders_undelivered ON orders (scope, created, id) WHERE state = 'paid'",
            "CREATE INDEX events_by_kind ON events (scope, kind, number)",
        ]
    }
}
