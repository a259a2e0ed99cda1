// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Orders are found by the number that the team has for them.
enum ReferenceSchema {
    static let statements: @Sendable (Dialect) -> [String] = { dialect in
        [
            "ALTER TABLE orders ADD COLUMN reference \(dialect.text)",
            "CREATE INDEX orders_by_reference ON orders (reference, created) WHERE reference IS NOT NULL",
        ]
    }
}
