// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An index of what a customer's account follows from: not of the steps of orders, of which each purchase brings three
/// more.
enum AccountIndexSchema {
    static let statements: @Sendable (Dialect) -> [String] = { dialect in
        [
            """
            CREATE INDEX facts_telling ON facts (customer, scope, sort_key)
            WHERE customer IS NOT NULL AND \(dialect.indexesAccounts)
            """
        ]
    }
}
